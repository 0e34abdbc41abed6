import { elapsedNs } from '../activity/elapsed-ns.ts';
import type { EntityRef } from '../events/field-schemas.ts';
import type { RequestEvent } from '../events/request-event.ts';
import type { StageEvent } from '../events/stage-event.ts';
import { attemptKey } from '../graph/composite-key.ts';
import type { RequestReport, RequestStage } from './inference-report.ts';
import { RefTable } from './ref-table.ts';
import { TextTable } from './text-table.ts';

type Facts = Omit<RequestReport, 'stages'>;

interface StageSum {
  count: number;
  elapsed: bigint | null;
}

/** The requests of a run, their attempts, and how long their stages took. */
export class RequestBook {
  readonly #requests = new RefTable();
  readonly #isKnown = new Set<number>();
  readonly #attempts = new TextTable();
  readonly #attemptRefs: EntityRef[] = [];
  readonly #knownAttempts = new Set<number>();
  readonly #facts: Facts[] = [];
  readonly #stages = new Map<number, Map<string, StageSum>>();

  /** Takes in a request or attempt that was not reported before. */
  addRequest(event: RequestEvent): void {
    const { request_ref, attempt_ref, status, input_tokens, output_tokens, kv_bytes } = event;
    this.#isKnown.add(this.requestNumber(request_ref));
    if (attempt_ref !== null) this.#knownAttempts.add(this.attemptNumber(request_ref, attempt_ref));
    const elapsed_ns = elapsedNs(event);
    this.#facts.push({ request_ref, attempt_ref, status, elapsed_ns, input_tokens, output_tokens, kv_bytes });
  }

  /** Takes in a stage that was not reported before; answers the number of its request, −1 for none. */
  addStage(event: StageEvent): number {
    if (event.request_ref === null) return -1;
    const request = this.requestNumber(event.request_ref);
    let stages = this.#stages.get(request);
    if (stages === undefined) {
      stages = new Map();
      this.#stages.set(request, stages);
    }
    const elapsed = elapsedNs(event);
    const sum = stages.get(event.name);
    if (sum === undefined) {
      stages.set(event.name, { count: 1, elapsed });
      return request;
    }
    sum.count++;
    if (elapsed !== null) sum.elapsed = (sum.elapsed ?? 0n) + elapsed;
    return request;
  }

  requestNumber(ref: EntityRef): number {
    return this.#requests.numberOf(ref);
  }

  attemptNumber(request: EntityRef, attempt: EntityRef): number {
    const key = attemptKey(request, attempt);
    const known = this.#attempts.get(key);
    if (known !== undefined) return known;
    const number = this.#attemptRefs.push(attempt) - 1;
    this.#attempts.add(key, number);
    return number;
  }

  isKnownRequest(number: number): boolean {
    return this.#isKnown.has(number);
  }

  isKnownAttempt(number: number): boolean {
    return this.#knownAttempts.has(number);
  }

  requestRef(number: number): EntityRef {
    return this.#requests.refOf(number);
  }

  attemptRef(number: number): EntityRef {
    return this.#attemptRefs[number]!;
  }

  /** Every request and attempt that was reported, in order of appearance. */
  reports(): RequestReport[] {
    return this.#facts.map((facts) => ({ ...facts, stages: this.#stagesOf(facts.request_ref) }));
  }

  #stagesOf(ref: EntityRef): RequestStage[] {
    const stages = this.#stages.get(this.#requests.numberOf(ref)) ?? [];
    return [...stages].map(([name, { count, elapsed }]) => ({ name, count, elapsed_ns: elapsed }));
  }
}
