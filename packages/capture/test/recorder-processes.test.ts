import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type InferenceEvent,
  isInferenceEvent,
  loadInferenceArtifact,
  resolveInferenceEvents,
} from '@stormlog/correlation-events';
import { describe, expect, it } from 'vitest';
import { artifactPath } from './writer-samples.ts';

describe('several processes or threads of one session', () => {
  it.each(['cluster', 'threads'])(
    'of a %s write an artifact each, which read together; one artifact lets in one of them',
    async (how) => {
      const folder = dirname(await artifactPath());

      const { stdout, status } = spawnSync(
        process.execPath,
        [
          '--conditions=@stormlog/source',
          '--import',
          'tsx',
          join(import.meta.dirname, 'recorder-cluster.ts'),
          how,
          folder,
        ],
        { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
      );

      expect(status).toBe(0);
      expect(stdout.trim().split('\n').sort()).toEqual(['artifact_in_use', 'open']);
      const names = (await readdir(folder)).filter((name) => name.startsWith('engine-'));
      expect(names).toHaveLength(2);
      const events: InferenceEvent[] = [];
      for (const name of names)
        events.push(...(await loadInferenceArtifact(join(folder, name))).filter(isInferenceEvent));
      const graph = resolveInferenceEvents(events);
      expect(graph.unresolved).toEqual([]);
      expect([graph.requests.length, graph.iterations.length, graph.stages.length, graph.memberships.length]).toEqual([
        100, 100, 100, 100,
      ]);
    },
  );
});
