import { InvalidRecordError, isInteger, type RecordIssue } from '@stormlog/records';
import type { EntityRef } from '../events/field-schemas.ts';
import { attemptKey, refKey } from '../graph/composite-key.ts';
import type { InferenceGraph } from '../graph/inference-graph.ts';
import { fieldIssue, invalidRecord } from '../parse/record-issues.ts';
import type { DeviceClock, GpuTimeAccount } from './gpu-time.ts';

/** Somebody's estimate of a request's part in the GPU time of an iteration. */
export interface RequestShare {
  readonly request_ref: EntityRef;
  readonly attempt_ref?: EntityRef | null | undefined;
  readonly duration_ns: bigint | number;
  /** Names the model that the estimate comes from. */
  readonly model: string;
}

/** What is to be divided, and how. */
export interface RequestShareClaim {
  readonly iteration_ref: EntityRef;
  /** `clock_kind` defaults to `monotonic`. */
  readonly device_clock: Omit<DeviceClock, 'clock_kind'> & Partial<Pick<DeviceClock, 'clock_kind'>>;
  readonly shares: readonly RequestShare[];
  readonly unattributed_ns: bigint | number;
}

/** A claim that adds up. */
export interface RequestShareBudget {
  readonly iteration_ref: EntityRef;
  readonly device_clock: DeviceClock;
  /** The busy time of the iteration on that clock; nanoseconds. */
  readonly budget_ns: bigint;
  readonly shares: readonly RequestShare[];
  readonly unattributed_ns: bigint;
}

/**
 * Checks a division of an iteration's GPU time among requests: every share belongs to a member of the iteration, none
 * twice, all of one model, and together they are the busy time (docs/formats/correlation-events.md §8.2). Linear.
 *
 * @throws InvalidRecordError naming the share and field that is wrong
 */
export function validateRequestShares(
  graph: InferenceGraph,
  account: GpuTimeAccount,
  claim: RequestShareClaim,
): RequestShareBudget {
  for (const [index, share] of claim.shares.entries()) checkShare(share, index);
  const clock: DeviceClock = { ...claim.device_clock, clock_kind: claim.device_clock.clock_kind ?? 'monotonic' };
  const budget = busyTime(account, claim.iteration_ref, clock);
  const unattributed = claim.unattributed_ns;
  if (!isInteger(unattributed) || unattributed < 0) {
    throw refused([fieldIssue('unattributed_ns', unattributed, 'an integer ≥ 0')]);
  }
  checkMembers(graph, claim);
  const other = claim.shares.findIndex((share) => share.model !== claim.shares[0]?.model);
  if (other > 0)
    throw refused([fieldIssue(`shares.${other}.model`, claim.shares[other]?.model, 'the model of the others')]);
  const total = claim.shares.reduce((sum, share) => sum + BigInt(share.duration_ns), BigInt(unattributed));
  if (total !== budget) {
    const text = `a sum with unattributed_ns of ${budget}, the busy time`;
    throw refused([fieldIssue('shares', total, text)]);
  }
  return {
    iteration_ref: claim.iteration_ref,
    device_clock: clock,
    budget_ns: budget,
    shares: claim.shares,
    unattributed_ns: BigInt(unattributed),
  };
}

function checkShare(share: RequestShare, index: number): void {
  const { duration_ns: duration, model } = share;
  if (!isInteger(duration) || duration < 0) {
    throw refused([fieldIssue(`shares.${index}.duration_ns`, duration, 'an integer ≥ 0')]);
  }
  if (typeof model !== 'string' || model === '') {
    throw refused([fieldIssue(`shares.${index}.model`, model, 'a non-empty text')]);
  }
}

function busyTime(account: GpuTimeAccount, iterationRef: EntityRef, clock: DeviceClock): bigint {
  const key = refKey(iterationRef);
  const iteration = account.iterations.find((candidate) => refKey(candidate.iteration_ref) === key);
  const time = iteration?.gpu.find(
    (gpu) =>
      gpu.device_uuid === clock.device_uuid &&
      gpu.clock_domain === clock.clock_domain &&
      gpu.clock_kind === clock.clock_kind,
  );
  if (time === undefined) {
    throw new InvalidRecordError('field_invalid', 'the iteration has no GPU time on that device clock', {
      field: iteration === undefined ? 'iteration_ref' : 'device_clock',
    });
  }
  return time.busy_ns;
}

function checkMembers(graph: InferenceGraph, claim: RequestShareClaim): void {
  const iteration = refKey(claim.iteration_ref);
  const members = new Set<string>();
  const attempts = new Set<string>();
  for (const membership of graph.memberships) {
    if (refKey(membership.iteration_ref) !== iteration) continue;
    members.add(refKey(membership.request_ref));
    if (membership.attempt_ref !== null) attempts.add(attemptKey(membership.request_ref, membership.attempt_ref));
  }
  const wholes = new Set<string>();
  const parts = new Set<string>();
  const divided = new Set<string>();
  for (const [index, { request_ref: request, attempt_ref: attempt }] of claim.shares.entries()) {
    const field = `shares.${index}`;
    const key = refKey(request);
    if (attempt === null || attempt === undefined) {
      if (!members.has(key)) throw refused([fieldIssue(field, request, 'a member of the iteration')]);
      if (wholes.has(key) || divided.has(key)) throw refused([fieldIssue(field, request, 'no request twice')]);
      wholes.add(key);
      continue;
    }
    const part = attemptKey(request, attempt);
    if (!attempts.has(part))
      throw refused([fieldIssue(field, attempt, 'an attempt that is a member of the iteration')]);
    if (parts.has(part) || wholes.has(key)) throw refused([fieldIssue(field, attempt, 'no request twice')]);
    parts.add(part);
    divided.add(key);
  }
}

function refused(issues: readonly RecordIssue[]): InvalidRecordError {
  return invalidRecord('request shares', issues);
}
