import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

const merged = mergeConfig(base, defineConfig({ test: { testTimeout: 300_000, fileParallelism: false } }));

export default {
  ...merged,
  test: {
    ...merged.test,
    include: [
      'packages/*/test/**/*.external.test.ts',
      'conformance/test/**/*.external.test.ts',
      'examples/*/test/**/*.external.test.ts',
    ],
    exclude: ['**/node_modules/**'],
  },
};
