import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const examples = resolve(import.meta.dirname, '..', 'examples');

/** Installs the dependencies of every example, which are no part of the workspace; throws when one cannot be. */
export function installExamples() {
  for (const name of readdirSync(examples)) {
    const folder = join(examples, name);
    const lock = join(folder, 'pnpm-lock.yaml');
    const installed = join(folder, 'node_modules', '.modules.yaml');
    if (!existsSync(lock)) continue;
    if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) continue;
    process.stderr.write(`installing examples/${name}…\n`);
    const command = ['-y', 'pnpm@12', 'install', '--frozen-lockfile'];
    const { status } = spawnSync('npx', command, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`the dependencies of examples/${name} could not be installed`);
  }
}
