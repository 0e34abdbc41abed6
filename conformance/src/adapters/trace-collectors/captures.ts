import { createHash } from 'node:crypto';
import { type TraceCapture, traceAttachment } from '@stormlog/capture';
import { resolvePath } from '@stormlog/files';
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from '@stormlog/records';
import { type Environment, systemEnvironment } from '@stormlog/sessions';
import {
  type CaptureTraceOptions,
  captureTrace,
  importKinetoTrace,
  loadKinetoTrace,
  loadNsysSqlite,
} from '@stormlog/trace-collectors';
import type { AdapterTable } from '../../adapter.ts';
import { objectOf, textOf } from '../case-input.ts';

/** The world the answers were made in. */
export const TRACE_WORLD: Environment = {
  ...systemEnvironment(),
  version: '9.9.9',
  hostName: 'import-host',
  pid: 31337,
  bootId: null,
};

/** The operations that read one trace. */
export const TRACE_CAPTURE_ADAPTERS: AdapterTable = {
  'trace.kineto_import': async (input) => {
    const given = objectOf(input);
    const path = textOf(given['path'], 'path');
    const options = optionsOf(given);
    const capture =
      given['device_uuids_by_pid'] === undefined
        ? await importKinetoTrace(path, options as Parameters<typeof importKinetoTrace>[1])
        : await captureTrace(await loadKinetoTrace(path), path, options);
    return answerOf(capture);
  },
  'trace.nsys_import': async (input) => {
    const given = objectOf(input);
    const path = textOf(given['path'], 'path');
    return answerOf(await captureTrace(await loadNsysSqlite(path), path, optionsOf(given)));
  },
};

/** Options of a case. Unsound ones are what some cases are about. */
export function optionsOf(given: JsonObject): CaptureTraceOptions {
  const { attachment, device_uuids, device_uuids_by_pid, detail } = given;
  return {
    runId: textOf(given['run_id'], 'run_id'),
    sessionId: textOf(given['session_id'], 'session_id'),
    attachment: isJsonObject(attachment) ? traceAttachment(attachment as never) : null,
    deviceUuids: tableOf(device_uuids),
    deviceUuidsByPid: isJsonObject(device_uuids_by_pid)
      ? new Map(Object.entries(device_uuids_by_pid).map(([pid, table]) => [pid, tableOf(table) ?? new Map()]))
      : undefined,
    ...(detail === undefined ? {} : { detail: textOf(detail, 'detail') }),
    environment: TRACE_WORLD,
  };
}

function tableOf(value: JsonValue | undefined): Map<string, string> | undefined {
  return isJsonObject(value) ? new Map(Object.entries(value).map(([key, uuid]) => [key, String(uuid)])) : undefined;
}

/** A capture as the answers have it. */
export function answerOf({ capabilities, events, attachments, summary }: TraceCapture): JsonValue {
  return {
    capabilities: { ...capabilities },
    events: (events ?? []) as unknown as JsonValue,
    attachments: (attachments ?? []) as unknown as JsonValue,
    summary: summaryOf(summary ?? null),
  } as JsonObject;
}

/** A summary without its prose. */
export function summaryOf(summary: JsonValue): JsonValue {
  if (!isJsonObject(summary)) return summary;
  const { event_loss_note: _, ...kept } = summary;
  const { notes, traces } = kept;
  return {
    ...kept,
    ...(Array.isArray(notes) ? { notes: notes.length } : {}),
    ...(Array.isArray(traces) ? { traces: traces.map(summaryOf) } : {}),
  };
}

/** An answer with the digest of each file's path named. */
export async function undigested(answer: JsonValue, paths: readonly string[], directory: string): Promise<JsonValue> {
  let text = stringifyJson(answer);
  for (const path of paths) {
    const resolved = await resolvePath(path);
    const digest = createHash('sha256').update(resolved, 'utf8').digest('hex').slice(0, 12);
    text = text.replaceAll(digest, `<${resolved.slice(directory.length + 1)}>`);
  }
  return parseJson(text);
}
