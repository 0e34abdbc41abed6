import { compareCodePoints, type JsonValue } from '@stormlog/records';
import { finish, type Steps } from '../slices/steps.ts';
import type { RunContext } from './run-context.ts';

/** An identity that several runs claim, and that therefore leads to none. */
export interface IdentityConflict {
  readonly identity_kind: 'session_id' | 'job_id' | 'source_ref';
  /** Of a source reference: `<namespace>:<ref>`. */
  readonly identity_value: string;
  /** By code point. */
  readonly run_ids: readonly string[];
}

/** Which run an identity leads to, for those that lead to exactly one (docs/formats/run-catalog.md §7). */
export interface RunIdentityIndex {
  readonly session_to_run: ReadonlyMap<string, string>;
  readonly job_to_run: ReadonlyMap<string, string>;
  /** By namespace, then reference. */
  readonly source_ref_to_run: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly conflicts: readonly IdentityConflict[];
}

/** What something says about the run that it belongs to. */
export interface RunIdentity {
  readonly run_id?: string | null | undefined;
  readonly session_id?: string | null | undefined;
  /** Only text leads anywhere. */
  readonly job_id?: JsonValue | undefined;
  readonly source_namespace?: string | null | undefined;
  readonly source_ref?: string | null | undefined;
}

/** Collects, from all runs, which identity leads where (docs/formats/run-catalog.md §7). */
export function buildRunIdentityIndex(contexts: Iterable<RunContext>): RunIdentityIndex {
  return finish(runIdentitySteps(contexts));
}

/** As {@link buildRunIdentityIndex}, in steps. */
export function* runIdentitySteps(contexts: Iterable<RunContext>): Steps<RunIdentityIndex> {
  const sessions = new Claims();
  const jobs = new Claims();
  const sources = new Map<string, { readonly namespace: string; readonly ref: string }>();
  const refs = new Claims();
  for (const { run_id: runId, job_id: jobId, source_namespace: namespace, source_ref: ref, members } of contexts) {
    if (jobId !== null) jobs.add(jobId, runId);
    if (namespace !== null && ref !== null) {
      const key = JSON.stringify([namespace, ref]);
      sources.set(key, { namespace, ref });
      refs.add(key, runId);
    }
    for (const member of members) {
      sessions.add(member.session_id, runId);
      if (member.job_id !== null) jobs.add(member.job_id, runId);
      yield;
    }
    yield;
  }
  const bySource = new Map<string, Map<string, string>>();
  for (const [key, runId] of refs.resolved()) {
    const { namespace, ref } = sources.get(key)!;
    const byRef = bySource.get(namespace);
    if (byRef === undefined) bySource.set(namespace, new Map([[ref, runId]]));
    else byRef.set(ref, runId);
  }
  return {
    session_to_run: sessions.resolved(),
    job_to_run: jobs.resolved(),
    source_ref_to_run: bySource,
    conflicts: [
      ...sessions.conflicts('session_id'),
      ...jobs.conflicts('job_id'),
      ...refs.conflicts('source_ref', (key) => `${sources.get(key)!.namespace}:${sources.get(key)!.ref}`),
    ],
  };
}

/**
 * The run that something belongs to: the one it names, unchecked; else the one that its source, its session or its job
 * leads to, in this order; null when none does (docs/formats/run-catalog.md §7).
 */
export function resolveRunId(identity: RunIdentity, index: RunIdentityIndex): string | null {
  const {
    run_id: runId,
    session_id: sessionId,
    job_id: jobId,
    source_namespace: namespace,
    source_ref: ref,
  } = identity;
  if (runId !== null && runId !== undefined) return runId;
  return (
    (typeof namespace === 'string' && typeof ref === 'string'
      ? index.source_ref_to_run.get(namespace)?.get(ref)
      : undefined) ??
    (typeof sessionId === 'string' ? index.session_to_run.get(sessionId) : undefined) ??
    (typeof jobId === 'string' ? index.job_to_run.get(jobId) : undefined) ??
    null
  );
}

/** Which runs claim each value. */
class Claims {
  readonly #runs = new Map<string, string | Set<string>>();

  add(value: string, runId: string): void {
    const known = this.#runs.get(value);
    if (known === undefined) this.#runs.set(value, runId);
    else if (typeof known !== 'string') known.add(runId);
    else if (known !== runId) this.#runs.set(value, new Set([known, runId]));
  }

  resolved(): Map<string, string> {
    const resolved = new Map<string, string>();
    for (const [value, run] of this.#runs) if (typeof run === 'string') resolved.set(value, run);
    return resolved;
  }

  *conflicts(
    kind: IdentityConflict['identity_kind'],
    nameOf: (value: string) => string = (value) => value,
  ): Generator<IdentityConflict> {
    for (const [value, runs] of this.#runs) {
      if (typeof runs === 'string') continue;
      yield { identity_kind: kind, identity_value: nameOf(value), run_ids: [...runs].sort(compareCodePoints) };
    }
  }
}
