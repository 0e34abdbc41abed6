import { JsonValue } from '@stormlog/records';
import * as z from 'zod';
interface Environment {
        wallNs(): bigint;
        monotonicSeconds(): number;
        newId(): string;
    readonly hostName: string;
    readonly pid: number;
        readonly bootId: string | null;
        readonly version: string;
}
declare function systemEnvironment(): Environment;
declare const sessionSummarySchema: z.ZodObject<{
    session_id: z.ZodString;
    status: z.ZodEnum<{
        completed: "completed";
        interrupted: "interrupted";
        incomplete: "incomplete";
        running: "running";
    }>;
    started_at_ns: z.ZodBigInt;
    ended_at_ns: z.ZodNullable<z.ZodBigInt>;
    host: z.ZodString;
    pid: z.ZodInt;
    job_id: z.ZodCustom<JsonValue, JsonValue>;
    rank: z.ZodInt;
    local_rank: z.ZodInt;
    world_size: z.ZodInt;
    source: z.ZodString;
}, z.core.$strict>;
type SessionSummary = Readonly<z.infer<typeof sessionSummarySchema>>;
declare function sessionSummaryToRecord(summary: SessionSummary): SessionSummary;
interface SessionChanges {
        readonly status?: JsonValue | undefined;
        readonly ended_at_ns?: JsonValue | undefined;
        readonly source?: string | null | undefined;
}
declare function updateSessionSummary(summary: SessionSummary, changes: SessionChanges): SessionSummary;
declare function finalizeSessionSummary(summary: SessionSummary, endedAtNs?: JsonValue | undefined, environment?: Environment): SessionSummary;
interface NewSessionFields {
    readonly source: string;
        readonly status?: JsonValue | undefined;
        readonly session_id?: string | null | undefined;
        readonly started_at_ns?: JsonValue | undefined;
    readonly ended_at_ns?: JsonValue | undefined;
        readonly host?: string | null | undefined;
        readonly pid?: JsonValue | undefined;
        readonly job_id?: JsonValue | undefined;
    readonly rank?: JsonValue | undefined;
    readonly local_rank?: JsonValue | undefined;
        readonly world_size?: JsonValue | undefined;
}
declare function createSessionSummary(fields: NewSessionFields, environment?: Environment): SessionSummary;
interface BootIdSources {
    readonly platform: string;
        readonly bootIdFile: string;
        readonly sysctlCommand: readonly [string, ...string[]];
        readonly timeoutMs: number;
}
declare function hostBootId(sources?: Partial<BootIdSources>): string | null;
interface SessionEvent {
    readonly timestamp_ns?: JsonValue | undefined;
    readonly event_type?: JsonValue | undefined;
    readonly host?: JsonValue | undefined;
    readonly pid?: JsonValue | undefined;
    readonly job_id?: JsonValue | undefined;
    readonly rank?: JsonValue | undefined;
    readonly local_rank?: JsonValue | undefined;
    readonly world_size?: JsonValue | undefined;
}
interface InferSessionOptions {
    readonly source: string;
        readonly fallbackStatus?: JsonValue | undefined;
    readonly environment?: Environment | undefined;
}
declare function inferSessionSummary(sessionId: string, events: Iterable<SessionEvent>, options: InferSessionOptions): SessionSummary;
declare function stableLegacySessionId(...parts: readonly JsonValue[]): string;
declare function parseSessionSummary(payload: JsonValue | undefined): SessionSummary;
declare function compareSessionSummaries(left: SessionSummary, right: SessionSummary): number;
declare function sortSessionSummaries(summaries: Iterable<SessionSummary>): SessionSummary[];
type SessionLike = SessionSummary | {
    readonly summary: SessionSummary;
};
declare function selectDefaultSession<Session extends SessionLike>(sessions: Iterable<Session>): Session | null;
interface LoadedSessionLike {
    readonly summary: SessionSummary;
    readonly events: {
        readonly length: number;
    };
}
declare function selectDefaultLoadedSession<Loaded extends LoadedSessionLike>(sessions: Iterable<Loaded>): Loaded | null;
declare const SESSION_STATUSES: readonly ["completed", "interrupted", "incomplete", "running"];
type SessionStatus = (typeof SESSION_STATUSES)[number];
declare function normalizeSessionStatus(value: JsonValue | undefined): SessionStatus;
export { type BootIdSources, type Environment, type InferSessionOptions, type LoadedSessionLike, type NewSessionFields, SESSION_STATUSES, type SessionChanges, type SessionEvent, type SessionLike, type SessionStatus, type SessionSummary, compareSessionSummaries, createSessionSummary, finalizeSessionSummary, hostBootId, inferSessionSummary, normalizeSessionStatus, parseSessionSummary, selectDefaultLoadedSession, selectDefaultSession, sessionSummarySchema, sessionSummaryToRecord, sortSessionSummaries, stableLegacySessionId, systemEnvironment, updateSessionSummary };
