import { InvalidRecordError } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  categorizeAlertContext,
  compareIssues,
  IssueGroups,
  issueEvidence,
  issueFingerprint,
  issueRecord,
  maxSeverity,
  normalizeDimensions,
  normalizedErrorStem,
  normalizeIssueState,
  telemetryEventFromRecord,
} from '../src/index.ts';

const SOURCE = { source_path: 'sink', source_kind: 'sink', session_status: 'running' };

function eventOf(fields: { readonly type: string; readonly at?: number; readonly metadata?: Record<string, unknown> }) {
  return telemetryEventFromRecord({
    schema_version: 2,
    timestamp_ns: fields.at ?? 1,
    event_type: fields.type,
    collector: 'c',
    sampling_interval_ms: 0,
    pid: 1,
    host: 'h',
    device_id: 0,
    allocator_allocated_bytes: 0,
    allocator_reserved_bytes: 0,
    allocator_active_bytes: null,
    allocator_inactive_bytes: null,
    allocator_change_bytes: 0,
    device_used_bytes: 0,
    device_free_bytes: null,
    device_total_bytes: null,
    context: null,
    metadata: { backend: 'cuda', ...fields.metadata },
  } as Parameters<typeof telemetryEventFromRecord>[0]);
}

describe('grouping words', () => {
  test('alerts are known by words in their context', () => {
    const categories = ['High FRAGMENTATION 40%', 'in a room', 'Out of memory', null, 'at 12'].map((context) =>
      categorizeAlertContext(context),
    );

    expect(categories).toEqual(['high_fragmentation', 'oom_alert', 'oom_alert', 'generic_alert', 'at <num>']);
  });

  test('an error is known by what stands before its first colon, 120 characters at most', () => {
    expect(normalizedErrorStem('RuntimeError 0xfF : device 3')).toBe('runtimeerror <hex>');
    expect(normalizedErrorStem(': nothing')).toBe('unknown');
    expect(normalizedErrorStem('😀'.repeat(121))).toBe('😀'.repeat(120));
  });

  test('a state may have white space and capitals', () => {
    expect(normalizeIssueState(' Resolved\n')).toBe('resolved');
    expect(() => normalizeIssueState('done')).toThrow(InvalidRecordError);
  });
});

describe('fingerprints', () => {
  test('do not depend on the order of keys and list members', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const dimensions = fc.dictionary(fc.stringMatching(/^[a-zé😀]+$/u), fc.oneof(value, fc.array(value)));
    fc.assert(
      fc.property(dimensions, (given) => {
        const turned = Object.fromEntries(
          Object.entries(given)
            .reverse()
            .map(([key, member]) => [key, Array.isArray(member) ? [...member].reverse() : member]),
        );

        expect(issueFingerprint('alert', turned)).toEqual(issueFingerprint('alert', given));
      }),
      { seed: 7 },
    );
  });

  test('keep a dimension called __proto__', () => {
    const dimensions = normalizeDimensions(JSON.parse('{"__proto__": "A 1", "a": 1.23456789}'));

    expect(Object.entries(dimensions)).toEqual([
      ['__proto__', 'a <num>'],
      ['a', 1.234568],
    ]);
  });

  test('cannot be changed afterwards', () => {
    const { dimensions } = issueFingerprint('alert', { list: [{ a: 1 }] });

    expect(() => {
      (dimensions['list'] as { a: number }[])[0]!.a = 2;
    }).toThrow(TypeError);
  });

  test('refuse a blank name at any level, an unknown kind and version 0', () => {
    expect(() => issueFingerprint('alert', { a: [{ ' ': 1 }] })).toThrow(InvalidRecordError);
    expect(() => issueFingerprint('crash', {})).toThrow(InvalidRecordError);
    expect(() => issueFingerprint('alert', {}, 0)).toThrow(InvalidRecordError);
  });
});

describe('grouping events', () => {
  test('gathers the hits of a problem and keeps the first as its representative', () => {
    const groups = new IssueGroups();
    const oom = (at: number) => eventOf({ type: 'error', at, metadata: { oom_reason: `tried ${at} GiB` } });

    for (const at of [5, 3, 9]) groups.addEvent(oom(at), SOURCE);
    groups.addEvent(eventOf({ type: 'sample' }), SOURCE);
    const [issue, ...others] = groups.toIssues();

    expect(others).toEqual([]);
    expect(issue).toMatchObject({ kind: 'oom', state: 'open', hit_count: 3, first_seen_ns: 3n, last_seen_ns: 9n });
    expect(issue?.representative_evidence.timestamp_ns).toBe(5n);
    expect(issue?.evidence.map((hit) => hit.timestamp_ns)).toEqual([5n, 3n, 9n]);
  });

  test('takes memory running out before a troubled collector before an alert', () => {
    const groups = new IssueGroups();
    const metadata = { collector_health_status: 'unhealthy', severity: 'warning' };
    groups.addEvent(eventOf({ type: 'error', metadata: { ...metadata, oom_dump_path: '' } }), SOURCE);
    groups.addEvent(eventOf({ type: 'error', metadata }), SOURCE);
    groups.addEvent(eventOf({ type: 'error' }), SOURCE);

    const kinds = groups.toIssues().map((issue) => issue.kind);

    expect(new Set(kinds)).toEqual(new Set(['oom', 'collector_degradation', 'alert']));
  });

  test('takes the state of an issue from the overrides', () => {
    const groups = new IssueGroups();
    groups.addEvent(eventOf({ type: 'warning' }), SOURCE);
    const id = groups.toIssues()[0]!.fingerprint_id;

    expect(groups.toIssues(new Map([[id, 'ignored']]))[0]?.state).toBe('ignored');
  });
});

describe('order of issues', () => {
  const issueOf = (severity: string, lastSeenNs: bigint | null) =>
    issueRecord({
      fingerprint: issueFingerprint('alert', {}),
      title: '',
      severity,
      hit_count: 1,
      first_seen_ns: null,
      last_seen_ns: lastSeenNs,
      affected_sessions: ['b', '', 'a', 'b'],
      representative_evidence: issueEvidence(),
      evidence: [],
    });

  test('is by severity, then the latest first, an unknown time last', () => {
    const issues = [issueOf('odd', 9n), issueOf('info', null), issueOf('info', 0n), issueOf('error', 1n)];

    expect(issues.sort(compareIssues).map((issue) => [issue.severity, issue.last_seen_ns])).toEqual([
      ['error', 1n],
      ['info', 0n],
      ['info', null],
      ['odd', 9n],
    ]);
    expect(issues[0]?.affected_sessions).toEqual(['a', 'b']);
  });

  test('an equally grave severity does not replace the one that is kept', () => {
    expect(maxSeverity('error', 'critical')).toBe('error');
    expect(maxSeverity('odd', 'info')).toBe('info');
  });

  test('an issue needs a hit', () => {
    expect(() => issueRecord({ ...issueOf('info', null), hit_count: 0 })).toThrow(InvalidRecordError);
  });
});
