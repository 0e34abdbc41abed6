import { renderTerminalReport } from '@stormlog/report';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../src/text/display-width.ts';
import { type SampleRank, sampleDiagnosis } from './sample-diagnosis.ts';

function report(ranks: readonly SampleRank[], width: number, color = false): string {
  const { load, model, causes } = sampleDiagnosis(ranks, ranks.length);
  return renderTerminalReport({ load, model, causes }, { width, color });
}

function shapesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => /^ +\d+ .*?([▁-█][▁-█ ]*[▁-█])/.exec(line)?.[1] ?? []);
}

const flat = () => 100;

describe('the shape of a rank', () => {
  test('shows growth, a spike between samples of others, and an early end, on one scale', () => {
    const ranks: SampleRank[] = [
      { rank: 0, samples: 120, allocated: flat },
      { rank: 1, samples: 120, allocated: (i) => 100 + i },
      { rank: 2, samples: 120, allocated: (i) => (i === 61 ? 219 : 100) },
      { rank: 3, samples: 60, allocated: flat },
    ];

    expect(shapesOf(report(ranks, 80))).toEqual(['▁▁▁▁▁▁▁▁▁▁▁▁', '▁▂▂▃▃▄▅▅▆▆▇▇', '▁▁▁▁▁▁█▁▁▁▁▁', '▁▁▁▁▁▁']);
  });

  test('has more characters on a wider terminal, and no line is wider than the terminal', () => {
    const ranks = [0, 1, 2].map(
      (rank): SampleRank => ({ rank, samples: 200, host: '機械-七', allocated: (i) => 100 + i * (rank + 1) }),
    );
    for (const [width, characters] of [
      [80, 12],
      [120, 20],
      [200, 32],
    ] as const) {
      const text = report(ranks, width);
      expect(shapesOf(text).map((shape) => shape.length)).toEqual([characters, characters, characters]);
      for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }
  });

  test('is left out where the terminal has no room for it, and its remark too', () => {
    const text = report([{ rank: 0 }, { rank: 1, allocated: (i) => 100 + i }], 44);

    expect(text).not.toMatch(/[▁-█]|shape:/);
  });

  test('is of hidden memory when the gravest cause is about that', () => {
    const ranks = [0, 1, 2, 3].map(
      (rank): SampleRank => ({
        rank,
        samples: 200,
        allocated: () => 1000,
        used: (i) => 1200 + (rank === 2 ? Math.max(0, i - 40) * 4 : i % 3),
      }),
    );
    const text = report(ranks, 100);

    expect(text).toContain('shape: memory hidden from the allocator from start to end');
    expect(shapesOf(text)[2]).toMatch(/^▁+.*█$/);
  });

  test('is coloured for a rank that a cause names, and only with colour', () => {
    const ranks = [0, 1, 2, 3].map(
      (rank): SampleRank => ({ rank, samples: 120, allocated: (i) => 100 + (rank === 1 ? i : 0) }),
    );

    expect(report(ranks, 100, true)).toMatch(/\u001b\[33m▁[▁-█]+\u001b\[0m/);
    expect(report(ranks, 100)).not.toContain('\u001b');
  });

  test('is absent from a run in which nothing changes', () => {
    expect(report([{ rank: 0 }, { rank: 1 }], 120)).not.toMatch(/[▁-█]|SHAPE/);
  });
});
