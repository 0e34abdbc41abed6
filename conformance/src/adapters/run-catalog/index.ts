import { isJsonObject, type JsonValue, parseJson, StormlogError } from '@stormlog/records';
import {
  ATTACHMENTS_FILENAME,
  ATTACHMENTS_FORMAT,
  ATTACHMENTS_SCHEMA_VERSION,
  CORRELATION_CLOCK_DOMAIN,
  CORRELATION_CLOCK_NORMALIZATION,
  createCorrelationEvidence,
  createCorrelationFilter,
  createCorrelationResult,
  DEFAULT_CORRELATION_WINDOW_NS,
  datetimeToNs,
  parseDatetime,
  resolveRunId,
  runAttachmentMatches,
  runMatches,
  runRow,
} from '@stormlog/run-catalog';
import {
  attachmentStorageOrDefault,
  attachmentStorageOrNull,
  isRunEnvelope,
  parseRunEnvelope,
  RUN_ENVELOPE_FILENAME,
  RUN_ENVELOPE_FORMAT,
  RUN_ENVELOPE_SCHEMA_VERSION,
} from '@stormlog/run-catalog/envelope';
import { readSinkManifest } from '@stormlog/telemetry';
import type { AdapterTable } from '../../adapter.ts';
import { listOf, objectOf, textOf } from '../case-input.ts';
import { runAnswer } from './answers.ts';
import { CATALOG_FOLDER_ADAPTERS } from './folders.ts';
import { filterOf, withBigInts, worldOf } from './inputs.ts';
import { CATALOG_ROW_ADAPTERS } from './rows.ts';

const EXTERNAL_DEFAULTS = { run_id: null, storage: null, source_namespace: null, source_ref: null };

/** The operations `catalog.*`. */
export const RUN_CATALOG_ADAPTERS: AdapterTable = {
  ...CATALOG_FOLDER_ADAPTERS,
  ...CATALOG_ROW_ADAPTERS,
  'catalog.constants': () => ({
    run_envelope_filename: RUN_ENVELOPE_FILENAME,
    run_envelope_format: RUN_ENVELOPE_FORMAT,
    run_envelope_schema_version: RUN_ENVELOPE_SCHEMA_VERSION,
    attachments_filename: ATTACHMENTS_FILENAME,
    attachments_format: ATTACHMENTS_FORMAT,
    attachments_schema_version: ATTACHMENTS_SCHEMA_VERSION,
    clock_domain: CORRELATION_CLOCK_DOMAIN,
    clock_normalization: CORRELATION_CLOCK_NORMALIZATION,
    default_correlation_window_ns: DEFAULT_CORRELATION_WINDOW_NS,
  }),
  'catalog.is_envelope': (input) =>
    new Map(payloadsOf(input).map(([name, payload]) => [name, isRunEnvelope(payload)] as const)),
  'catalog.parse_envelope': (input) => {
    const { payload, path } = objectOf(input);
    return envelopeOrNull(payload ?? null, textOf(path, 'path'));
  },
  'catalog.parse_envelope_text': (input) => {
    const { text, path } = objectOf(input);
    const payload = parseJson(textOf(text, 'text'));
    return isJsonObject(payload) ? envelopeOrNull(payload, textOf(path, 'path')) : null;
  },
  'catalog.envelope_verdicts': async (input) => {
    const verdicts = new Map<string, boolean>();
    for (const [name, payload] of payloadsOf(input)) {
      verdicts.set(name, (await envelopeOrNull(payload, RUN_ENVELOPE_FILENAME)) !== null);
    }
    return verdicts;
  },
  'catalog.attachment_storage': (input) =>
    listOf(objectOf(input)['values'], 'values').map((value) => ({
      strict: attachmentStorageOrNull(value),
      default: attachmentStorageOrDefault(value),
    })),
  'catalog.parse_datetime': (input) =>
    listOf(objectOf(input)['values'], 'values').map((value) => {
      const instant = parseDatetime(typeof value === 'string' ? value : null);
      return instant === null ? null : { epoch_us: instant, ns: datetimeToNs(instant) };
    }),
  'catalog.correlation_filter': (input) =>
    createCorrelationFilter(withBigInts(objectOf(input), ['at_ns', 'window_ns'])),
  'catalog.correlation_evidence': (input) => createCorrelationEvidence(withBigInts(objectOf(input), [])),
  'catalog.correlation_result': (input) => {
    const data = objectOf(input);
    const evidence = data['evidence'] === undefined ? [] : listOf(data['evidence'], 'evidence');
    return createCorrelationResult(
      withBigInts(
        {
          ...data,
          evidence: evidence.map((item) => ({ ...createCorrelationEvidence(withBigInts(objectOf(item), [])) })),
        } as never,
        [],
      ),
    );
  },
  'catalog.external_attachment': (input) => ({ ...EXTERNAL_DEFAULTS, ...objectOf(input) }),
  'catalog.build_contexts': async (input) =>
    [...(await worldOf(input)).contexts.values()].map((context) => {
      const { attachment_count: _, ...row } = runAnswer(runRow(context, 0));
      return { ...row, members: context.members.map((member) => [member.session_id, member.source_path]) };
    }),
  'catalog.identity_index': async (input) => {
    const { index } = await worldOf(input);
    return {
      session_to_run: index.session_to_run,
      job_to_run: index.job_to_run,
      source_ref_to_run: [...index.source_ref_to_run].flatMap(([namespace, refs]) =>
        [...refs].map(([ref, runId]) => [namespace, ref, runId]),
      ),
      conflicts: index.conflicts,
    };
  },
  'catalog.resolve_run_id': async (input) =>
    resolveRunId(withBigInts(objectOf(objectOf(input)['identity'], 'identity'), []), (await worldOf(input)).index),
  'catalog.run_rows': async (input) => {
    const counts = objectOf(objectOf(input)['attachment_counts'] ?? {}, 'attachment_counts');
    const rows = [...(await worldOf(input)).contexts.values()].map((context) => {
      const count = Object.hasOwn(counts, context.run_id) ? counts[context.run_id] : 0;
      return runRow(context, Number(count));
    });
    return rows.filter((row) => runMatches(row, filterOf(input))).map(runAnswer);
  },
  'catalog.match_attachments': (input) =>
    listOf(objectOf(input)['rows'], 'rows')
      .map((row, index) => ({ row: withBigInts<never>({ ...NO_ATTACHMENT, ...objectOf(row, 'row') }, []), index }))
      .filter(({ row }) => runAttachmentMatches(row, filterOf(input)))
      .map(({ index }) => index),
  'catalog.read_sink_manifest': (input) => readSinkManifest(textOf(objectOf(input)['path'], 'path')),
};

const NO_ATTACHMENT = {
  run_id: 'run',
  kind: 'kind',
  session_id: null,
  job_id: null,
  rank: null,
  source_namespace: null,
  source_ref: null,
};

function payloadsOf(input: JsonValue): [string, JsonValue][] {
  return Object.entries(objectOf(objectOf(input)['payloads'], 'payloads'));
}

async function envelopeOrNull(payload: JsonValue, path: string) {
  try {
    return await parseRunEnvelope(payload, path);
  } catch (error) {
    if (error instanceof StormlogError) return null;
    throw error;
  }
}
