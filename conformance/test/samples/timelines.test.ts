import { describe, expect, test } from 'vitest';
import { type Diagnosis, diagnose, samplesByRank } from './sample-outcome.ts';

function timeline(name: string): Promise<Diagnosis> {
  return diagnose([`timelines/${name}/telemetry_timeline.json`]);
}

describe('timelines/timeline-with-null', () => {
  test('loses its bad elements, named by their places, and keeps the others', async () => {
    const diagnosis = await timeline('timeline-with-null');
    expect(samplesByRank(diagnosis)).toEqual({ 0: 0, 1: 2 });
    const told = diagnosis.loaded.warnings.filter(({ code }) => code !== 'timeline_synthesized');
    expect(told.length).toBeGreaterThan(0);
    for (const { path } of told) expect(path).toMatch(/timeline-with-null/);
  });

  test('never ends the load of other inputs', async () => {
    const diagnosis = await diagnose(['timelines/timeline-with-null', 'timelines/timeline-lists-of-other-lengths']);
    // And the session that is put together from both, because they overlap in time.
    expect(diagnosis.loaded.sessions.map(({ events }) => events.length).sort()).toEqual([2, 3, 5]);
  });
});

describe('timelines/timeline-with-bom', () => {
  test('is read as if the mark were not there', async () => {
    const diagnosis = await timeline('timeline-with-bom');
    expect(samplesByRank(diagnosis)).toEqual({ 0: 5 });
    expect(diagnosis.warnings).toEqual(['timeline_synthesized']);
  });
});

describe('timelines/timeline-unaligned', () => {
  test('gives no session and says why', async () => {
    const { loaded, warnings } = await timeline('timeline-unaligned');
    expect(loaded.sessions).toEqual([]);
    expect(warnings).toContain('timeline_unaligned');
  });
});

describe('timelines/timeline-not-an-object', () => {
  test('gives no session and says why', async () => {
    const { loaded, warnings } = await timeline('timeline-not-an-object');
    expect(loaded.sessions).toEqual([]);
    expect(warnings).toContain('timeline_not_object');
  });
});

describe('timelines/timeline-not-utf-8', () => {
  test('is a warning that names it, and other inputs are used', async () => {
    const diagnosis = await diagnose([
      'timelines/timeline-not-utf-8/telemetry_timeline.json',
      'timelines/timeline-with-bom/telemetry_timeline.json',
    ]);
    expect(diagnosis.warnings).toContain('timeline_unreadable');
    expect(samplesByRank(diagnosis)).toEqual({ 0: 5 });
  });
});

describe('timelines/timeline-lists-of-other-lengths', () => {
  test('is as long as its shortest list', async () => {
    expect(samplesByRank(await timeline('timeline-lists-of-other-lengths'))).toEqual({ 0: 3 });
  });

  test('given twice is loaded once', async () => {
    const file = 'timelines/timeline-lists-of-other-lengths/telemetry_timeline.json';
    const diagnosis = await diagnose([file, file]);
    expect(samplesByRank(diagnosis)).toEqual({ 0: 3 });
    expect(diagnosis.loaded.sessions).toHaveLength(1);
  });
});

describe('timelines/rank-only-in-folder-name', () => {
  test('takes padded numbers of folder names for ranks', async () => {
    const { loaded } = await diagnose(['timelines/rank-only-in-folder-name']);
    const synthesized = loaded.warnings.filter(({ code }) => code === 'timeline_synthesized');
    expect(synthesized.map(({ rank, rank_source }) => [rank, rank_source])).toEqual([
      [7, 'path'],
      [10, 'path'],
    ]);
  });
});

describe('timelines/host-name-with-digits', () => {
  test('takes no digits of host names for ranks', async () => {
    const { loaded } = await diagnose(['timelines/host-name-with-digits']);
    expect(loaded.warnings).toMatchObject([{ code: 'timeline_synthesized', rank: 0, rank_source: 'allocator' }]);
  });
});
