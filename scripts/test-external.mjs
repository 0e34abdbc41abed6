// Runs the tests that need more than Node: the reference Python package, strace, the dependencies of the examples. A missing tool is a failure, never a skip.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { installExamples } from './install-examples.mjs';
import { pythonWithStormlog } from './python-stormlog.mjs';
import { requireStrace } from './strace.mjs';

const root = resolve(import.meta.dirname, '..');
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

requireStrace();
installExamples();
const python = pythonWithStormlog();
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', 'vitest.external.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, STORMLOG_PYTHON: python } },
);
process.exitCode = status ?? 1;
