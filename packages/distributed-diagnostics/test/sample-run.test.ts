import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildDistributedModel, loadDistributedArtifacts } from '../src/index.ts';

const RUN = fileURLToPath(new URL('../../../samples/run', import.meta.url));

describe('the sample run: rank 4 never started, rank 3 was killed, rank 2 leaks', () => {
  it.each([
    ['its folder', [RUN]],
    ['its four rank folders', [0, 1, 2, 3].map((rank) => `${RUN}/rank${rank}`)],
  ])('is told from %s', async (_what, inputs) => {
    const load = await loadDistributedArtifacts(inputs);
    const model = buildDistributedModel(load.events);

    expect(model).toMatchObject({ expected_ranks: [0, 1, 2, 3, 4], missing_ranks: [4] });
    expect(model.rows.map(({ samples, allocated_delta_bytes }) => [samples, allocated_delta_bytes])).toEqual([
      [104, 20463616],
      [125, 23334912],
      [107, 101912576],
      [100, 23293952],
      [0, null],
    ]);
    expect(
      [...load.rank_sessions].map(([rank, seen]) => [rank, seen.map(({ status, selected }) => [status, selected])]),
    ).toEqual([
      [0, [['completed', true]]],
      [1, [['completed', true]]],
      [2, [['completed', true]]],
      [3, [['running', true]]],
    ]);
    expect(load.warnings).toEqual([]);
  });
});
