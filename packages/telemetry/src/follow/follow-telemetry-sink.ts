import { setTimeout as wait } from 'node:timers/promises';
import { ArgumentError } from '@stormlog/records';
import { type SinkChange, SinkFollower, type SinkFollowerOptions } from './sink-follower.ts';

/** Options of {@link followTelemetrySink}. */
export interface FollowSinkOptions extends SinkFollowerOptions {
  /** Milliseconds between two looks when there was nothing new; default 500. */
  readonly intervalMs?: number | undefined;
  /** End when the manifest has sessions, all of them have ended, and everything has been read; default false. */
  readonly untilEnded?: boolean | undefined;
}

/**
 * What comes into a sink, or a single `.jsonl` file, from its start and then as it is written: rollover, restarts of the
 * writer, and retention included (docs/formats/following.md §2). It goes on until the loop is left, `signal` is aborted, or
 * with `untilEnded` the recording is over. A record is given when its line end has been written, and once.
 *
 * @throws `signal.reason` when aborted; ArtifactError when the operating system does not let one look at the path
 */
export async function* followTelemetrySink(
  path: string,
  options: FollowSinkOptions = {},
): AsyncGenerator<SinkChange, void, undefined> {
  const { signal, intervalMs = 500, untilEnded = false } = options;
  if (!(intervalMs > 0)) throw new ArgumentError('intervalMs', `intervalMs must be above 0, found ${intervalMs}`);
  const follower = new SinkFollower(path, options);
  for (;;) {
    let isNew = false;
    for await (const change of follower.readNew()) {
      isNew = true;
      yield change;
    }
    if (isNew) continue;
    const { sessions } = follower;
    if (untilEnded && sessions.length > 0 && sessions.every(({ status }) => status !== 'running')) return;
    await pause(intervalMs, signal);
  }
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
