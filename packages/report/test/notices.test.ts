import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPaint, renderFault, renderFaultSummary, renderNotices } from '@stormlog/report';
import { describe, expect, test } from 'vitest';
import { adviceFor, isKnownNotice } from '../src/terminal/notice-advice.ts';

const options = { width: 80, paint: createPaint(false) };
const line = (n: number) => ({ code: 'line_skipped', message: `a.jsonl:${n}: not JSON`, path: 'a.jsonl', line: n });

describe('notices', () => {
  test('of many of one kind a few are written, in the order of their lines, and the rest counted', () => {
    const lines = renderNotices([5, 3, 4, 9, 7].map(line), options);
    expect(lines).toEqual([
      'warning: a.jsonl:3: not JSON',
      'warning: a.jsonl:4: not JSON',
      'warning: a.jsonl:5: not JSON',
      '  and 2 more like this (line_skipped)',
      '  → stormlog validate FILE lists every fault of a file',
    ]);
  });

  test('a file with one fault does not hide behind one with many', () => {
    const other = { code: 'line_skipped', message: 'b.jsonl:9: torn', path: 'b.jsonl', line: 9 };
    const lines = renderNotices([...[1, 2, 3, 4, 5].map(line), other], options);
    expect(lines.slice(0, 4)).toEqual([
      'warning: a.jsonl:1: not JSON',
      'warning: a.jsonl:2: not JSON',
      'warning: b.jsonl:9: torn',
      '  and 3 more like this, 2 files in all (line_skipped)',
    ]);
  });

  test('the same notice met twice is written once', () => {
    expect(renderNotices([line(1), line(1)], options).filter((text) => text.startsWith('warning'))).toHaveLength(1);
  });

  test('a path with control characters is named once, as the message spells it', () => {
    const notice = { code: 'line_skipped', message: 'a\\x0a.jsonl: not JSON', path: 'a\n.jsonl' };
    expect(renderNotices([notice], options)[0]).toBe('warning: a\\x0a.jsonl: not JSON');
  });

  test('warnings come before notes', () => {
    const note = { code: 'fragmentation_disabled', message: 'no fragmentation' };
    expect(renderNotices([note, line(1)], options)[0]).toContain('a.jsonl:1');
  });

  test('that a file gave nothing is not said when another notice says why', () => {
    const nothing = { code: 'no_events', message: 'b.json: no event', path: 'b.json' };
    const why = {
      code: 'json_unreadable',
      message: 'b.json was not used: not JSON',
      path: 'b.json',
      cause: 'not JSON',
    };
    expect(renderNotices([why, nothing], options).join('\n')).not.toContain('no event');
    expect(renderNotices([nothing], options).join('\n')).toContain('no event');
  });

  test('place and cause are added where the message lacks them', () => {
    const bare = { code: 'csv_row_rejected', message: 'bad row', path: 'c.csv', line: 7, cause: 'no time' };
    expect(renderNotices([bare], options)[0]).toBe('warning: c.csv:7: bad row: no time');
  });

  test('nothing of a file reaches the terminal raw, and a message of any length is cut', () => {
    const evil = { code: 'line_skipped', message: `\u001b[31m${'y'.repeat(5000)}`, path: 'd\n\u202e.jsonl', line: 1 };
    const text = renderNotices([evil], options).join('\n');
    expect(text).not.toMatch(/[\u001b\u202e]/);
    expect(text.length).toBeLessThan(700);
    expect(text).toContain('d\\n\\u202e.jsonl');
  });

  test('many kinds are cut to a screen', () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ code: `kind_${i}`, message: `message ${i}` }));
    const lines = renderNotices(many, options);
    expect(lines.length).toBeLessThan(15);
    expect(lines.at(-1)).toContain('22 more messages of other kinds');
  });

  test('a hint stands with its own notice, not for the others of its kind', () => {
    const lines = renderNotices([line(1), { ...line(2), hint: 'save it as UTF-8' }], options);
    expect(lines.slice(0, 2)).toEqual([
      'warning: a.jsonl:1: not JSON',
      'warning: a.jsonl:2: not JSON (save it as UTF-8)',
    ]);
  });

  test('paths below the working folder are relative, others whole', () => {
    const at = (path: string) =>
      renderNotices([{ code: 'torn_tail', message: `${path}: torn`, path }], { ...options, base: '/a' });
    expect(at('/a/x.jsonl')[0]).toBe('note: x.jsonl: torn');
    expect(at('/b/a/x.jsonl')[0]).toBe('note: /b/a/x.jsonl: torn');
    expect(at('/ab/x.jsonl')[0]).toBe('note: /ab/x.jsonl: torn');
  });

  test('every warning in the documentation is known here', async () => {
    const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'formats', 'warnings.md');
    const rows = [...(await readFile(page, 'utf8')).matchAll(/^\| (`[^|]*`) \|/gm)].map((match) => match[1]!);
    const codes = rows.flatMap((cell) => [...cell.matchAll(/`([a-z_]+)`/g)].map((match) => match[1]!));
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !isKnownNotice(code))).toEqual([]);
    expect(adviceFor('never_heard_of')).toEqual({ severity: 'warning', next: null });
  });
});

describe('faults', () => {
  const fault = {
    path: 'a.jsonl',
    line: 3,
    element: null,
    field: 'rank',
    code: 'field_invalid',
    message: 'rank must be a rank, found "\u001b"',
  };

  test('stand on one line in the form that editors understand', () => {
    expect(renderFault(fault, createPaint(false))).toBe('a.jsonl:3: rank must be a rank, found "\\x1b"');
    const element = { ...fault, line: null, element: 'events[4]' };
    expect(renderFault(element, createPaint(false))).toBe('a.jsonl: events[4]: rank must be a rank, found "\\x1b"');
  });

  test('a path in the message is not repeated', () => {
    expect(renderFault({ ...fault, message: 'a.jsonl: gone' }, createPaint(false))).toBe('a.jsonl:3: gone');
  });

  test('the summary counts all, listed or not', () => {
    const file = { path: 'a.jsonl', records: 10, invalid: 4, legacy: 2, faults: 7 };
    expect(renderFaultSummary([file], 5, createPaint(false))).toBe(
      '… and 2 more faults, not listed (--limit lists more)\n' +
        '1 file, 10 records: 7 faults (4 invalid records, 1 file affected)\n' +
        '2 records of the old form without a schema_version: read, but they say less\n',
    );
    expect(renderFaultSummary([], 0, createPaint(false))).toBe('');
  });
});
