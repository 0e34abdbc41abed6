import { defineConfig } from 'vitest/config';

const conditions = ['@stormlog/source', 'node', 'import', 'module', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'conformance/test/**/*.test.ts',
      'samples/**/*.test.ts',
      'bench/test/**/*.test.ts',
      'docs/test/**/*.test.ts',
      'examples/analysis/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/*.external.test.ts'],
    testTimeout: 30_000,
    env: { TZ: 'UTC', NO_COLOR: '1' },
  },
});
