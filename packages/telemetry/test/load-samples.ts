import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type JsonObject, stringifyJson } from '@stormlog/records';
import { onTestFinished } from 'vitest';
import type { LoadReport } from '../src/load/load-report.ts';

/** A version-3 record; members given replace its own. */
export function sampleRecord(members: JsonObject = {}): JsonObject {
  return {
    schema_version: 3,
    session_id: 's',
    timestamp_ns: 1_700_000_000_123_456_789n,
    event_type: 'sample',
    collector: 'stormlog.cuda_tracker',
    sampling_interval_ms: 100,
    pid: 7,
    host: 'node-a',
    device_id: 0,
    allocator_allocated_bytes: 1000,
    allocator_reserved_bytes: 1500,
    allocator_active_bytes: null,
    allocator_inactive_bytes: null,
    allocator_change_bytes: 0,
    device_used_bytes: 2000,
    device_free_bytes: null,
    device_total_bytes: null,
    context: null,
    metadata: { backend: 'cuda' },
    ...members,
  };
}

/** A record's line, without the line end. */
export function sampleLine(members: JsonObject = {}): string {
  return stringifyJson(sampleRecord(members));
}

/** A folder with these files, gone when the test ends. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'telemetry-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

/** Collects reports, and answers the codes of their notices. */
export function reportCollector() {
  const reports: LoadReport[] = [];
  return {
    reports,
    onReport: (report: LoadReport): void => {
      reports.push(report);
    },
    get notices() {
      return reports.flatMap((report) => report.notices);
    },
    get codes(): string[] {
      return reports.flatMap((report) => report.notices.map((notice) => notice.code));
    },
  };
}
