import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseJson } from '@stormlog/records';
import { ADAPTERS } from './adapters/index.ts';
import { readCases } from './case-files.ts';
import { type AnsweredCase, runCase } from './case-runner.ts';
import { readDeviations } from './deviations.ts';
import { describeDifference, isAccident } from './judgement.ts';

const ROOT = resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    /** Files of answered cases; default: the golden files of the repository. */
    cases: { type: 'string', multiple: true },
    deviations: { type: 'string', multiple: true },
    /** The list of operations that may lack an adapter; default: the repository's. */
    pending: { type: 'string' },
    /** Only the golden file of this area. */
    area: { type: 'string' },
    /** Only operations whose name starts so. */
    op: { type: 'string' },
    id: { type: 'string' },
    /** Lists deviations and skipped operations. */
    verbose: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

// The golden answers assume these.
process.env['TZ'] = 'UTC';
process.umask(0o022);

const files =
  values.cases ??
  readdirSync(join(ROOT, 'golden'))
    .filter((name) => values.area === undefined || name === `${values.area}.jsonl`)
    .sort()
    .map((name) => join(ROOT, 'golden', name));
const deviations = readDeviations([join(ROOT, 'deviations.json'), ...(values.deviations ?? [])]);
const pending = new Set<string>(readPending(values.pending ?? join(ROOT, 'pending.json')));

let passed = 0;
let failed = 0;
let skipped = 0;

for (const op of pending) {
  if (Object.hasOwn(ADAPTERS, op)) fail(`${op}: listed in pending.json but answered`);
}
for (const file of files) {
  for (const question of readCases(file)) {
    if (values.op !== undefined && !question.op.startsWith(values.op)) continue;
    if (values.id !== undefined && question.id !== values.id) continue;
    await judge(question);
  }
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

async function judge(question: AnsweredCase): Promise<void> {
  const adapter = Object.hasOwn(ADAPTERS, question.op) ? ADAPTERS[question.op] : undefined;
  if (adapter === undefined) {
    if (!pending.has(question.op)) fail(`${question.id} ${question.op}: no adapter, and not in pending.json`);
    else skipped++;
    return;
  }
  const difference = await runCase(question, adapter);
  const deviation = deviations.get(question.id);
  if (difference === null) {
    if (deviation !== undefined) fail(`${question.id} ${question.op}: stale deviation (${deviation.item}): it passes`);
    else passed++;
    return;
  }
  if (deviation !== undefined && !isAccident(difference.got)) {
    skipped++;
    if (values.verbose) console.log(`deviates ${question.id} ${question.op}: ${deviation.item}: ${deviation.reason}`);
    return;
  }
  fail(`${question.id} ${question.op} ${describeDifference(difference)}`);
}

function fail(message: string): void {
  failed++;
  console.log(`FAILED ${message}`);
}

function readPending(path: string): string[] {
  const list = parseJson(readFileSync(path, 'utf8'));
  if (!Array.isArray(list)) throw new Error(`${path}: a list of operations was expected`);
  return list.map(String);
}
