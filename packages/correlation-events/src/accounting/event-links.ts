import type { EntityRef } from '../events/field-schemas.ts';
import type { UnresolvedReference } from '../graph/inference-graph.ts';
import { compareUnresolved } from '../graph/unresolved-references.ts';
import { IntegerColumn } from './integer-column.ts';
import type { RequestBook } from './request-book.ts';

const NO_REF = -1;

/** What tells whether a link leads anywhere, once all events are known. */
export interface LinkTargets {
  readonly isKnownIteration: (iteration: number) => boolean;
  readonly iterationRef: (iteration: number) => EntityRef;
  readonly book: RequestBook;
  /** The event that stands for the entity that an event reported first. */
  readonly kept: (place: number) => number;
  readonly eventId: (place: number) => string;
  readonly compareIdentities: (left: number, right: number) => number;
}

/** The references from memberships, stages and activities, as numbers. */
export class EventLinks {
  readonly #memberships = new LinkColumns();
  readonly #stages = new LinkColumns();
  readonly #activities = new LinkColumns();

  addMembership(place: number, request: number, attempt: number, iteration: number): void {
    this.#memberships.push(place, request, attempt, iteration);
  }

  addStage(place: number, request: number, iteration: number): void {
    this.#stages.push(place, request, NO_REF, iteration);
  }

  addActivity(place: number, iteration: number): void {
    this.#activities.push(place, NO_REF, NO_REF, iteration);
  }

  /** The links that lead nowhere (docs/formats/correlation-events.md §7.3). */
  unresolved(targets: LinkTargets): UnresolvedReference[] {
    const { kept, compareIdentities } = targets;
    const memberships = this.#memberships
      .dangling(targets)
      .sort((left, right) => compareIdentities(kept(left.place), kept(right.place)));
    return [...memberships, ...this.#stages.dangling(targets), ...this.#activities.dangling(targets)]
      .map(({ place, kind, ref }): UnresolvedReference => ({ event_id: targets.eventId(kept(place)), kind, ref }))
      .sort(compareUnresolved);
  }
}

interface Dangling {
  readonly place: number;
  readonly kind: UnresolvedReference['kind'];
  readonly ref: EntityRef;
}

class LinkColumns {
  readonly #place = new IntegerColumn();
  readonly #request = new IntegerColumn();
  readonly #attempt = new IntegerColumn();
  readonly #iteration = new IntegerColumn();

  push(place: number, request: number, attempt: number, iteration: number): void {
    this.#place.push(place);
    this.#request.push(request);
    this.#attempt.push(attempt);
    this.#iteration.push(iteration);
  }

  dangling(targets: LinkTargets): Dangling[] {
    const { book } = targets;
    const found: Dangling[] = [];
    for (let i = 0; i < this.#place.length; i++) {
      const place = this.#place.at(i);
      const request = this.#request.at(i);
      const attempt = this.#attempt.at(i);
      const iteration = this.#iteration.at(i);
      if (request !== NO_REF && !book.isKnownRequest(request)) {
        found.push({ place, kind: 'request', ref: book.requestRef(request) });
      } else if (attempt !== NO_REF && !book.isKnownAttempt(attempt)) {
        found.push({ place, kind: 'attempt', ref: book.attemptRef(attempt) });
      }
      if (iteration !== NO_REF && !targets.isKnownIteration(iteration)) {
        found.push({ place, kind: 'iteration', ref: targets.iterationRef(iteration) });
      }
    }
    return found;
  }
}
