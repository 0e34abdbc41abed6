// Checks that packages import one way only: what each may import is the table in docs/architecture.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** From the bottom up: a package may import those named here and nothing else of the project. */
const ALLOWED = {
  records: [],
  sessions: ['records'],
  files: ['records', 'sessions'],
  'correlation-events': ['records', 'sessions', 'files'],
  telemetry: ['records', 'sessions', 'files'],
  timeline: ['records', 'sessions', 'files', 'telemetry'],
  'gap-analysis': ['records', 'sessions', 'files', 'telemetry', 'timeline'],
  'run-catalog': ['records', 'sessions', 'files', 'telemetry'],
  capture: ['records', 'sessions', 'files', 'correlation-events', 'run-catalog'],
  'trace-collectors': ['records', 'sessions', 'files', 'correlation-events', 'run-catalog', 'capture'],
  'distributed-diagnostics': ['records', 'sessions', 'files', 'telemetry', 'timeline', 'gap-analysis'],
};
const LIBRARIES = Object.keys(ALLOWED);
ALLOWED.report = LIBRARIES;
ALLOWED.cli = [...LIBRARIES, 'report'];
ALLOWED.stormlog = [...LIBRARIES, 'report', 'cli'];

const IMPORT = /(?:from|import)\s*\(?\s*['"]((?:@stormlog\/[a-z-]+|stormlog)(?:\/[a-z-]+)*)['"]/g;
const faults = [];

for (const name of readdirSync(join(root, 'packages'))) {
  const folder = join(root, 'packages', name);
  if (!existsSync(join(folder, 'package.json'))) continue;
  const allowed = ALLOWED[name];
  if (allowed === undefined) {
    faults.push(`packages/${name}: not in the table of packages`);
    continue;
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const declared = Object.keys(manifest.dependencies ?? {});
  for (const dependency of declared) {
    const target = dependency.replace(/^@stormlog\//, '');
    if (dependency.startsWith('@stormlog/') && !allowed.includes(target)) {
      faults.push(`packages/${name}/package.json: may not depend on ${dependency}`);
    }
  }
  for (const entry of readdirSync(join(folder, 'src'), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const path = join(entry.parentPath, entry.name);
    for (const [, specifier] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      const [scope, target, ...deeper] = specifier.split('/');
      const place = path.slice(root.length + 1);
      if (scope === 'stormlog' || !allowed.includes(target)) faults.push(`${place}: may not import ${specifier}`);
      else if (!declared.includes(`@stormlog/${target}`)) faults.push(`${place}: ${specifier} is not a dependency`);
      else if (deeper.length > 0 && specifier !== '@stormlog/run-catalog/envelope') {
        faults.push(`${place}: ${specifier} is not a public entry`);
      }
    }
  }
}

for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(faults.length === 0 ? 'imports point one way\n' : `${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
