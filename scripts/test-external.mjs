// Runs the tests that need more than Node: the reference Python package, strace, Chromium, the dependencies of the examples. A missing tool is a failure; only the tests in a browser can be left out, by STORMLOG_SKIP_BROWSER=1, which is said.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { requireChromium } from './chromium.mjs';
import { installExamples } from './install-examples.mjs';
import { pythonWithStormlog } from './python-stormlog.mjs';
import { requireStrace } from './strace.mjs';

const root = resolve(import.meta.dirname, '..');
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

requireStrace();
installExamples();
const python = pythonWithStormlog();
const isWithoutBrowser = process.env.STORMLOG_SKIP_BROWSER === '1';
if (isWithoutBrowser) process.stderr.write('STORMLOG_SKIP_BROWSER=1: the tests of pages in a browser are left out\n');
const chromium = isWithoutBrowser ? '' : requireChromium();
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', 'vitest.external.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, STORMLOG_PYTHON: python, STORMLOG_CHROMIUM: chromium } },
);
process.exitCode = status ?? 1;
