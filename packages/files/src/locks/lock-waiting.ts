import { ArtifactError } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import type { LockOwner } from './lock-owner.ts';

/** How long, and for whom, a lock is waited for. */
export interface LockWaiting {
  readonly environment: Environment;
  /** On the monotonic clock, in seconds. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  readonly refuseLiving: boolean;
}

/** The error of who waited in vain. */
export function lockTimedOut(path: string, owner: LockOwner | null): ArtifactError {
  const since = owner?.since ? ` since ${owner.since}` : '';
  const who = owner === null ? 'another writer' : `process ${owner.pid} on ${owner.host}`;
  return new ArtifactError('lock_timeout', `${who} has held its lock${since}`, { path, stage: 'lock' });
}
