import type { InspectedAttachment, RunRow } from '@stormlog/run-catalog';
import { expect, test } from 'vitest';
import { isTerminalSafe, renderRunTables } from '../src/index.ts';

const run: RunRow = {
  run_id: 'run-1',
  explicit: true,
  title: 'A \u001b[31mtitle',
  description: null,
  job_id: null,
  started_at_ns: 1_700_000_000_000_000_000n,
  ended_at_ns: 1_700_000_060_000_000_000n,
  source_path: 'stormlog_run.json',
  source_kind: 'run_envelope',
  source_namespace: null,
  source_ref: null,
  session_count: 0,
  attachment_count: 2,
  sessions: [],
  ranks: [],
  tags: [],
  metadata: {},
};

function attachment(fields: Partial<InspectedAttachment>): InspectedAttachment {
  return {
    run_id: 'run-1',
    title: 'Trace',
    kind: 'trace',
    storage: 'reference',
    attachment_id: null,
    url: null,
    path: '/x/trace.json',
    session_id: null,
    job_id: null,
    rank: null,
    local_rank: null,
    world_size: null,
    start_ns: null,
    end_ns: null,
    source_path: '/x/trace.json',
    source_kind: 'run_envelope_attachment',
    source_namespace: null,
    source_ref: null,
    metadata: {},
    state: 'present',
    bytes: 2048,
    modified_at_ns: null,
    ...fields,
  };
}

test('tells of attachments what is there, what is missing and what lies outside', () => {
  const attachments = [
    attachment({}),
    attachment({ state: 'missing', bytes: null }),
    attachment({ state: 'outside', bytes: null }),
    attachment({ state: 'remote', bytes: null, path: null, url: 'https://example.com' }),
  ];

  const text = renderRunTables({ runs: [run], sessions: [], attachments }, { width: 120 });

  expect(text).toContain('1 run · 0 sessions · 4 attachments · 2.0 KiB · 1 missing · 1 outside the root');
  expect(text).toMatch(/trace\s+outside/);
  expect(text).toContain('https://example.com');
  expect(text).not.toContain('SESSION  ');
});

test('lets no escape sequence of a file through to the terminal', () => {
  const text = renderRunTables({ runs: [run], sessions: [], attachments: [attachment({ title: '\u009b31m' })] });

  expect(text.split('\n').every(isTerminalSafe)).toBe(true);
});
