import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRunEnvelope } from '@stormlog/run-catalog/envelope';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';

const SCHEMA = join(import.meta.dirname, '..', '..', '..', 'docs', 'schemas', 'run-envelope.schema.json');
const isValid = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(SCHEMA, 'utf8')),
);

const TRACE = { title: 'Trace', kind: 'trace', storage: 'copy', path: 'trace.json', metadata: {} };
const { path: _, ...WITHOUT_PLACE } = TRACE;
const SESSION = { session_id: 's', metadata: {} };

it.each([
  { title: null, tags: ['a', 'b'], started_at_ns: 5, sessions: [SESSION, SESSION], attachments: [TRACE] },
  { attachments: [{ ...WITHOUT_PLACE, url: 'https://example.org' }], metadata: { any: [null, 1.5] } },
  { sessions: [{ ...SESSION, rank: 0, world_size: 1, role: null }] },
  { schema_version: 2 },
  { format: 'other' },
  { run_id: '' },
  { surprise: 1 },
  { tags: ['a', 'a'] },
  { tags: null },
  { started_at_ns: -1 },
  { started_at_ns: 1.5 },
  { metadata: [] },
  { sessions: [{ ...SESSION, world_size: 0 }] },
  { sessions: [{ ...SESSION, surprise: 1 }] },
  { attachments: [WITHOUT_PLACE] },
  { attachments: [{ ...TRACE, url: null }] },
  { attachments: [{ ...TRACE, storage: 'Copy' }] },
])('the published schema of a run envelope judges %j as the reader does', async (fields) => {
  const payload = { schema_version: 1, format: 'stormlog.run_envelope', run_id: 'r', metadata: {}, ...fields };

  const isRead = await parseRunEnvelope(payload, 'stormlog_run.json').then(
    () => true,
    () => false,
  );

  expect(isValid(payload)).toBe(isRead);
});
