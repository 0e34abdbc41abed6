import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

interface Manifest {
  readonly exports?: Record<string, Record<string, string> | string>;
  readonly bin?: Record<string, string>;
}

/** Builds the package in the current folder: one entry for each public export, and the bin where there is one. */
export default defineConfig(() => {
  const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const sources = Object.values(manifest.exports ?? {}).flatMap((target) =>
    typeof target === 'object' && target['@stormlog/source'] ? [target['@stormlog/source']] : [],
  );
  return {
    entry: [...sources, ...(manifest.bin ? ['src/bin.ts'] : [])],
    format: 'esm',
    target: 'node20',
    dts: true,
    clean: true,
    sourcemap: true,
    silent: true,
  };
});
