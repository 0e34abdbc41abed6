import type { Cause, FragmentationEvidence } from '../cause.ts';
import { phaseAt } from '../run/phase-at.ts';
import { type DeviceView, type RankView, type RunView, wireTime } from '../run/run-view.ts';
import { MEBIBYTE } from '../run/words.ts';
import { fitHinge, fitStep } from '../statistics/change-point.ts';
import { median } from '../statistics/robust.ts';
import { evenly, smooth } from './growth-fit.ts';

/** Shares change slowly: so many samples, evenly chosen, tell. */
const MOST_POINTS = 60;
/** The turn is looked for among so many. */
const MOST_SAMPLES = 4096;
/** The unused share at the end, and how much it must have grown and exceed the peers'. */
const LEAST_SHARE = 0.25;
const LEAST_RISE = 0.12;

type SharePoint = FragmentationEvidence['points'][number];

interface Share {
  readonly view: RankView;
  readonly device: DeviceView;
  readonly points: readonly SharePoint[];
  /** Median share of the first and of the last fifth of the points, and the same of the reserved bytes. */
  readonly first: number;
  readonly last: number;
  readonly reserved: { readonly first: number; readonly last: number };
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
    if (share.reserved.last - share.reserved.first < 16 * MEBIBYTE) continue;
    causes.push(causeOf(run, share, peers.length >= 2 && common < LEAST_RISE / 2));
  }
  return causes;
}

function shareOf(view: RankView, device: DeviceView): Share[] {
  const { timestamps_ns, allocated, reserved, fragmentation } = device.device;
  if (!fragmentation) return [];
  const points = evenly(timestamps_ns.length, MOST_POINTS).flatMap((i) => {
    const point = { timestamp_ns: timestamps_ns[i]!, allocated: allocated[i]!, reserved: reserved[i]! };
    return Number.isFinite(shareAt(point)) ? [point] : [];
  });
  if (points.length < 12) return [];
  const part = Math.floor(points.length / 5);
  const change = (read: (point: SharePoint) => number) => ({
    first: median(points.slice(0, part).map(read)),
    last: median(points.slice(-part).map(read)),
  });
  return [{ view, device, points, ...change(shareAt), reserved: change((point) => point.reserved) }];
}

function shareAt({ allocated, reserved }: SharePoint): number {
  return 1 - allocated / reserved;
}

/** The time of the best step or hinge, when it leaves no more than a share of the error of a constant. */
function turnOf(times: Float64Array, curve: Float64Array, most: number): number | null {
  const hinge = fitHinge(times, curve, 4);
  const step = fitStep(curve, 4);
  const best = step !== null && (hinge === null || step.error < hinge.error) ? step : hinge;
  return best === null || best.error > most * best.constantError ? null : times[best.index]!;
}

/** The reserved bytes turn more sharply than their share does; where they do not, the share tells. */
function onsetOf({ view, device }: Share): number {
  const { timestamps_ns, allocated, reserved } = device.device;
  const base = view.summary.first_event_ns - BigInt(view.first);
  const kept = evenly(timestamps_ns.length, MOST_SAMPLES).filter((i) =>
    Number.isFinite(1 - allocated[i]! / reserved[i]!),
  );
  const times = Float64Array.from(kept, (i) => Number(timestamps_ns[i]! - base));
  const shares = Float64Array.from(kept, (i) => 1 - allocated[i]! / reserved[i]!);
  const bytes = Float64Array.from(kept, (i) => reserved[i]!);
  return turnOf(times, smooth(bytes), 0.3) ?? turnOf(times, smooth(shares), 1) ?? times[0]!;
}

function causeOf(run: RunView, share: Share, unlikePeers: boolean): Cause {
  const { view, device } = share;
  const onset = onsetOf(share);
  const { rank } = view;
  const column = device.device;
  const evidence: FragmentationEvidence = {
    unused_share_first: share.first,
    unused_share_last: share.last,
    points: share.points,
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
