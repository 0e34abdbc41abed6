import { access } from 'node:fs/promises';
import { joinPath } from '@stormlog/files';
import type { CatalogSource } from '../discovery/catalog-source.ts';
import type { Discovery } from '../discovery/discovery.ts';
import {
  diagnoseAttachmentRow,
  envelopeAttachmentRows,
  flatTelemetryAttachmentRows,
  oomAttachmentRow,
  ROLLUPS_FILENAME,
  rollupAttachmentRows,
  sidecarAttachmentRow,
  sinkAttachmentRows,
  sinkSegmentAttachmentRows,
} from '../runs/attachment-rows.ts';
import type { RunAttachmentRow, SessionRow } from '../runs/row-schemas.ts';
import { type RunContext, type RunMember, runContextSteps } from '../runs/run-context.ts';
import { type RunIdentityIndex, runIdentitySteps } from '../runs/run-identity.ts';
import { inSlices, Pauses, type Steps } from '../slices/steps.ts';

/** Runs with everything that belongs to them (docs/formats/run-catalog.md §6–§8). */
export interface RunModel {
  readonly contexts: ReadonlyMap<string, RunContext>;
  readonly index: RunIdentityIndex;
  /** In the order of their making. */
  readonly attachments: readonly RunAttachmentRow[];
}

/**
 * Puts the runs of a catalog together.
 *
 * @param sessions all session rows, in the order of lists
 */
export async function buildRunModel(
  discovery: Discovery,
  sessions: readonly SessionRow[],
  signal?: AbortSignal | undefined,
): Promise<RunModel> {
  const envelopes = discovery.envelopes;
  const contexts = await inSlices(runContextSteps(sessions, envelopes), signal);
  const index = await inSlices(runIdentitySteps(contexts.values()), signal);
  const rollups = await foldersWithRollups(discovery, signal);
  const attachments = await inSlices(attachmentSteps(discovery, contexts, index, rollups), signal);
  return { contexts, index, attachments };
}

async function foldersWithRollups(discovery: Discovery, signal?: AbortSignal): Promise<ReadonlySet<string>> {
  const folders = new Set<string>();
  const pauses = new Pauses(signal);
  for (const source of discovery.sources) {
    if (pauses.isDue()) await pauses.take();
    if (source.source_kind !== 'sink') continue;
    const isKnown = discovery.details.get(source)?.hasRollups ?? null;
    if (isKnown ?? (await exists(joinPath(source.path, ROLLUPS_FILENAME)))) folders.add(source.path);
  }
  return folders;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

function* attachmentSteps(
  discovery: Discovery,
  contexts: ReadonlyMap<string, RunContext>,
  index: RunIdentityIndex,
  rollups: ReadonlySet<string>,
): Steps<RunAttachmentRow[]> {
  const rows: RunAttachmentRow[] = [];
  for (const envelope of discovery.envelopes) {
    if (!contexts.has(envelope.run_id)) continue;
    for (const row of envelopeAttachmentRows(envelope)) {
      rows.push(row);
      yield;
    }
  }
  for (const attachment of discovery.attachments) {
    const row = sidecarAttachmentRow(attachment, index);
    if (row !== null) rows.push(row);
    yield;
  }
  const bySource = new Map<string, RunMember[]>();
  const byId = new Map<string, RunMember>();
  for (const { members } of contexts.values()) {
    for (const member of members) {
      byId.set(member.session_id, member);
      const group = bySource.get(member.source_path);
      if (group === undefined) bySource.set(member.source_path, [member]);
      else group.push(member);
      yield;
    }
  }
  for (const source of discovery.sources) {
    for (const row of sourceRows(source, discovery, index, rollups, bySource)) {
      rows.push(row);
      yield;
    }
    yield;
  }
  for (const bundle of discovery.oomBundles) {
    const member = bundle.session_id === null ? undefined : byId.get(bundle.session_id);
    const row = oomAttachmentRow(bundle, index, member);
    if (row !== null) rows.push(row);
    yield;
  }
  return rows;
}

function* sourceRows(
  source: CatalogSource,
  discovery: Discovery,
  index: RunIdentityIndex,
  rollups: ReadonlySet<string>,
  bySource: ReadonlyMap<string, readonly RunMember[]>,
): Generator<RunAttachmentRow> {
  const details = discovery.details.get(source);
  if (source.source_kind === 'sink') {
    const manifest = details?.manifest ?? null;
    if (manifest === null) return;
    yield* sinkAttachmentRows(source, manifest, index);
    yield* sinkSegmentAttachmentRows(source, manifest, index);
    if (rollups.has(source.path)) yield* rollupAttachmentRows(source, manifest, index);
  } else if (source.source_kind === 'diagnose_bundle') {
    const row = diagnoseAttachmentRow(source, details?.summary ?? null, index);
    if (row !== null) yield row;
  } else {
    yield* flatTelemetryAttachmentRows(source, bySource.get(source.path) ?? [], index);
  }
}
