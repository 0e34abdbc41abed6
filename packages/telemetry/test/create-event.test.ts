import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type JsonObject, parseJson, StormlogError } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import {
  createTelemetryEvent,
  createTelemetryEventV2,
  type NewTelemetryEvent,
  type NewTelemetryEventV2,
  parseTelemetryEvent,
  replaceTelemetryEvent,
  telemetryEventLine,
  telemetryEventToRecord,
} from '../src/index.ts';
import { sampleEvent, without } from './event-samples.ts';

// The records of these tests are right or wrong on purpose, which types cannot tell.
const create = (fields: JsonObject) => createTelemetryEvent(fields as unknown as NewTelemetryEvent);

describe('a new event', () => {
  it('has its identity and, in version 3, metadata defaulted', () => {
    const fields = without(
      sampleEvent({ schema_version: 3, timestamp_ns: 5 }),
      'job_id',
      'rank',
      'local_rank',
      'metadata',
    );
    expect(create(fields)).toMatchObject({
      schema_version: 3,
      timestamp_ns: 5n,
      job_id: null,
      rank: 0,
      local_rank: 0,
      metadata: {},
    });
  });

  it('of version 2 has no session id, not even in its record', () => {
    const fields = without(sampleEvent({ schema_version: 2 }), 'session_id');
    const event = createTelemetryEventV2(fields as unknown as NewTelemetryEventV2);
    expect(Object.keys(telemetryEventToRecord(event))).toEqual([
      ...Object.keys(sampleEvent()).filter((key) => key !== 'session_id'),
    ]);
  });

  it('of version 2 is not made of a record of version 3', () => {
    const fields = without(sampleEvent({ schema_version: 3 }), 'session_id');
    expect(() => createTelemetryEventV2(fields as unknown as NewTelemetryEventV2)).toThrow(
      expect.objectContaining({ code: 'version_unknown', field: 'schema_version' }),
    );
  });

  it('of version 4 needs capabilities', () => {
    expect(() => create(without(sampleEvent(), 'metadata'))).toThrow(StormlogError);
  });
});

describe('a replaced field', () => {
  it('leaves the event it came from alone and is checked', () => {
    const event = parseTelemetryEvent(sampleEvent());
    expect(replaceTelemetryEvent(event, { session_id: 'other' }).session_id).toBe('other');
    expect(event.session_id).toBe('session-a');
    expect(() => replaceTelemetryEvent(event, { rank: 4 })).toThrow(StormlogError);
    expect(() => replaceTelemetryEvent(event, { metadata: {} })).toThrow(StormlogError);
  });

  it('follows the rules of version 3 in a version-3 event', () => {
    const event = create(sampleEvent({ schema_version: 3 }));
    expect(() => replaceTelemetryEvent(event, { device_used_bytes: null })).toThrow(StormlogError);
  });
});

describe('the recorded sample run', () => {
  const run = resolve(import.meta.dirname, '../../../samples/run');
  const segments = readdirSync(run).flatMap((rank) =>
    readdirSync(join(run, rank))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(run, rank, name)),
  );

  it.each(segments.map((path) => [path.slice(run.length + 1), path]))(
    '%s is written back byte for byte',
    (_name, path) => {
      const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
      const written = lines.map((line) => telemetryEventLine(parseTelemetryEvent(parseJson(line))));
      expect(written).toEqual(lines);
    },
  );
});
