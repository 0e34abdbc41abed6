// Checks sizes against budgets.json: the tarball of every package, and a bundled, minified import of one function. `--update` writes measured sizes with a margin.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildAll, packAll, ROOT } from './packed/packages.mjs';

const FILE = join(ROOT, 'budgets.json');
const MARGIN = 1.25;
const STEP = 1024;

/** Bundles one import as an application would, with node built-ins left out; resolves from a package that depends on the libraries. */
async function bundle(contents) {
  const result = await build({
    stdin: { contents, resolveDir: join(ROOT, 'packages', 'cli'), loader: 'js' },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const text = result.outputFiles[0].contents;
  const shares = new Map();
  for (const [input, { bytesInOutput }] of Object.entries(Object.values(result.metafile.outputs)[0].inputs)) {
    const owner =
      /packages\/([a-z-]+)\/dist/.exec(input)?.[1] ??
      /node_modules\/(?:\.pnpm\/.*\/node_modules\/)?([^/]+)/.exec(input)?.[1] ??
      'rest';
    shares.set(owner, (shares.get(owner) ?? 0) + bytesInOutput);
  }
  return { minified: text.length, shares };
}

const budgets = JSON.parse(readFileSync(FILE, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'stormlog-budgets-'));
const faults = [];
const measured = { tarballs: {}, bundles: {} };
try {
  buildAll();
  for (const { name, size } of packAll(folder)) measured.tarballs[name] = size;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const statement of Object.keys(budgets.bundles)) {
  const { minified, shares } = await bundle(statement.replace(/^import/, 'export'));
  measured.bundles[statement] = minified;
  const parts = [...shares].sort(([, a], [, b]) => b - a).map(([owner, bytes]) => `${owner} ${bytes}`);
  const total = [...shares.values()].reduce((sum, bytes) => sum + bytes, 0);
  const unwanted = ['csv-parse', 'telemetry'].filter((owner) => shares.has(owner));
  if (unwanted.length > 0) faults.push(`${statement} brings ${unwanted.join(' and ')} with it`);
  if ((shares.get('zod') ?? 0) * 2 < total) faults.push(`${statement}: zod is less than half of it`);
  process.stdout.write(`${statement}\n  of ${parts.join(', ')}\n`);
}

if (process.argv.includes('--update')) {
  const limit = (size) => Math.ceil((size * MARGIN) / STEP) * STEP;
  const limits = (sizes) => Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, limit(size)]));
  const document = { tarballs: limits(measured.tarballs), bundles: limits(measured.bundles) };
  writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
} else {
  for (const kind of ['tarballs', 'bundles']) {
    for (const [name, size] of Object.entries(measured[kind])) {
      const limit = budgets[kind][name];
      process.stdout.write(`${name}: ${size} of ${limit ?? '?'} bytes\n`);
      if (limit === undefined) faults.push(`${name} has no budget; \`--update\` gives it one`);
      else if (size > limit) faults.push(`${name} is ${size} bytes, ${size - limit} over its budget`);
    }
    for (const name of Object.keys(budgets[kind])) {
      if (measured[kind][name] === undefined) faults.push(`${name} has a budget and is no package`);
    }
  }
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
