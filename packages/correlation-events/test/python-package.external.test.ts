import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, parseJson, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accountGpuTime,
  CorrelationRecordEncoder,
  type InferenceEvent,
  inferenceRecordLine,
  loadInferenceArtifact,
  resolveInferenceEvents,
} from '../src/index.ts';
import { anyEvent } from './sample-events.ts';

// Both directions with the real package: STORMLOG_PYTHON names its interpreter, and the tests fail without it.

const READ = `
import json, sys
from stormlog.infer.correlation_events import load_inference_artifact
for record in load_inference_artifact(sys.argv[1]):
    print(json.dumps(record.to_record(), sort_keys=True))
`;
const WRITE = `
import json, sys
from stormlog.infer.events import JsonlEventWriter
with JsonlEventWriter(sys.argv[2]) as writer:
    for line in open(sys.argv[1], encoding="utf-8"):
        writer.append(json.loads(line))
`;
const ACCOUNT = `
import json, sys
from stormlog.infer.correlation_accounting import account_gpu_time, resolve_inference_events
from stormlog.infer.correlation_events import load_inference_artifact
report = account_gpu_time(resolve_inference_events(load_inference_artifact(sys.argv[1])))
print(json.dumps([[c.device_uuid, c.clock_domain, c.clock_kind, t.summed_activity_ns, t.busy_ns, t.activity_count]
                  for c, t in report.device_totals.items()]))
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'correlation-python-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function python(program: string, ...args: readonly string[]): string {
  const interpreter = process.env['STORMLOG_PYTHON'];
  if (interpreter === undefined) throw new Error('STORMLOG_PYTHON must name a Python that has the stormlog package');
  return execFileSync(interpreter, ['-c', program, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** A few hundred events of every frequent type, awkward texts, numbers of every size. */
function sampleEvents(seed: number): InferenceEvent[] {
  return fc.sample(anyEvent, { seed, numRuns: 400 }).map((event, index) => ({ ...event, event_id: `e${index}` }));
}

function write(name: string, rows: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${inferenceRecordLine(row)}\n`).join(''));
  return path;
}

describe('the Python package', () => {
  it.each([1, 2, 3])('reads what the encoder writes, as equal records (seed %i)', (seed) => {
    const events = sampleEvents(seed);
    const encoder = new CorrelationRecordEncoder();
    const path = write(
      `ours-${seed}.jsonl`,
      events.flatMap((event) => encoder.encode(event)),
    );

    const lines = python(READ, path).trimEnd().split('\n');

    expect(lines).toEqual(events.map((event) => inferenceRecordLine(event)));
  });

  it.each([4, 5, 6])('writes what the reader reads, as equal records (seed %i)', async (seed) => {
    const events = sampleEvents(seed);
    const given = write(`given-${seed}.jsonl`, events);
    const path = join(folder, `theirs-${seed}.jsonl`);

    python(WRITE, given, path);

    expect(await loadInferenceArtifact(path)).toEqual(events);
  });

  it('writes the bytes that the encoder writes', () => {
    const events = sampleEvents(7);
    const given = write('bytes-given.jsonl', events);
    const theirs = join(folder, 'bytes-theirs.jsonl');
    const encoder = new CorrelationRecordEncoder();
    const rows = events.flatMap((event) => {
      const record = parseJson(inferenceRecordLine(event));
      return encoder.encode(record as JsonObject); // the text of an event is an object
    });
    const ours = write('bytes-ours.jsonl', rows);

    python(WRITE, given, theirs);

    expect(readFileSync(ours, 'latin1')).toBe(readFileSync(theirs, 'latin1'));
  });

  it('accounts the same GPU time', () => {
    const events = sampleEvents(8)
      .filter((event) => event.event_type === 'infer.activity_ref')
      .map((event, index) => ({ ...event, activity_ref: { producer_id: 'trace', id: `k${index}` } }));
    const path = write('account.jsonl', events);

    const account = accountGpuTime(resolveInferenceEvents(events));

    const totals = account.device_totals.map((time) => [
      time.device_uuid,
      time.clock_domain,
      time.clock_kind,
      time.summed_activity_ns,
      time.busy_ns,
      time.activity_count,
    ]);
    expect(totals.length).toBeGreaterThan(1);
    expect(stringifyJson(totals, { spaced: true })).toBe(python(ACCOUNT, path).trimEnd());
  });
});
