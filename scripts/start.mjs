// Builds what is out of date, then runs the main job on the sample run: which rank went wrong first?
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Runs a script of the repository and ends with its exit code when it fails. */
function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

run('scripts/build.mjs');
run(
  'packages/stormlog/dist/bin.js',
  'diagnose',
  ...(process.argv.length > 2 ? process.argv.slice(2) : ['samples/run']),
);
