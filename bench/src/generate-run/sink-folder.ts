import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RankIdentity } from './generated-event.ts';
import { TextFile } from './text-file.ts';

const EVENTS_PER_SEGMENT = 10_000;

type SessionStatus = 'running' | 'completed' | 'interrupted';

interface Segment {
  readonly filename: string;
  event_count: number;
  size_bytes: number;
  closed: boolean;
  readonly session_id: string;
}

/** A telemetry sink as a process leaves it: numbered segments and a manifest that lists sessions and segments. */
export class SinkFolder {
  readonly #folder: string;
  readonly #sessions: string[] = [];
  readonly #segments: Segment[] = [];
  #identity: RankIdentity | null = null;
  #file: TextFile | null = null;
  #startedNs: bigint | null = null;
  #endedNs: bigint | null = null;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
  }

  startSession(identity: RankIdentity): void {
    this.#identity = identity;
    this.#startedNs = null;
    this.#endedNs = null;
  }

  add(line: string, timestampNs: bigint): void {
    const open = this.#segments.at(-1);
    if (this.#file === null || open === undefined || open.event_count >= EVENTS_PER_SEGMENT) this.#roll();
    this.#file!.add(line);
    this.#segments.at(-1)!.event_count += 1;
    this.#startedNs ??= timestampNs;
    this.#endedNs = timestampNs;
  }

  /** Leaves half a line at the end, which no manifest counts. */
  tear(text: string): void {
    this.#file?.add(text);
  }

  /** A `running` session is one whose process died: its last segment stays open and its end is unknown. */
  endSession(status: SessionStatus): void {
    this.#closeSegment(status !== 'running');
    const i = this.#identity!;
    const ended = status === 'running' ? null : this.#endedNs;
    const lines = [
      `"session_id": ${JSON.stringify(i.sessionId)}`,
      `"status": "${status}"`,
      `"started_at_ns": ${this.#startedNs ?? 0n}`,
      `"ended_at_ns": ${ended}`,
      `"host": ${JSON.stringify(i.host)}`,
      `"pid": ${i.pid}`,
      `"job_id": ${JSON.stringify(i.jobId)}`,
      `"rank": ${i.rank}`,
      `"local_rank": ${i.localRank}`,
      `"world_size": ${i.worldSize}`,
      `"source": "stormlog.cuda_tracker"`,
    ];
    this.#sessions.push(`    {\n${lines.map((line) => `      ${line}`).join(',\n')}\n    }`);
  }

  close(): void {
    this.#closeSegment(true);
    const segments = this.#segments.map((segment) => {
      const lines = Object.entries(segment).map(([key, value]) => `      "${key}": ${JSON.stringify(value)}`);
      return `    {\n${lines.join(',\n')}\n    }`;
    });
    writeFileSync(
      join(this.#folder, 'manifest.json'),
      '{\n  "schema_version": 2,\n  "format": "stormlog.append_only_telemetry_sink",\n' +
        `  "sessions": [\n${this.#sessions.join(',\n')}\n  ],\n  "segments": [\n${segments.join(',\n')}\n  ]\n}\n`,
    );
  }

  #roll(): void {
    this.#closeSegment(true);
    const filename = `segment-${String(this.#segments.length + 1).padStart(6, '0')}.jsonl`;
    this.#segments.push({
      filename,
      event_count: 0,
      size_bytes: 0,
      closed: false,
      session_id: this.#identity!.sessionId,
    });
    this.#file = new TextFile(join(this.#folder, filename));
  }

  #closeSegment(closed: boolean): void {
    if (this.#file === null) return;
    const segment = this.#segments.at(-1)!;
    segment.size_bytes = this.#file.bytes;
    segment.closed = closed;
    this.#file.close();
    this.#file = null;
  }
}
