import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');

describe('the facade', () => {
  test('re-exports the libraries, and none of the command line', async () => {
    const facade = await import('stormlog');
    const { runCommand } = await import('@stormlog/cli');
    for (const name of [
      'parseJson',
      'readJsonLines',
      'selectDefaultSession',
      'loadTelemetrySessions',
      'PhaseReplayIndex',
      'analyzeHiddenMemoryGaps',
      'openRunCatalog',
      'updateRunEnvelope',
      'loadDistributedArtifacts',
      'buildDistributedModel',
      'renderTerminalReport',
    ]) {
      expect(facade, name).toHaveProperty(name);
    }
    expect(Object.values(facade)).not.toContain(runCommand);
  });

  test('has every public name of every library: none is lost because two libraries use it', async () => {
    const facade = await import('stormlog');
    const source = await readFile(join(PACKAGE, 'src', 'index.ts'), 'utf8');
    const libraries = [...source.matchAll(/'(@stormlog\/[a-z/-]+)'/g)].map((match) => match[1]!);
    expect(libraries).not.toContain('@stormlog/cli');
    for (const library of libraries) {
      const exported: object = await import(library);
      expect(Object.keys(facade), library).toEqual(expect.arrayContaining(Object.keys(exported)));
    }
  });
});
