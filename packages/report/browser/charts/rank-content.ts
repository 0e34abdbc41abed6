import uPlot from 'uplot';
import type { CounterName } from '../../src/html/series/counter-name.ts';
import { COUNTER_WORDS, type Run } from '../data/run.ts';
import { DASHES } from '../palette.ts';
import type { Marks, Phase } from './draw-marks.ts';
import type { ChartContent, Line } from './time-chart.ts';

const COUNTER_DASHES: Readonly<Record<CounterName, readonly number[]>> = {
  allocated: [],
  reserved: [8, 4],
  device_used: [2, 3],
  hidden: [],
};

/** The counters of one track. */
export function trackContent(run: Run, index: number, drawn: readonly CounterName[], height: number): ChartContent {
  const { times, columns } = run.track(index);
  const shown = [...columns].filter(([name]) => drawn.includes(name));
  const lines = shown.map(
    ([name]): Line => ({
      label: COUNTER_WORDS[name],
      color: (palette) => palette.counters[name],
      width: name === 'hidden' ? 2 : 1.5,
      dash: COUNTER_DASHES[name],
    }),
  );
  const label = `${run.trackLabel(index)}: ${shown.map(([name]) => COUNTER_WORDS[name].toLowerCase()).join(', ')} over time`;
  return {
    label,
    height,
    lines,
    data: [times as number[], ...shown.map(([, values]) => values as (number | null)[])],
    marks: marksOf(run, run.data.tracks[index]!.rank),
  };
}

/** One counter of some ranks over what all ranks have. */
export function comparisonContent(
  run: Run,
  ranks: readonly number[],
  counter: CounterName,
  height: number,
): ChartContent {
  const { columns } = run.data.grid;
  const width = run.data.span / columns;
  const band = run.band(counter);
  const centres = Array.from({ length: columns }, (_, i) => (i + 0.5) * width);
  const nulls = (values: Float64Array) => Array.from(values, (value) => (Number.isNaN(value) ? null : value));
  const tables: uPlot.AlignedData[] = [[centres, nulls(band.low), nulls(band.high), nulls(band.median)]];
  const lines: Line[] = [
    { label: 'low', color: () => 'transparent', width: 0, dash: [], isQuiet: true },
    { label: 'high', color: () => 'transparent', width: 0, dash: [], isQuiet: true },
    { label: 'median of all', color: (palette) => palette.median, width: 1, dash: [4, 3] },
  ];
  let place = 0;
  for (const rank of ranks) {
    for (const index of run.tracksOf(rank)) {
      const { times, columns: own } = run.track(index);
      const values = own.get(counter);
      if (values === undefined) continue;
      const at = place++;
      tables.push([times as number[], values as (number | null)[]]);
      lines.push({
        label: run.trackLabel(index),
        color: (palette) => palette.lines[at % palette.lines.length]!,
        width: 2,
        dash: DASHES[at % DASHES.length]!,
      });
    }
  }
  return {
    label: `${COUNTER_WORDS[counter]} of ${ranks.map((rank) => `rank ${rank}`).join(', ')} beside what all ranks have`,
    height,
    lines,
    data: uPlot.join(tables),
    band: [1, 0],
    marks: {
      signs: [],
      statements: run.data.statements.filter(
        ({ ranks: own, severity }) => severity !== 'info' && own.some((rank) => ranks.includes(rank)),
      ),
      phases: [],
    },
  };
}

function marksOf(run: Run, rank: number): Marks {
  return {
    signs: run.data.signs.filter((sign) => sign.rank === rank),
    statements: run.data.statements.filter(({ ranks, severity }) => severity !== 'info' && ranks.includes(rank)),
    phases: phasesOf(run, rank),
  };
}

function phasesOf(run: Run, rank: number): Phase[] {
  const spans = run.data.phases.find((rows) => rows.rank === rank)?.spans ?? [];
  return Array.from({ length: spans.length / 4 }, (_, i) => ({
    path: run.text(spans[4 * i]!),
    depth: spans[4 * i + 1]!,
    start: spans[4 * i + 2]!,
    end: spans[4 * i + 3]!,
  }));
}
