import { readSinkManifest, resolveSinkSegmentPaths } from '@stormlog/telemetry';
import { describe, expect, test } from 'vitest';
import { diagnose, load, outcome, samplePath } from './sample-outcome.ts';

describe('sinks/killed-writer', () => {
  test('keeps everything but the torn tail, and its session still runs', async () => {
    expect(await outcome('sinks/killed-writer')).toEqual({
      strict: [0, 1, 2],
      skip: [0, 1, 2],
      notices: ['torn_tail@2'],
    });
    const [session] = await load('sinks/killed-writer');
    expect(session?.summary).toMatchObject({ status: 'running', ended_at_ns: null });
  });
});

describe('sinks/torn-tail-in-an-old-segment', () => {
  test('keeps what stands before the tail and the segments after it', async () => {
    expect(await outcome('sinks/torn-tail-in-an-old-segment')).toEqual({
      strict: [0, 1, 2, 3],
      skip: [0, 1, 2, 3],
      notices: ['torn_tail@3'],
    });
  });
});

describe('sinks/manifest-leads-outside', () => {
  const sink = 'sinks/manifest-leads-outside/sink';

  test('reads nothing outside its folder, and says so', async () => {
    const sessions = await load(sink);
    expect(sessions.map(({ summary }) => summary.session_id)).toEqual(['train-7-r0']);
    expect((await resolveSinkSegmentPaths(samplePath(sink))).join()).not.toContain('neighbour');
    const { loaded, reports } = await diagnose([sink]);
    expect(loaded.sessions).toHaveLength(1);
    const told = [...loaded.warnings, ...reports.map((report) => report)];
    expect(JSON.stringify(told)).toContain('entry_outside_folder');
  });
});

describe('sinks/manifest-newer', () => {
  test('is read as far as it is understood', async () => {
    expect(await outcome('sinks/manifest-newer')).toMatchObject({ strict: [0, 1] });
    expect(await readSinkManifest(samplePath('sinks/manifest-newer'))).toMatchObject({ schema_version: 7 });
    const [session] = await load('sinks/manifest-newer');
    expect(session?.summary.status).toBe('completed');
  });
});

describe('sinks/manifest-torn', () => {
  test('falls back to the segments that are there', async () => {
    expect(await outcome('sinks/manifest-torn')).toMatchObject({ strict: [0, 1], skip: [0, 1] });
    const [session] = await load('sinks/manifest-torn');
    expect(session?.summary.status).toBe('incomplete');
    const { reports } = await diagnose(['sinks/manifest-torn']);
    expect(JSON.stringify(reports)).toContain('"manifest_unreadable"');
  });
});

describe('sinks/manifest-with-an-unusable-session', () => {
  test('takes the session from its events, and says so', async () => {
    expect(await outcome('sinks/manifest-with-an-unusable-session')).toEqual({
      strict: [0, 1],
      skip: [0, 1],
      notices: ['manifest_entry_unusable@null'],
    });
    const [session] = await load('sinks/manifest-with-an-unusable-session');
    expect(session?.summary).toMatchObject({ session_id: 'train-7-r0', status: 'incomplete' });
    const { reports } = await diagnose(['sinks/manifest-with-an-unusable-session']);
    expect(JSON.stringify(reports)).toContain('"sessions[0]"');
  });
});

describe('sinks/manifest-of-infinite-version', () => {
  test('has an unreadable manifest, and its segments are read', async () => {
    const { strict, notices } = await outcome('sinks/manifest-of-infinite-version');
    expect(strict).toEqual([0, 1]);
    expect(notices.map((notice) => notice.split('@')[0])).toContain('manifest_unreadable');
    const [session] = await load('sinks/manifest-of-infinite-version');
    expect(session?.summary.status).toBe('incomplete');
  });
});

describe('sinks/manifest-without-segments', () => {
  test('is refused, because it retained nothing', async () => {
    expect((await outcome('sinks/manifest-without-segments')).strict).toBe('sink_without_segments');
  });
});

describe('sinks/listed-segment-is-gone', () => {
  test('keeps the segments that are there', async () => {
    expect(await outcome('sinks/listed-segment-is-gone')).toMatchObject({ strict: [2, 3], skip: [2, 3] });
  });
});

describe('sinks/no-manifest', () => {
  test('is a sink by its segments alone', async () => {
    expect(await outcome('sinks/no-manifest')).toEqual({ strict: [0, 1, 2, 3], skip: [0, 1, 2, 3], notices: [] });
  });
});

describe('sinks/broken-line-in-a-segment', () => {
  test('is refused, or loses the line', async () => {
    expect(await outcome('sinks/broken-line-in-a-segment')).toEqual({
      strict: 'json_syntax',
      skip: [0, 1],
      notices: ['line_skipped@2'],
    });
  });
});
