import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson, stringifyJson } from '@stormlog/records';
import { createSessionSummary, systemEnvironment } from '@stormlog/sessions';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildTelemetryRollups,
  loadTelemetrySessions,
  readSinkManifest,
  readTelemetryRollups,
  TelemetrySink,
  telemetryEventToRecord,
} from '../src/index.ts';
import { anyTelemetryEvent } from './sink-samples.ts';

// Both directions with the real package: STORMLOG_PYTHON names its interpreter, and the tests fail without it.

const LOAD = `
import json, sys
from dataclasses import asdict
from stormlog.telemetry import load_telemetry_sessions, telemetry_event_to_dict
print(json.dumps([[asdict(s.summary), [telemetry_event_to_dict(e) for e in s.events]] for s in load_telemetry_sessions(sys.argv[1])]))
`;
const ROLLUPS = `
import json, sys
from stormlog.telemetry_rollups import read_telemetry_rollups, telemetry_rollup_file_to_dict
print(json.dumps(telemetry_rollup_file_to_dict(read_telemetry_rollups(sys.argv[1]))))
`;
const WRITE = `
import json, sys
from stormlog.telemetry_sink import AppendOnlyTelemetrySink, TelemetrySinkConfig
sink = AppendOnlyTelemetrySink(TelemetrySinkConfig(root_dir=sys.argv[1], rollover_max_events=40, flush_every_events=7))
for record in json.load(open(sys.argv[2])):
    sink.append(record)
sink.close()
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sink-python-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function python(program: string, ...args: readonly string[]): string {
  const interpreter = process.env['STORMLOG_PYTHON'];
  if (interpreter === undefined) throw new Error('STORMLOG_PYTHON must name a Python that has the stormlog package');
  return execFileSync(interpreter, ['-c', program, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
}

function eventsOf(session: string, seed: number) {
  return fc.sample(anyTelemetryEvent, { seed, numRuns: 200 }).map((event) => ({ ...event, session_id: session }));
}

/** Values in one spelling: Python's own round trip of whole floats differs in nothing but the text. */
function canonical(value: unknown): string {
  return stringifyJson(parseJson(stringifyJson(value)), { sortKeys: true });
}

async function loadedHere(path: string): Promise<string> {
  const sessions = await loadTelemetrySessions(path);
  return canonical(
    sessions.map(({ summary, events }) => [summary, events.map((event) => telemetryEventToRecord(event))]),
  );
}

describe('a sink written here', () => {
  it('is loaded by the Python package to equal sessions, events and rollups', async () => {
    const path = join(folder, 'ours');
    for (const [seed, session] of ['a', 'b\u2028é'].entries()) {
      const sink = await TelemetrySink.open(path, { rolloverMaxEvents: 40, flushEveryEvents: 7 });
      await sink.startSession(
        createSessionSummary({ source: 's', session_id: session, world_size: 2 }, systemEnvironment()),
      );
      for (const event of eventsOf(session, seed)) await sink.append(event);
      await sink.close(seed === 0 ? 'interrupted' : 'completed');
    }

    expect(canonical(parseJson(python(LOAD, path)))).toBe(await loadedHere(path));
    expect(canonical(parseJson(python(ROLLUPS, path)))).toBe(canonical(await readTelemetryRollups(path)));
  });
});

describe('a sink that the Python package wrote', () => {
  it('is loaded and opened here, and its rollups are those that are made here', async () => {
    const path = join(folder, 'theirs');
    const records = join(folder, 'records.json');
    writeFileSync(
      records,
      stringifyJson(
        eventsOf('a', 3).map((event) => telemetryEventToRecord(event)),
        { ascii: true },
      ),
    );
    python(WRITE, path, records);

    expect(await loadedHere(path)).toBe(canonical(parseJson(python(LOAD, path))));
    const theirs = await readTelemetryRollups(path);
    const ours = buildTelemetryRollups(await loadTelemetrySessions(path), await readSinkManifest(path));
    expect(canonical(ours.sessions)).toBe(canonical(theirs?.sessions));

    const before = readFileSync(join(path, 'manifest.json'), 'utf8');
    const sink = await TelemetrySink.open(path);
    await sink.close();
    expect(readFileSync(join(path, 'manifest.json'), 'utf8')).toBe(before);
  });
});
