import { appendFile, chmod, lstat, mkdir, readdir, readFile, readlink, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import {
  appendInferenceCapture,
  type CaptureContext,
  type CaptureSession,
  captureCapabilities,
  type EngineCapture,
  linkTraceActivities,
  type TraceAttachmentInput,
  type TraceCapture,
  traceAttachment,
} from '@stormlog/capture';
import { type InferenceRecord, parseInferenceRecord } from '@stormlog/correlation-events';
import { ArtifactError, isJsonObject, type JsonObject, type JsonValue, StormlogError } from '@stormlog/records';
import { type Environment, systemEnvironment } from '@stormlog/sessions';
import type { AdapterTable } from '../adapter.ts';
import { listOf, objectOf, textOf } from './case-input.ts';

const DEFAULT_ENVIRONMENT = { boot_id: 'b0070000-1111-4222-8333-444455556666', version: '9.9.9' };

/** The operations `capture.*`. */
export const CAPTURE_ADAPTERS: AdapterTable = {
  // Unsound input is what these cases are about.
  'capture.capabilities': (input) => captureCapabilities(objectOf(input) as object),
  'capture.attachment': (input, { directory }) => attachmentOf(located(input, directory)),
  'capture.link': (input) => {
    const { engine_events, trace_events } = objectOf(input);
    return linkTraceActivities(eventsOf(engine_events), eventsOf(trace_events));
  },
  'capture.append': (input, { directory }) => append(objectOf(located(input, directory)), directory, countingIds()),
  'capture.append_twice': async (input, { directory }) => {
    const data = objectOf(located(input, directory));
    const first = objectOf(data['first'], 'first');
    const ids = countingIds();
    const once = await append(first, directory, ids);
    return [once, await append({ ...first, ...objectOf(data['second'], 'second') }, directory, ids)];
  },
};

/** The error of a component of the case. */
class ComponentError extends Error {}

async function append(given: JsonObject, directory: string, newId: () => string): Promise<unknown> {
  const world = { ...DEFAULT_ENVIRONMENT, ...objectOf(given['environment'] ?? {}, 'environment') };
  const environment: Environment = {
    ...systemEnvironment(),
    newId,
    bootId: typeof world.boot_id === 'string' ? world.boot_id : null,
    version: textOf(world.version, 'version'),
  };
  const calls: string[][] = [];
  const failures = new Set<unknown>();
  const componentOf = (key: string, name: string) => {
    const answer = given[key] ?? null;
    if (answer === null) return null;
    return {
      collect: async ({ runId, sessionId }: CaptureContext): Promise<TraceCapture | null> => {
        calls.push([name, runId, sessionId]);
        try {
          return await collect(objectOf(answer, key));
        } catch (error) {
          failures.add(error);
          throw error;
        }
      },
    };
  };
  for (const [name, mode] of Object.entries(objectOf(given['modes'] ?? {}, 'modes'))) {
    await chmod(join(directory, name), Number.parseInt(textOf(mode, name), 8));
  }
  const before = await snapshot(directory);
  const umask = process.umask(Number.parseInt(textOf(given['umask'] ?? '0022', 'umask'), 8));
  let failure: unknown = null;
  try {
    await appendInferenceCapture(textOf(given['artifact'] ?? 'infer.jsonl', 'artifact'), {
      runId: textOf(given['run_id'], 'run_id'),
      session: sessionOf(objectOf(given['session'], 'session')),
      envelopePath: typeof given['envelope'] === 'string' ? given['envelope'] : null,
      engineAdapter: componentOf('engine', 'engine_adapter'),
      traceCollector: componentOf('trace', 'trace_collector'),
      transport: given['transport'] === 'embedded' ? 'embedded' : 'v4',
      environment,
      lock: false,
    });
  } catch (error) {
    failure = error;
  } finally {
    process.umask(umask);
  }
  const after = await snapshot(directory);
  const changed = [...after].filter(([name, entry]) => JSON.stringify(entry) !== JSON.stringify(before.get(name)));
  return {
    error: failure === null ? null : kindOf(failure),
    stage: failure === null ? null : failures.has(failure) ? 'collect' : stageOf(failure),
    collected: calls,
    changed: Object.fromEntries(changed),
    removed: [...before.keys()].filter((name) => !after.has(name)).sort(),
  };
}

async function collect(answer: JsonObject): Promise<TraceCapture | null> {
  const effects = objectOf(answer['effects'] ?? {}, 'effects');
  for (const [key, put] of [
    ['write', writeFile],
    ['append', appendFile],
  ] as const) {
    for (const [name, text] of Object.entries(objectOf(effects[key] ?? {}, key))) {
      await mkdir(dirname(name), { recursive: true });
      await put(name, textOf(text, name));
    }
  }
  for (const name of listOf(effects['remove'] ?? [], 'remove')) await unlink(textOf(name, 'remove'));
  if (answer['raises'] === true) throw new ComponentError('the component failed');
  if (answer['capabilities'] === undefined) return null;
  const capture: EngineCapture = {
    capabilities: captureCapabilities(objectOf(answer['capabilities']) as object),
    // Version-1 rows among the events are what some cases are about.
    events: eventsOf(answer['events']) as never,
    summary: (answer['summary'] ?? null) as JsonObject | null,
  };
  return { ...capture, attachments: listOf(answer['attachments'] ?? [], 'attachments').map(attachmentOf) };
}

function attachmentOf(value: JsonValue) {
  // Unsound input is what these cases are about.
  return traceAttachment(objectOf(value) as unknown as TraceAttachmentInput);
}

function eventsOf(value: JsonValue | undefined): InferenceRecord[] {
  return listOf(value ?? [], 'events').map((record) => parseInferenceRecord(record));
}

function sessionOf(session: JsonObject): CaptureSession {
  // Unsound sessions are what some cases are about.
  return { ...session } as unknown as CaptureSession;
}

function kindOf(error: unknown): string {
  if (error instanceof ComponentError) return 'component';
  if (error instanceof ArtifactError && error.systemCode !== null && error.stage !== 'arguments') {
    return error.systemCode;
  }
  if (error instanceof StormlogError) return 'invalid';
  throw error;
}

function stageOf(error: unknown): string | null {
  return error instanceof Error && 'stage' in error && typeof error.stage === 'string' ? error.stage : null;
}

function countingIds(): () => string {
  let count = 0;
  return () => `00000000-0000-4000-8000-${(++count).toString(16).padStart(12, '0')}`;
}

/** Puts the folder's path where a text says `$DIR`. */
function located(value: JsonValue, directory: string): JsonValue {
  if (typeof value === 'string') return value.startsWith('$DIR') ? directory + value.slice(4) : value;
  if (Array.isArray(value)) return value.map((item) => located(item, directory));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, located(item, directory)]));
}

/** Every file, link and folder below the case's folder, by relative path. */
async function snapshot(directory: string): Promise<ReadonlyMap<string, object>> {
  const found = new Map<string, object>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    found.set(relative(directory, path), await entryOf(path));
  }
  return new Map([...found].sort(([left], [right]) => (left < right ? -1 : 1)));
}

async function entryOf(path: string): Promise<object> {
  const stats = await lstat(path);
  if (stats.isSymbolicLink()) return { kind: 'symlink', target: await readlink(path) };
  if (stats.isDirectory()) return { kind: 'dir' };
  const mode = (stats.mode & 0o7777).toString(8).padStart(4, '0');
  const bytes = await readFile(path);
  try {
    return { kind: 'file', mode, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { kind: 'file', mode, base64: bytes.toString('base64') };
  }
}
