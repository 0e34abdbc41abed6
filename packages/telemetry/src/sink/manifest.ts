import { printablePath, readJsonDocument } from '@stormlog/files';
import {
  coerceInteger,
  InvalidRecordError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  StormlogError,
} from '@stormlog/records';
import { parseSessionSummary } from '@stormlog/sessions';
import type { NoticeSink } from '../load/load-report.ts';
import type { SinkManifest, SinkSegment } from './manifest-schema.ts';
import { refuseSpecialFile } from './path-kind.ts';
import { resolveSinkManifestPath } from './resolve-manifest.ts';
import { SINK_FORMAT } from './sink-names.ts';

export type { SinkManifest, SinkSegment } from './manifest-schema.ts';

/** Options of the readers of a sink's ledger. */
export interface SinkManifestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told what could not be used, and why. */
  readonly onNotice?: NoticeSink | undefined;
}

/**
 * The manifest that belongs to a sink folder, a manifest path or a `.jsonl` file; null when there is none, or one that
 * cannot be used, of which `onNotice` is told (docs/formats/sinks.md §3).
 *
 * Reading is lenient: entries that are not understood are left out, counts that are no counts are 0.
 *
 * @throws ArtifactError only when the operating system does not let one look at the path
 */
export async function readSinkManifest(path: string, options: SinkManifestOptions = {}): Promise<SinkManifest | null> {
  const manifestPath = await resolveSinkManifestPath(path);
  if (manifestPath === null) return null;
  const { onNotice, signal } = options;
  try {
    await refuseSpecialFile(manifestPath);
    return parseSinkManifest(
      await readJsonDocument(manifestPath, { signal, skipByteOrderMark: false }),
      manifestPath,
      onNotice,
    );
  } catch (error) {
    if (!(error instanceof StormlogError)) throw error;
    passOver(error, noticeOf(manifestPath, onNotice));
    return null;
  }
}

/**
 * The manifest that parsed JSON holds, as leniently as {@link readSinkManifest}; null when it cannot be used, of which
 * `onNotice` is told (docs/formats/sinks.md §3).
 *
 * @param path of the manifest, for notices
 */
export function parseSinkManifest(document: JsonValue, path: string, onNotice?: NoticeSink): SinkManifest | null {
  const notice = noticeOf(path, onNotice);
  try {
    if (!isJsonObject(document)) throw new InvalidRecordError('record_not_object', 'a manifest must be an object');
    return manifestOf(document, notice);
  } catch (error) {
    if (!(error instanceof StormlogError)) throw error;
    passOver(error, notice);
    return null;
  }
}

function noticeOf(path: string, onNotice: NoticeSink | undefined): Notice {
  return (code, reason, field) =>
    onNotice?.({ code, message: `${printablePath(path)}: ${reason}`, path, line: null, field });
}

function passOver(error: StormlogError, notice: Notice): void {
  const field = error instanceof InvalidRecordError ? error.field : null;
  notice('manifest_unreadable', `the manifest cannot be used and is passed over: ${error.message}`, field);
}

type Notice = (code: string, reason: string, field: string | null) => void;

function manifestOf(document: JsonObject, notice: Notice): SinkManifest {
  const schemaVersion = versionOf(member(document, 'schema_version'));
  const format = member(document, 'format');
  return {
    schema_version: schemaVersion,
    format: typeof format === 'string' && format !== '' ? format : SINK_FORMAT,
    sessions: schemaVersion >= 2 ? collect(document, 'sessions', parseSessionSummary, notice) : [],
    segments: collect(document, 'segments', parseSegment, notice),
  };
}

/** @throws InvalidRecordError when the version is infinite or beyond ±(2^53−1) */
function versionOf(value: JsonValue | undefined): number {
  const version = lenientCount(value, 'schema_version');
  if (version === 'out of range') {
    throw new InvalidRecordError('number_out_of_range', 'schema_version is beyond every version there can be', {
      field: 'schema_version',
    });
  }
  return version === null || version < 1 ? 1 : version;
}

function collect<Entry>(
  document: JsonObject,
  key: string,
  parse: (entry: JsonValue) => Entry,
  notice: Notice,
): readonly Entry[] {
  const list = member(document, key);
  const entries: Entry[] = [];
  if (!Array.isArray(list)) return entries;
  list.forEach((entry: JsonValue, index) => {
    try {
      entries.push(parse(entry));
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      notice('manifest_entry_unusable', `${key}[${index}] is passed over: ${error.message}`, `${key}[${index}]`);
    }
  });
  return entries;
}

function parseSegment(entry: JsonValue): SinkSegment {
  if (!isJsonObject(entry)) throw new InvalidRecordError('record_not_object', 'a segment must be an object');
  const filename = member(entry, 'filename');
  if (typeof filename !== 'string') {
    throw new InvalidRecordError('field_invalid', 'filename must be a text', { field: 'filename' });
  }
  const sessionId = member(entry, 'session_id');
  return {
    filename,
    event_count: countOf(entry, 'event_count'),
    size_bytes: countOf(entry, 'size_bytes'),
    closed: isTruthy(member(entry, 'closed')),
    session_id: typeof sessionId === 'string' ? sessionId : null,
  };
}

/** @throws InvalidRecordError for an infinite count */
function countOf(entry: JsonObject, field: string): number {
  const value = member(entry, field);
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    throw new InvalidRecordError('number_out_of_range', `${field} is infinite`, { field });
  }
  const count = lenientCount(value, field);
  return typeof count === 'number' && count >= 0 ? count : 0;
}

/** A lenient integer; null when the value is none. */
function lenientCount(value: JsonValue | undefined, field: string): number | 'out of range' | null {
  if (value === undefined) return null;
  try {
    const integer = Number(coerceInteger(value, field));
    return Number.isSafeInteger(integer) ? integer : 'out of range';
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    return error.code === 'number_out_of_range' ? 'out of range' : null;
  }
}

function isTruthy(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return typeof value === 'number' ? value !== 0 : Boolean(value);
}

function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
