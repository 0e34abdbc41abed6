import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseJson, stringifyJson } from '@stormlog/records';
import { loadTelemetrySessions, telemetryEventToRecord, trackMemory } from '@stormlog/telemetry';
import { PhaseReplayIndex } from '@stormlog/timeline';
import { expect, onTestFinished, test } from 'vitest';

// With the real package: STORMLOG_PYTHON names its interpreter, and the test fails without it.

const LOAD = `
import json, sys
from dataclasses import asdict
from stormlog.phases import PhaseReplayIndex, resolve_phase_for_event
from stormlog.telemetry import load_telemetry_sessions, telemetry_event_to_dict
[session] = load_telemetry_sessions(sys.argv[1])
index = PhaseReplayIndex.from_events(session.events)
spans = index.spans_for(session_id=session.summary.session_id)
print(json.dumps({
    "summary": asdict(session.summary),
    "events": [telemetry_event_to_dict(event) for event in session.events],
    "spans": [[list(span.path), span.start_ns, span.end_ns, span.thread_id, span.synthetic_end] for span in spans],
    "paths": [getattr(index.resolve_for_event(event), "phase_path", None) for event in session.events],
}))
`;

/** Values in one spelling. */
function canonical(value: unknown): string {
  return stringifyJson(parseJson(stringifyJson(value)), { sortKeys: true });
}

test('a tracked process is read by the Python package to equal events and phases', async () => {
  const interpreter = process.env['STORMLOG_PYTHON'];
  if (interpreter === undefined) throw new Error('STORMLOG_PYTHON must name a Python that has the stormlog package');
  const folder = await mkdtemp(join(tmpdir(), 'tracked-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const tracker = await trackMemory({ sink: folder, intervalMs: 2, rank: 1, worldSize: 4, jobId: 'job é', env: {} });
  const request = (name: string) =>
    tracker.phase('request', async () => {
      await Promise.all(['decode', 'search'].map((part) => tracker.phase(part, () => wait(10), { name })));
      tracker.phase('answer', () => tracker.sample());
    });
  await Promise.all([request('a'), request('b')]);
  await request('c');
  expect(() =>
    tracker.phase('last', () => {
      throw new RangeError('Array buffer allocation failed');
    }),
  ).toThrow(RangeError);
  await tracker.stop();

  const [session] = await loadTelemetrySessions(folder);
  const { summary, events } = session!;
  const index = PhaseReplayIndex.fromEvents(events);
  const spans = index.spansFor({ sessionId: summary.session_id });
  const ours = {
    summary,
    events: events.map((event) => telemetryEventToRecord(event)),
    spans: spans.map((span) => [span.path, span.start_ns, span.end_ns, span.thread_id, span.synthetic_end]),
    paths: events.map((event) => index.resolveForEvent(event)?.phase_path ?? null),
  };
  const theirs = execFileSync(interpreter, ['-c', LOAD, folder], { encoding: 'utf8', maxBuffer: 1 << 28 });
  expect(canonical(parseJson(theirs))).toBe(canonical(ours));
  expect(new Set(spans.map((span) => span.path.join('/')))).toEqual(
    new Set(['request', 'request/decode', 'request/search', 'request/answer', 'last']),
  );
});
