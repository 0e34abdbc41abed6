import { existsSync } from 'node:fs';
import { spellPath } from '@stormlog/files';
import type { JsonValue } from '@stormlog/records';
import {
  diagnoseAttachmentRow,
  type ExternalAttachment,
  envelopeAttachmentRows,
  flatTelemetryAttachmentRows,
  localAttachmentRow,
  type OomBundle,
  oomAttachmentRow,
  type RowSource,
  type RunAttachmentRow,
  rollupAttachmentRows,
  sidecarAttachmentRow,
  sinkAttachmentRows,
  sinkSegmentAttachmentRows,
} from '@stormlog/run-catalog';
import type { SessionSummary } from '@stormlog/sessions';
import type { SinkSegment } from '@stormlog/telemetry';
import type { AdapterTable } from '../../adapter.ts';
import { listOf, objectOf, textOf } from '../case-input.ts';
import { attachmentAnswer } from './answers.ts';
import { envelopesOf, withBigInts, worldOf } from './inputs.ts';

const TIMES = ['started_at_ns', 'ended_at_ns', 'start_ns', 'end_ns'];
const SUMMARY_DEFAULTS = {
  status: 'completed',
  ended_at_ns: null,
  host: 'host-a',
  pid: 4242,
  job_id: null,
  rank: 0,
  local_rank: 0,
  world_size: 1,
  source: 'stormlog.session',
};
const EXTERNAL_DEFAULTS = {
  attachment_id: null,
  url: null,
  path: null,
  run_id: null,
  session_id: null,
  job_id: null,
  rank: null,
  start_ns: null,
  end_ns: null,
  created_at_utc: null,
  updated_at_utc: null,
  storage: null,
  source_namespace: null,
  source_ref: null,
  metadata: {},
  sidecar_path: 'stormlog_attachments.json',
};
const BUNDLE_DEFAULTS = {
  created_at_utc: null,
  backend: null,
  reason: null,
  event_count: null,
  session_id: null,
  session_status: null,
  exception_type: null,
  exception_module: null,
};

/** The operations that make attachment rows of one kind. */
export const CATALOG_ROW_ADAPTERS: AdapterTable = {
  'catalog.envelope_rows': async (input) => {
    const hasOthers = objectOf(input)['context_envelopes'] !== undefined;
    const { contexts } = await worldOf(input, hasOthers ? 'context_envelopes' : 'envelopes');
    const envelopes = await envelopesOf(objectOf(input)['envelopes']);
    return answers(
      envelopes
        .filter((envelope) => contexts.has(envelope.run_id))
        .flatMap((item) => [...envelopeAttachmentRows(item)]),
    );
  },
  'catalog.sidecar_rows': async (input) => {
    const { index } = await worldOf(input);
    return answers(
      listOf(objectOf(input)['attachments'], 'attachments').map((item) =>
        sidecarAttachmentRow(
          withBigInts<ExternalAttachment>({ ...EXTERNAL_DEFAULTS, ...objectOf(item) }, TIMES),
          index,
        ),
      ),
    );
  },
  'catalog.sink_rows': async (input) => {
    const data = objectOf(input);
    const { index } = await worldOf(input);
    const source = sourceOf(data['source']);
    const { sessions, segments } = objectOf(data['manifest'], 'manifest');
    const manifest = {
      schema_version: 2,
      format: 'stormlog.append_only_telemetry_sink',
      sessions: sessions === undefined ? [] : listOf(sessions, 'sessions').map(summaryOf),
      segments:
        segments === undefined
          ? []
          : listOf(segments, 'segments').map((item) => withBigInts<SinkSegment>(objectOf(item), [])),
    };
    if (data['part'] === 'segments') return answers(sinkSegmentAttachmentRows(source, manifest, index));
    if (data['part'] === 'rollups') return answers(rollupAttachmentRows(source, manifest, index));
    const hasRollups = existsSync(`${source.path}/rollups.json`);
    return answers([
      ...sinkAttachmentRows(source, manifest, index),
      ...sinkSegmentAttachmentRows(source, manifest, index),
      ...(hasRollups ? rollupAttachmentRows(source, manifest, index) : []),
    ]);
  },
  'catalog.diagnose_rows': async (input) => {
    const { source, summary } = objectOf(input);
    const { index } = await worldOf(input);
    return answers([
      diagnoseAttachmentRow(
        sourceOf(source),
        summary === null || summary === undefined ? null : summaryOf(summary),
        index,
      ),
    ]);
  },
  'catalog.flat_rows': async (input) => {
    const { contexts, index } = await worldOf(input);
    const source = sourceOf(objectOf(input)['source']);
    const members = [...contexts.values()].flatMap((context) => context.members);
    return answers(
      flatTelemetryAttachmentRows(
        source,
        members.filter((member) => member.source_path === source.path),
        index,
      ),
    );
  },
  'catalog.oom_rows': async (input) => {
    const { contexts, index } = await worldOf(input);
    const byId = new Map(
      [...contexts.values()].flatMap((context) => context.members.map((member) => [member.session_id, member])),
    );
    return answers(
      listOf(objectOf(input)['bundles'], 'bundles').map((item) => {
        const fields = objectOf(item, 'bundle');
        const manifestPath = `${textOf(fields['bundle_path'], 'bundle_path')}/manifest.json`;
        const bundle = withBigInts<OomBundle>({ ...BUNDLE_DEFAULTS, ...fields, manifest_path: manifestPath }, []);
        return oomAttachmentRow(bundle, index, byId.get(bundle.session_id ?? ''));
      }),
    );
  },
  'catalog.local_row': (input) => localAttachmentRow(withBigInts(objectOf(input), TIMES)),
};

function answers(rows: Iterable<RunAttachmentRow | null>): Partial<RunAttachmentRow>[] {
  return [...rows].filter((row) => row !== null).map(attachmentAnswer);
}

function sourceOf(value: JsonValue | undefined): RowSource {
  const { path, manifest_path: manifestPath } = objectOf(value, 'source');
  return {
    path: spellPath(textOf(path, 'path')),
    manifest_path: typeof manifestPath === 'string' ? manifestPath : null,
  };
}

function summaryOf(value: JsonValue): SessionSummary {
  return withBigInts({ ...SUMMARY_DEFAULTS, ...objectOf(value, 'summary') }, TIMES);
}
