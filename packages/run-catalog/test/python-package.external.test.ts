import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type JsonValue, parseJson, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type RunAttachmentRecord,
  type RunEnvelopeRecord,
  readRunEnvelope,
  updateRunEnvelope,
} from '../src/envelope.ts';
import { folderOf } from './temporary-folder.ts';

// Both directions with the real package: STORMLOG_PYTHON names its interpreter, and the tests fail without it.

const READ = `
import json, sys
from pathlib import Path
from stormlog.run_catalog import run_envelope_from_payload
for name in sys.argv[1:]:
    path = Path(name)
    envelope = run_envelope_from_payload(json.loads(path.read_text(encoding="utf-8")), path)
    print(json.dumps(envelope and envelope.as_dict(), sort_keys=True, default=str))
`;

const WRITE = `
import sys
from pathlib import Path
from stormlog.infer.correlation_capture import TraceAttachment, _prepare_run_envelope, _write_envelope
from stormlog.session import SessionSummary
envelope = Path(sys.argv[1])
for number in range(3):
    session = SessionSummary(
        session_id=f"serve-{number}", status="completed", started_at_ns=1787650000123456789, ended_at_ns=None,
        host="node-1", pid=42, source="engine", job_id="job-7", rank=number, local_rank=0, world_size=3)
    payload = _prepare_run_envelope(
        envelope, run_id="run-ü\\U0001f680", session=session, artifact=envelope.parent / "artifacts" / f"serve-{number}.jsonl",
        attachments=(TraceAttachment(attachment_id=f"trace-{number}", title="Trace \\u202e", storage="reference",
                                     url="https://example.org/trace", metadata={"big": 2**70, "ratio": 0.1}),))
    _write_envelope(envelope, payload)
`;

function python(program: string, ...args: readonly string[]): string {
  const interpreter = process.env['STORMLOG_PYTHON'];
  if (interpreter === undefined) throw new Error('STORMLOG_PYTHON must name a Python that has the stormlog package');
  return execFileSync(interpreter, ['-c', program, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
}

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((value) => value.trim().length > 0);
const count = fc.nat({ max: 1 << 20 });
const nanoseconds = fc.bigInt({ min: 0n, max: 2n ** 66n });
const metadata = fc.dictionary(text, fc.oneof(text, count, fc.double({ noNaN: true, noDefaultInfinity: true })), {
  maxKeys: 3,
});

const attachment: fc.Arbitrary<RunAttachmentRecord> = fc
  .tuple(
    fc.record(
      { attachment_id: text, session_id: text, job_id: text, rank: count, source_ref: text, created_at_utc: text },
      { requiredKeys: [] },
    ),
    fc.record({ title: text, kind: text, storage: fc.constantFrom('reference' as const, 'copy' as const), metadata }),
    fc.oneof(
      fc.record({ url: text }),
      fc.record({ path: fc.constantFrom('traces/a.json', '../b.bin', '/var/c', './d/../e') }),
    ),
    nanoseconds,
    fc.nat({ max: 1000 }),
  )
  .map(([identity, fields, place, start, span]) => ({
    ...identity,
    ...fields,
    ...place,
    start_ns: start,
    end_ns: start + BigInt(span),
  }));

const changes: fc.Arbitrary<Partial<RunEnvelopeRecord>> = fc.record(
  {
    title: text,
    description: text,
    job_id: text,
    started_at_ns: nanoseconds,
    tags: fc.array(text, { maxLength: 3 }),
    sessions: fc.array(fc.record({ session_id: text, rank: count, world_size: fc.constant(1 << 21), metadata }), {
      maxLength: 3,
    }),
    attachments: fc.array(attachment, { maxLength: 3 }),
    metadata,
  },
  { requiredKeys: ['metadata'] },
);

/** A model as JSON has it: bigints where they are needed, undefined nowhere. */
function asJson(model: object): JsonValue {
  return parseJson(stringifyJson(model, { sortKeys: true }));
}

describe('the Python package', () => {
  it('reads 200 envelopes that updateRunEnvelope wrote as the same models', async () => {
    const folder = await folderOf({});
    const records = fc.sample(changes, { seed: 11, numRuns: 200 });
    const create: RunEnvelopeRecord = { schema_version: 1, format: 'stormlog.run_envelope', run_id: 'r', metadata: {} };
    const paths: string[] = [];
    for (const [index, change] of records.entries()) {
      const path = join(folder, `run-${index}`, 'stormlog_run.json');
      await updateRunEnvelope(path, (record) => ({ ...record, ...change }), { create });
      paths.push(path);
    }

    const theirs = python(READ, ...paths)
      .trimEnd()
      .split('\n')
      .map((line) => parseJson(line));

    const ours = await Promise.all(paths.map(async (path) => asJson(await readRunEnvelope(path))));
    expect(theirs).toEqual(ours);
  });

  it('writes envelopes that are read here as the same models, and changed here without losing anything', async () => {
    const folder = await folderOf({});
    const path = join(folder, 'stormlog_run.json');
    python(WRITE, path);

    const [before] = python(READ, path)
      .trimEnd()
      .split('\n')
      .map((line) => parseJson(line));
    expect(asJson(await readRunEnvelope(path))).toEqual(before);

    await updateRunEnvelope(path, (record) => ({ ...record, title: 'After' }));
    const [after] = python(READ, path)
      .trimEnd()
      .split('\n')
      .map((line) => parseJson(line));
    expect(after).toEqual({ ...Object(before), title: 'After' });
  });
});
