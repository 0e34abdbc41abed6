import type { Cause, FragmentationEvidence } from '../cause.ts';
import { phaseAt } from '../run/phase-at.ts';
import { type DeviceView, type RankView, type RunView, wireTime } from '../run/run-view.ts';
import { MEBIBYTE } from '../run/words.ts';
import { fitHinge, fitStep } from '../statistics/change-point.ts';
import { median } from '../statistics/robust.ts';
import { evenly, smooth } from './growth-fit.ts';

const MOST_POINTS = 48;
/** Shares change slowly: so many samples, evenly chosen, tell. */
const MOST_SAMPLES = 4096;
/** The unused share at the end, and how much it must have grown and exceed the peers'. */
const LEAST_SHARE = 0.25;
const LEAST_RISE = 0.12;

interface Share {
  readonly view: RankView;
  readonly device: DeviceView;
  readonly times: Float64Array;
  readonly shares: Float64Array;
  readonly reserved: Float64Array;
  readonly first: number;
  readonly last: number;
}

/**
 * Devices on which the allocator holds ever more than it uses (docs/formats/causes.md §5.4): the unused share 1 − allocated
 * / reserved rises over the run and above that of the peers, while reserved grows. Collectors that rule fragmentation
 * analysis out do not take part.
 */
export function fragmentationCauses(run: RunView): Cause[] {
  const shares = run.ranks.flatMap((view) => view.devices.flatMap((device) => shareOf(view, device)));
  const causes: Cause[] = [];
  for (const share of shares) {
    if (share.last < LEAST_SHARE || share.last - share.first < LEAST_RISE) continue;
    const peers = shares.filter((other) => other !== share).map(({ first, last }) => last - first);
    const common = peers.length >= 2 ? median(peers) : 0;
    if (share.last - share.first - common < LEAST_RISE && share.last - share.first < 2 * LEAST_RISE) continue;
    if (reservedGrowth(share) < 16 * MEBIBYTE) continue;
    causes.push(causeOf(run, share, peers.length >= 2 && common < LEAST_RISE / 2));
  }
  return causes;
}

function shareOf(view: RankView, deviceView: DeviceView): Share[] {
  const { device } = deviceView;
  if (!device.fragmentation) return [];
  const stride = Math.ceil(device.timestamps_ns.length / MOST_SAMPLES);
  const times: number[] = [];
  const shares: number[] = [];
  const reserved: number[] = [];
  for (let i = 0; i < device.timestamps_ns.length; i += stride) {
    const share = 1 - device.allocated[i]! / device.reserved[i]!;
    if (!Number.isFinite(share)) continue;
    times.push(Number(device.timestamps_ns[i]! - (view.summary.first_event_ns - BigInt(view.first))));
    shares.push(share);
    reserved.push(device.reserved[i]!);
  }
  if (times.length < 12) return [];
  const part = Math.max(4, Math.floor(times.length / 5));
  return [
    {
      view,
      device: deviceView,
      times: Float64Array.from(times),
      shares: Float64Array.from(shares),
      reserved: Float64Array.from(reserved),
      first: median(shares.slice(0, part)),
      last: median(shares.slice(-part)),
    },
  ];
}

function reservedGrowth({ device: { device } }: Share): number {
  const values = device.reserved.filter((value) => !Number.isNaN(value));
  const part = Math.max(1, Math.floor(values.length / 5));
  return median(values.subarray(-part)) - median(values.subarray(0, part));
}

/** The time of the best step or hinge, when it leaves no more than a share of the error of a constant. */
function turnOf(times: Float64Array, curve: Float64Array, most: number): number | null {
  const hinge = fitHinge(times, curve, 4);
  const step = fitStep(curve, 4);
  const best = step !== null && (hinge === null || step.error < hinge.error) ? step : hinge;
  return best === null || best.error > most * best.constantError ? null : times[best.index]!;
}

function causeOf(run: RunView, share: Share, unlikePeers: boolean): Cause {
  const { view, device, times, shares } = share;
  // The reserved bytes turn more sharply than their share does; where they do not, the share tells.
  const onset = turnOf(times, smooth(share.reserved), 0.3) ?? turnOf(times, smooth(shares), 1) ?? times[0]!;
  const { rank } = view;
  const column = device.device;
  const all = evenly(column.timestamps_ns.length, MOST_POINTS);
  const evidence: FragmentationEvidence = {
    unused_share_first: share.first,
    unused_share_last: share.last,
    points: all.flatMap((i) => {
      const allocated = column.allocated[i]!;
      const reserved = column.reserved[i]!;
      return Number.isNaN(allocated + reserved)
        ? []
        : [{ timestamp_ns: column.timestamps_ns[i]!, allocated, reserved }];
    }),
    signals: [
      ...new Set(view.summary.candidates.map(({ signal }) => signal).filter((signal) => /fragment/i.test(signal))),
    ],
  };
  const percent = (value: number) => `${Math.round(100 * value)}%`;
  return {
    kind: 'fragmentation',
    ranks: [rank],
    devices: [column.device_id],
    onset_ns: wireTime(run.base, onset),
    onset_uncertainty_ns: BigInt(Math.ceil(4 * view.interval)),
    severity: 'warning',
    confidence: unlikePeers ? 0.85 : 0.7,
    reason_codes: ['unused_share_rises', ...(unlikePeers ? ['unlike_peers'] : [])],
    summary: `rank ${rank} fragments: the allocator's unused share rose from ${percent(share.first)} to ${percent(share.last)}`,
    evidence,
    phase_path: phaseAt(view, onset),
    next_step: `look for tensors of varying size on rank ${rank}; try the allocator's expandable segments, or empty its cache between phases`,
  };
}
