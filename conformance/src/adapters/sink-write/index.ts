import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isInteger, type JsonObject, type JsonValue, parseJson, stringifyJson } from '@stormlog/records';
import { parseSessionSummary, sessionSummaryToRecord } from '@stormlog/sessions';
import { resolveTelemetrySinkConfig, TelemetrySink, type TelemetrySinkConfigOptions } from '@stormlog/telemetry';
import type { AdapterTable } from '../../adapter.ts';
import { listOf, objectOf, textOf } from '../case-input.ts';
import { hideDerivedIds } from '../telemetry-load.ts';
import { DISK_STEPS, diskStep, filesOf } from './disk-steps.ts';
import { errorName } from './error-name.ts';
import { ScriptedWorld } from './scripted-world.ts';

const DERIVED_ID = /legacy-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const WALL_NS = 1_700_000_000_123_456_789n;

/** Writing sinks. */
export const SINK_WRITE: AdapterTable = {
  'sink.config': (input) =>
    Object.fromEntries(
      Object.entries(resolveTelemetrySinkConfig(configOf(objectOf(input)))).map(([name, value]) => [
        name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      ]),
    ),
  'sink.write': async (input, context) => {
    const data = objectOf(input);
    const root = join(context.directory, textOf(data['root'], 'root'));
    const run = new ScriptedRun(root, data);
    const log = await run.play(listOf(data['steps'], 'steps').map((step) => objectOf(step, 'step')));
    const answer = { log, files: Object.fromEntries(await filesOf(root)) };
    // Asked live, Python answers with the id of the folder that it wrote in, which is another one.
    const { expected } = context;
    if (expected !== undefined) context.expect(parseJson(stringifyJson(expected).replaceAll(DERIVED_ID, '$LEGACY')));
    return await hideDerivedIds(answer, root, ['sink'], '$LEGACY');
  },
};

class ScriptedRun {
  readonly #root: string;
  readonly #config: JsonObject;
  readonly #world: ScriptedWorld;
  readonly #writers = new Map<string, TelemetrySink>();

  constructor(root: string, data: JsonObject) {
    this.#root = root;
    this.#config = objectOf(data['config'] ?? {}, 'config');
    const wall = data['wall_ns'] ?? null;
    this.#world = new ScriptedWorld(isInteger(wall) ? BigInt(wall) : WALL_NS);
  }

  async play(steps: readonly JsonObject[]): Promise<unknown[]> {
    const log: unknown[] = [];
    for (const [index, step] of steps.entries()) {
      const entry: Record<string, unknown> = { i: index, do: step['do'] };
      try {
        await this.#step(step, entry);
      } catch (error) {
        entry['error'] = errorName(error);
      }
      if (Object.keys(entry).length > 2) log.push(entry);
    }
    await this.#world.closeFiles();
    return log;
  }

  async #step(step: JsonObject, entry: Record<string, unknown>): Promise<void> {
    const kind = textOf(step['do'], 'do');
    if (kind === 'advance') return this.#world.advance(BigInt(Number(step['ns'])));
    if (kind === 'fault') {
      return this.#world.plan(textOf(step['at'], 'at'), Number(step['times'] ?? 1), Number(step['bytes'] ?? 0));
    }
    if (DISK_STEPS.has(kind)) return await diskStep(step, this.#root, entry);
    const name = String(step['as'] ?? 'a');
    if (kind === 'open') {
      const config = configOf({ ...this.#config, ...objectOf(step['config'] ?? {}, 'config') });
      const { environment, operations } = this.#world;
      const alone = { backgroundFlush: false, lock: false, manifestEverySeconds: 0 };
      const options = { ...config, ...alone, environment, fileOperations: operations };
      this.#writers.set(name, await TelemetrySink.open(this.#root, options));
      return;
    }
    const writer = this.#writers.get(name);
    if (writer === undefined) entry['error'] = 'NotOpen';
    else if (kind === 'crash') this.#writers.delete(name);
    else await this.#writerStep(kind, step, writer, entry);
  }

  async #writerStep(
    kind: string,
    step: JsonObject,
    writer: TelemetrySink,
    entry: Record<string, unknown>,
  ): Promise<void> {
    if (kind === 'start_session') {
      const given = step['summary'] ?? null;
      const started = await writer.startSession(given === null ? undefined : parseSessionSummary(given));
      entry['summary'] = sessionSummaryToRecord(started);
    } else if (kind === 'append') {
      for (const record of recordsOf(step)) await writer.append(objectOf(record, 'record'));
    } else if (kind === 'flush') {
      await writer.flush({ force: step['force'] === true });
    } else if (kind === 'close') {
      await writer.close(typeof step['status'] === 'string' ? step['status'] : undefined);
    } else {
      const failures = writer.failureDiagnostics();
      entry['diagnostics'] = writer.getDiagnostics();
      entry['failures'] = { ...failures, last_flush_error: failures.last_flush_error !== null };
      entry['current_session'] = writer.currentSession()?.session_id ?? null;
      entry['names'] = (await readdir(this.#root)).sort();
    }
  }
}

function recordsOf(step: JsonObject): readonly JsonValue[] {
  return step['records'] === undefined ? [step['record'] ?? null] : listOf(step['records'], 'records');
}

/** The package's names of the settings in this project's spelling. */
function configOf(fields: JsonObject): TelemetrySinkConfigOptions {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
