import { readFile } from 'node:fs/promises';
import { joinPath, pathName, pathSuffix } from '@stormlog/files';
import { ArtifactError, compareCodePoints, parseIntegerText, stringifyJson } from '@stormlog/records';
import { type SessionSummary, sessionSummaryToRecord } from '@stormlog/sessions';
import { readSinkManifest, type SinkManifest, type SinkSegment } from '../sink/manifest.ts';
import { MANIFEST_FILENAME, SEGMENT_PREFIX, SEGMENT_SUFFIX, SINK_FORMAT, unpackedPath } from '../sink/sink-names.ts';
import { countLines } from './count-lines.ts';
import { onDisk } from './disk-fault.ts';
import { replaceWhole } from './replace-whole.ts';
import type { SinkFileOperations } from './sink-file-operations.ts';

/** Version of the manifests that are written. */
export const SINK_VERSION = 2;

const TEMPORARY = 'manifest.tmp';
const NUMBER_DIGITS = 6;
const OWN_NAME = /^segment-[0-9]{6,}\.jsonl$/;
const NUMBERED = /^segment-(\p{Nd}+)$/u;

/** A segment of the ledger, whose counts grow. */
export type LedgerSegment = { -readonly [Field in keyof SinkSegment]: SinkSegment[Field] };

/** What a writer knows of its folder: the sessions and segments that it writes into the manifest. */
export class SinkLedger {
  readonly segments: LedgerSegment[] = [];
  readonly sessions = new Map<string, SessionSummary>();
  readonly #root: string;
  readonly #operations: SinkFileOperations;
  #nextNumber = 1n;
  /** The manifest's text; null before the first, and when the last could not be written. */
  #written: string | null = null;

  private constructor(root: string, operations: SinkFileOperations) {
    this.#root = root;
    this.#operations = operations;
  }

  /**
   * The ledger of a folder. Sessions that still run belong to a writer that died: they become
   * `interrupted`, ended now, and their segments closed (docs/formats/sinks.md §7).
   *
   * @throws ArtifactError `manifest_newer`, or what kept one from reading or writing
   * @throws InvalidRecordError `not_utf8` for a segment that the manifest does not list
   */
  static async open(root: string, operations: SinkFileOperations, nowNs: bigint): Promise<SinkLedger> {
    const names = await onDisk(root, 'list', () => operations.list(root));
    const manifest = await readSinkManifest(root);
    refuseNewer(root, manifest);
    const ledger = new SinkLedger(root, operations);
    await ledger.#addSegments(names, manifest);
    const hasInterrupted = ledger.#addSessions(manifest, nowNs);
    ledger.#countOn([...names.filter((name) => name.endsWith('.gz')), ...ledger.segments.map((item) => item.filename)]);
    const isDue =
      manifest === null ? ledger.segments.length > 0 : hasInterrupted || manifest.schema_version !== SINK_VERSION;
    if (isDue) await ledger.writeManifest(true);
    return ledger;
  }

  /** A new open segment at the end of the ledger; its number is used up. */
  addSegment(sessionId: string | null): LedgerSegment {
    const number = String(this.#nextNumber++).padStart(NUMBER_DIGITS, '0');
    const filename = `${SEGMENT_PREFIX}${number}${SEGMENT_SUFFIX}`;
    const segment = { filename, event_count: 0, size_bytes: 0, closed: false, session_id: sessionId };
    this.segments.push(segment);
    return segment;
  }

  /** The manifest as it stands. */
  toManifest(): SinkManifest {
    return {
      schema_version: SINK_VERSION,
      format: SINK_FORMAT,
      sessions: [...this.sessions.values()].sort(byStart).map(sessionSummaryToRecord),
      segments: this.segments.map((segment) => ({ ...segment })),
    };
  }

  /**
   * Replaces the manifest.
   *
   * @param sync bring it to the disk too; else only a crash of the process, not of the machine, leaves the old or the new one
   * @throws ArtifactError `file_unwritable`, `durability_unknown`
   */
  async writeManifest(sync: boolean): Promise<void> {
    const paths = { temporary: joinPath(this.#root, TEMPORARY), target: joinPath(this.#root, MANIFEST_FILENAME) };
    const text = `${stringifyJson(this.toManifest(), { ascii: true, indent: 2 })}\n`;
    this.#written = null;
    await replaceWhole(this.#operations, paths, text, sync);
    this.#written = text;
  }

  /** False when someone else has written the manifest since it was written here. */
  async isCurrent(): Promise<boolean> {
    if (this.#written === null) return true;
    const path = joinPath(this.#root, MANIFEST_FILENAME);
    return (await readFile(path, 'utf8').catch(() => null)) === this.#written;
  }

  async #addSegments(names: readonly string[], manifest: SinkManifest | null): Promise<void> {
    const byName = new Map<string, LedgerSegment>();
    for (const segment of manifest?.segments ?? []) byName.set(segment.filename, { ...segment });
    for (const name of names) {
      if (!name.startsWith(SEGMENT_PREFIX) || !name.endsWith(SEGMENT_SUFFIX) || byName.has(name)) continue;
      byName.set(name, await this.#adopt(name));
    }
    this.segments.push(...byName.values());
    this.segments.sort((left, right) => compareCodePoints(left.filename, right.filename));
  }

  async #adopt(filename: string): Promise<LedgerSegment> {
    const path = joinPath(this.#root, filename);
    const eventCount = await countLines(path);
    const size = await onDisk(path, 'look', () => this.#operations.size(path));
    return { filename, event_count: eventCount, size_bytes: size ?? 0, closed: true, session_id: null };
  }

  /** @returns true when a session was found running */
  #addSessions(manifest: SinkManifest | null, nowNs: bigint): boolean {
    let hasInterrupted = false;
    for (const summary of manifest?.sessions ?? []) this.sessions.set(summary.session_id, summary);
    for (const [id, summary] of this.sessions) {
      if (summary.status !== 'running') continue;
      this.sessions.set(id, { ...summary, status: 'interrupted', ended_at_ns: nowNs });
      hasInterrupted = true;
    }
    for (const segment of this.segments) {
      const session = segment.session_id === null ? undefined : this.sessions.get(segment.session_id);
      if (session?.status === 'interrupted') segment.closed = true;
    }
    return hasInterrupted;
  }

  /** Goes on after the highest number that a name has. */
  #countOn(names: readonly string[]): void {
    for (const listed of names) {
      const name = pathName(unpackedPath(listed));
      const [, digits] = NUMBERED.exec(name.slice(0, name.length - pathSuffix(name).length)) ?? [];
      const number = digits === undefined ? null : parseIntegerText(digits);
      if (number !== null && number >= this.#nextNumber) this.#nextNumber = number + 1n;
    }
  }
}

/** True for names that a sink gives its segments; nothing else is ever deleted. */
export function isOwnSegment(segment: SinkSegment): boolean {
  return OWN_NAME.test(segment.filename);
}

function refuseNewer(root: string, manifest: SinkManifest | null): void {
  if (manifest === null || manifest.schema_version <= SINK_VERSION) return;
  throw new ArtifactError(
    'manifest_newer',
    `the manifest has version ${manifest.schema_version}, which a newer version of this software wrote; it would be rewritten as version ${SINK_VERSION}`,
    { path: joinPath(root, MANIFEST_FILENAME), stage: 'open' },
  );
}

function byStart(left: SessionSummary, right: SessionSummary): number {
  if (left.started_at_ns !== right.started_at_ns) return left.started_at_ns < right.started_at_ns ? -1 : 1;
  return compareCodePoints(left.session_id, right.session_id);
}
