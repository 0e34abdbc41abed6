import type { Cause } from '@stormlog/distributed-diagnostics';
import { formatBinarySize } from '../units/binary-size.ts';
import { formatDuration } from '../units/duration.ts';
import { curveFigure } from './figures/curve-figure.ts';
import { stripFigure } from './figures/strip-figure.ts';
import { html, type Markup } from './markup.ts';
import type { PageClock } from './page-clock.ts';
import type { Series } from './series/collect-series.ts';
import type { CounterName } from './series/counter-name.ts';
import { peerBand } from './series/peer-band.ts';

const COUNTER_WORDS: Readonly<Record<CounterName, string>> = {
  allocated: 'allocated memory',
  reserved: 'reserved memory',
  device_used: 'device memory',
  hidden: 'memory hidden from the allocator',
};

/** The counter that shows a cause best; null when none was measured. */
export function counterOf(cause: Cause, { counters, standIns }: Series): CounterName | null {
  const named = 'counter' in cause.evidence ? cause.evidence.counter : null;
  const shown = named === null ? null : (standIns.get(named) ?? named);
  return shown !== null && counters.includes(shown) ? shown : (counters[0] ?? null);
}

/** A drawing of what a cause is about with its caption; null where there is nothing to draw. */
export function statementFigure(cause: Cause, series: Series, clock: PageClock): Markup | null {
  const rank = cause.ranks[0];
  if (rank === undefined) return null;
  if (cause.kind === 'slow_rank') return slowFigure(cause, rank);
  if (cause.kind === 'peer_divergence' && cause.evidence.measure === 'volatility') return volatilityFigure(cause, rank);
  const counter = counterOf(cause, series);
  const row = rowOf(cause, series);
  const cells = counter === null ? undefined : series.grid.cells.get(counter);
  if (counter === null || cells === undefined || row < 0) return null;
  const { columns, tracks } = series.grid;
  const label = `${COUNTER_WORDS[counter]} of rank ${rank} over time, beside its peers`;
  const figure = curveFigure(
    {
      label,
      own: cells.subarray(row * columns, (row + 1) * columns),
      peers: tracks < 2 ? null : peerBand(cells, columns, row),
      onset: cause.onset_ns === null ? null : { ns: cause.onset_ns, doubtNs: cause.onset_uncertainty_ns ?? 0n },
    },
    clock,
  );
  const peers =
    tracks < 2
      ? null
      : html`, <span class="key peers">peers</span>${tracks > 11 ? ' (middle 80 % and median)' : ' (all, and median)'}`;
  return html`<figure>${figure}<figcaption>${COUNTER_WORDS[counter]}: <span class="key own">rank ${rank}</span>${peers}</figcaption></figure>`;
}

function slowFigure({ evidence }: Cause & { kind: 'slow_rank' }, rank: number): Markup {
  const figure = stripFigure({
    label: `median duration of ${evidence.phase_path} on each rank`,
    values: evidence.durations.map(({ rank: each, median_ns }) => ({ rank: each, value: median_ns })),
    rank,
    middle: evidence.peers_median_ns,
    format: (ns) => formatDuration(BigInt(Math.round(ns))),
  });
  return html`<figure>${figure}<figcaption>median duration of ${evidence.phase_path}, a dot for each rank</figcaption></figure>`;
}

function volatilityFigure({ evidence }: Cause & { kind: 'peer_divergence' }, rank: number): Markup {
  const figure = stripFigure({
    label: `ordinary change of ${COUNTER_WORDS[evidence.counter]} between samples on each rank`,
    values: evidence.values,
    rank,
    middle: evidence.peers_median,
    format: (bytes) => formatBinarySize(Math.round(bytes)),
  });
  return html`<figure>${figure}<figcaption>change of ${COUNTER_WORDS[evidence.counter]} between samples, a dot for each rank</figcaption></figure>`;
}

/** The track of the cause's rank and, where it names one, device. */
function rowOf(cause: Cause, { tracks }: Series): number {
  const rank = cause.ranks[0];
  const device = cause.devices[0];
  const ofDevice = tracks.findIndex(
    (track) => track.rank === rank && track.device !== null && track.device.endsWith(`device ${device}`),
  );
  return ofDevice >= 0 ? ofDevice : tracks.findIndex((track) => track.rank === rank);
}
