import { describeValue, InvalidRecordError } from '@stormlog/records';
import { parseRunEnvelope } from '../envelope/parse-run-envelope.ts';
import type { RunEnvelope } from '../envelope/run-envelope.ts';
import type { PathResolver } from '../paths/path-resolver.ts';
import { type CatalogWarning, catalogWarning } from './catalog-warning.ts';
import type { JsonObjectFile } from './read-json-object.ts';

/** The run envelopes met; of several with one run id, none counts (docs/formats/run-catalog.md §2.5). */
export class FoundEnvelopes {
  readonly #byRunId = new Map<string, RunEnvelope>();
  readonly #duplicateRunIds = new Set<string>();
  readonly #resolver: PathResolver;
  readonly #warn: (warning: CatalogWarning) => void;

  constructor(resolver: PathResolver, warn: (warning: CatalogWarning) => void) {
    this.#resolver = resolver;
    this.#warn = warn;
  }

  /** In the order of discovery, without those whose run id stands in several files. */
  get all(): readonly RunEnvelope[] {
    return [...this.#byRunId.values()];
  }

  /** Answers the envelope when it counts so far. */
  async add(path: string, found: Exclude<JsonObjectFile, { kind: 'absent' }>): Promise<RunEnvelope | null> {
    const envelope = await this.#parse(path, found);
    if (envelope === null) return null;
    const { run_id: runId } = envelope;
    const existing = this.#byRunId.get(runId);
    if (existing === undefined && !this.#duplicateRunIds.has(runId)) {
      this.#byRunId.set(runId, envelope);
      return envelope;
    }
    this.#byRunId.delete(runId);
    this.#duplicateRunIds.add(runId);
    const reason = `the run id ${describeValue(runId)} stands in another envelope too, so neither counts`;
    if (existing !== undefined) this.#warn(catalogWarning('duplicate_run_id', existing.path, reason));
    this.#warn(catalogWarning('duplicate_run_id', path, reason));
    return null;
  }

  async #parse(path: string, found: Exclude<JsonObjectFile, { kind: 'absent' }>): Promise<RunEnvelope | null> {
    if (found.kind === 'unusable') {
      this.#warn(catalogWarning('envelope_not_object', path, `the run envelope cannot be read: ${found.reason}`));
      return null;
    }
    try {
      return await parseRunEnvelope(found.object, path, { resolver: this.#resolver });
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      const more = error.issues.length > 1 ? ` (and ${error.issues.length - 1} more faults)` : '';
      const reason = `this is no valid run envelope: ${error.message}${more}`;
      this.#warn(catalogWarning('envelope_unrecognized', path, reason));
      return null;
    }
  }
}
