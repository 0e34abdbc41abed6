// Builds the packages whose sources changed since their last build, two at a time.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const tsup = createRequire(import.meta.url).resolve('tsup/dist/cli-default.js');
const shared = ['tsup.config.ts', 'tsconfig.base.json', 'pnpm-lock.yaml'].map((name) => join(root, name));

/** Files below a folder, ascending, so that equal trees give equal stamps. */
function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function stampOf(folder) {
  const hash = createHash('sha256');
  for (const file of [...shared, join(folder, 'package.json'), ...sourceFiles(join(folder, 'src'))]) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function build(folder) {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [tsup, '--config', join(root, 'tsup.config.ts')], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', failed);
    child.on('exit', (code) => (code === 0 ? done() : failed(new Error(`the build of ${folder} failed`))));
  });
}

const stale = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name))
  .filter((folder) => existsSync(join(folder, 'package.json')))
  .map((folder) => ({ folder, stamp: stampOf(folder), stampFile: join(folder, 'dist', '.build-stamp') }))
  .filter(({ stamp, stampFile }) => !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp);

if (stale.length > 0) process.stderr.write(`building ${stale.length} packages…\n`);
const queue = stale.values();
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
    for (const { folder, stamp, stampFile } of queue) {
      await build(folder);
      writeFileSync(stampFile, stamp);
    }
  }),
);
