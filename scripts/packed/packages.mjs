import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..', '..');

/** The packages that are published: folder, name, and the public entries that can be imported. */
export function publishablePackages() {
  return readdirSync(join(ROOT, 'packages'))
    .map((name) => join(ROOT, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ folder, manifest }) => ({
      folder,
      name: manifest.name,
      entries: Object.keys(manifest.exports)
        .filter((entry) => entry !== './package.json')
        .map((entry) => manifest.name + entry.slice(1)),
    }));
}

/** Runs a command to its end; throws with all of its output when it fails. */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...options,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** Packs every publishable package into a folder: `{ name, entries, folder, tarball, size, files }` each. */
export function packAll(destination) {
  mkdirSync(destination, { recursive: true });
  return publishablePackages().map((each) => {
    const args = ['-y', 'pnpm@12', 'pack', '--json', '--pack-destination', destination];
    const { filename, size, files } = JSON.parse(run('npx', args, { cwd: each.folder }));
    return { ...each, tarball: resolve(each.folder, filename), size, files: files.map(({ path }) => path) };
  });
}

/** Builds what is out of date; `--no-build` takes the last build as it is. */
export function buildAll() {
  if (process.argv.includes('--no-build')) return;
  run(process.execPath, [join(ROOT, 'scripts', 'build.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
}
