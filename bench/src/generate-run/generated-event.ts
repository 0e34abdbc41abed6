/** A phase boundary of a generated event. */
export interface GeneratedPhase {
  readonly action: 'enter' | 'exit';
  readonly path: readonly string[];
  readonly scopeId: string;
  readonly parentScopeId: string | null;
  readonly sequence: number;
}

/** An event before it becomes a line; byte counters that the rank cannot measure are null. */
export interface GeneratedEvent {
  readonly type: string;
  readonly timestampNs: bigint;
  readonly deviceId: number;
  readonly allocated: number | null;
  readonly reserved: number | null;
  readonly active: number | null;
  readonly inactive: number | null;
  readonly change: number | null;
  readonly used: number | null;
  readonly free: number | null;
  readonly total: number | null;
  readonly context: string;
  readonly step: number;
  readonly loss: number;
  readonly phase: GeneratedPhase | null;
}

/** What all events of one rank in one attempt share. */
export interface RankIdentity {
  readonly sessionId: string;
  readonly host: string;
  readonly pid: number;
  readonly jobId: string | null;
  readonly rank: number;
  readonly localRank: number;
  readonly worldSize: number;
  readonly intervalMs: number;
  readonly supportsInactive: boolean;
  readonly supportsDevice: boolean;
  readonly supportsAllocator: boolean;
}
