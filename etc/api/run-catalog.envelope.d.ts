import { R as RunEnvelope } from './run-envelope.js';
export { A as AttachmentStorage, a as RunAttachment, b as RunSessionReference, c as attachmentStorageOrDefault, d as attachmentStorageOrNull } from './run-envelope.js';
import * as _stormlog_records from '@stormlog/records';
import { JsonValue } from '@stormlog/records';
import * as z from 'zod';
import { Environment } from '@stormlog/sessions';
declare const RUN_ENVELOPE_FILENAME = "stormlog_run.json";
declare const RUN_ENVELOPE_FORMAT = "stormlog.run_envelope";
declare const RUN_ENVELOPE_SCHEMA_VERSION = 1;
declare class PathResolver {
    #private;
        constructor(workingFolder?: string);
        learn(folder: string, links: readonly string[]): void;
        resolve(path: string): Promise<string>;
}
declare const runSessionReferenceRecordSchema: z.ZodObject<{
    session_id: z.ZodString;
    job_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    rank: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
    local_rank: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
    world_size: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
    role: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    source_namespace: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    source_ref: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>;
declare const runAttachmentRecordSchema: z.ZodObject<{
    title: z.ZodString;
    kind: z.ZodString;
    storage: z.ZodEnum<{
        reference: "reference";
        copy: "copy";
    }>;
    attachment_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    url: z.ZodOptional<z.ZodString>;
    path: z.ZodOptional<z.ZodCustom<string, string>>;
    run_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    session_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    job_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    rank: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
    local_rank: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
    world_size: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
    start_ns: z.ZodOptional<z.ZodNullable<z.ZodCustom<number | bigint, number | bigint>>>;
    end_ns: z.ZodOptional<z.ZodNullable<z.ZodCustom<number | bigint, number | bigint>>>;
    created_at_utc: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    updated_at_utc: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    source_namespace: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    source_ref: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>;
declare const runEnvelopeRecordSchema: z.ZodObject<{
    schema_version: z.ZodLiteral<1>;
    format: z.ZodLiteral<"stormlog.run_envelope">;
    run_id: z.ZodString;
    title: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    description: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    job_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    started_at_ns: z.ZodOptional<z.ZodNullable<z.ZodCustom<number | bigint, number | bigint>>>;
    ended_at_ns: z.ZodOptional<z.ZodNullable<z.ZodCustom<number | bigint, number | bigint>>>;
    created_at_utc: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    updated_at_utc: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    source_namespace: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    source_ref: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    tags: z.ZodOptional<z.ZodArray<z.ZodString>>;
    sessions: z.ZodOptional<z.ZodArray<z.ZodObject<{
        session_id: z.ZodString;
        job_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        rank: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
        local_rank: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
        world_size: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
        role: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        source_namespace: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        source_ref: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
    }, z.core.$strict>>>;
    attachments: z.ZodOptional<z.ZodArray<z.ZodObject<{
        title: z.ZodString;
        kind: z.ZodString;
        storage: z.ZodEnum<{
            reference: "reference";
            copy: "copy";
        }>;
        attachment_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        url: z.ZodOptional<z.ZodString>;
        path: z.ZodOptional<z.ZodCustom<string, string>>;
        run_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        session_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        job_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        rank: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
        local_rank: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
        world_size: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
        start_ns: z.ZodOptional<z.ZodNullable<z.ZodCustom<number | bigint, number | bigint>>>;
        end_ns: z.ZodOptional<z.ZodNullable<z.ZodCustom<number | bigint, number | bigint>>>;
        created_at_utc: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        updated_at_utc: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        source_namespace: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        source_ref: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
    }, z.core.$strict>>>;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>;
type RunSessionReferenceRecord = Readonly<z.infer<typeof runSessionReferenceRecordSchema>>;
type RunAttachmentRecord = Readonly<z.infer<typeof runAttachmentRecordSchema>>;
type RunEnvelopeRecord = Readonly<Omit<z.infer<typeof runEnvelopeRecordSchema>, 'tags' | 'sessions' | 'attachments'> & {
    tags?: readonly string[] | undefined;
    sessions?: readonly RunSessionReferenceRecord[] | undefined;
    attachments?: readonly RunAttachmentRecord[] | undefined;
}>;
declare function isRunEnvelope(payload: JsonValue | undefined): boolean;
declare function checkRunEnvelope(payload: JsonValue, path?: string): RunEnvelopeRecord;
interface ParseRunEnvelopeOptions {
        readonly resolver?: PathResolver | undefined;
}
declare function parseRunEnvelope(payload: JsonValue, path: string, options?: ParseRunEnvelopeOptions): Promise<RunEnvelope>;
interface ReadRunEnvelopeOptions extends ParseRunEnvelopeOptions {
        readonly signal?: AbortSignal | undefined;
}
declare function readRunEnvelope(path: string, options?: ReadRunEnvelopeOptions): Promise<RunEnvelope>;
interface UpdateRunEnvelopeOptions {
        readonly create?: RunEnvelopeRecord | undefined;
        readonly lock?: boolean | undefined;
        readonly deadlineMs?: number | undefined;
    readonly environment?: Environment | undefined;
        readonly signal?: AbortSignal | undefined;
}
declare function updateRunEnvelope(path: string, change: (record: RunEnvelopeRecord) => RunEnvelopeRecord | Promise<RunEnvelopeRecord>, options?: UpdateRunEnvelopeOptions): Promise<RunEnvelopeRecord>;
declare function runEnvelopeText(record: RunEnvelopeRecord): string;
export { type ParseRunEnvelopeOptions, PathResolver, RUN_ENVELOPE_FILENAME, RUN_ENVELOPE_FORMAT, RUN_ENVELOPE_SCHEMA_VERSION, type ReadRunEnvelopeOptions, type RunAttachmentRecord, RunEnvelope, type RunEnvelopeRecord, type RunSessionReferenceRecord, type UpdateRunEnvelopeOptions, checkRunEnvelope, isRunEnvelope, parseRunEnvelope, readRunEnvelope, runAttachmentRecordSchema, runEnvelopeRecordSchema, runEnvelopeText, runSessionReferenceRecordSchema, updateRunEnvelope };
