// Checks that everything a published package depends on, direct or not, has a licence that MIT software may depend on.
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { publishablePackages } from './packed/packages.mjs';

const ALLOWED = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0']);

/** The folder of a dependency, looked for as Node does, whatever its exports say. */
function folderOf(name, from) {
  for (const base of createRequire(join(from, 'package.json')).resolve.paths(name) ?? []) {
    try {
      const file = join(base, name, 'package.json');
      readFileSync(file);
      return dirname(realpathSync(file));
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    }
  }
  throw new Error(`${name}, a dependency of ${from}, is not installed`);
}

const seen = new Map();
const queue = publishablePackages().map(({ folder }) => folder);
for (const folder of queue) {
  const {
    name,
    version,
    license,
    dependencies = {},
    optionalDependencies = {},
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const key = `${name}@${version}`;
  if (seen.has(key)) continue;
  seen.set(key, license);
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
    queue.push(folderOf(dependency, folder));
  }
}
const faults = [...seen].filter(([, license]) => !ALLOWED.has(license));
for (const [key, license] of faults) process.stderr.write(`${key}: licence ${license ?? 'unknown'}\n`);
process.stdout.write(`${seen.size} packages, ${faults.length} with a licence that is not on the list\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
