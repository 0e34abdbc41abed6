declare const ERROR_CODES: {
    readonly json_syntax: "The text is not JSON";
    readonly json_too_deep: "The JSON text is nested too deeply";
    readonly integer_too_long: "An integer has more than 4300 digits";
    readonly literal_syntax: "The text is not a Python literal";
    readonly not_utf8: "The bytes are not UTF-8";
    readonly line_too_long: "A line is longer than the limit";
    readonly document_too_large: "A document does not fit into one string and cannot be streamed";
    readonly gzip_damaged: "The gzip data is damaged or cut short";
    readonly file_missing: "The file or folder does not exist";
    readonly file_unreadable: "The operating system refused to read the file";
    readonly not_a_file: "A file was expected and something else is there";
    readonly record_not_object: "A record must be an object";
    readonly record_invalid: "A record breaks one or more rules; the issues list them";
    readonly field_missing: "A required field is absent";
    readonly field_unknown: "A field is not part of the record";
    readonly field_invalid: "A field has the wrong type or an impossible value";
    readonly number_out_of_range: "An integer does not fit where it stands";
    readonly version_unknown: "The schema version is not known";
    readonly document_without_events: "The document holds no list of events";
    readonly run_mismatch: "A record belongs to another run than those before it";
    readonly session_mismatch: "A record names another session than its document";
    readonly session_unknown: "There is no session of that id";
    readonly job_unknown: "There is no session of that job";
    readonly sink_without_segments: "The sink has a manifest but no segments";
    readonly csv_field_too_long: "A CSV field is longer than 131072 characters";
    readonly world_size_too_large: "A world size above 1048576 is not believed";
    readonly threshold_missing: "A threshold that the analysis needs is absent";
    readonly times_equal: "All timestamps are equal, so no line can be drawn through them";
    readonly division_by_zero: "A threshold of zero would divide by zero";
    readonly phase_protocol: "A phase was closed that is not the innermost open one of its thread";
    readonly identity_conflict: "Two records of one identity disagree";
    readonly trace_invalid: "A trace file is not what its format demands";
    readonly sqlite_library_missing: "The library that reads SQLite files is not installed";
    readonly argument_invalid: "An argument is not acceptable";
    readonly file_unwritable: "The operating system refused to write the file; what was there before is unchanged";
    readonly lock_timeout: "Another writer held the lock until the deadline";
    readonly lock_lost: "The lock was taken over while it was held";
    readonly durability_unknown: "The new file is in place but may not survive a power loss, or its lock could not be removed";
    readonly artifact_in_use: "Another writer holds the artifact";
    readonly sink_in_use: "Another writer has the sink folder open";
    readonly artifact_torn: "The last line of the artifact is cut off";
    readonly manifest_newer: "The manifest was written by a newer version";
};
type ErrorCode = keyof typeof ERROR_CODES;
declare function formatError(error: unknown, options?: {
    readonly maxIssues?: number | undefined;
}): string;
interface RecordIssue {
    readonly code: ErrorCode;
        readonly field: string;
        readonly found: string | null;
        readonly expected: string;
}
interface ErrorPlace {
    readonly path?: string | undefined;
        readonly line?: number | undefined;
        readonly record?: number | undefined;
    readonly field?: string | undefined;
        readonly stage?: string | undefined;
}
declare class StormlogError extends Error {
    readonly code: ErrorCode;
    constructor(code: ErrorCode, message: string, options?: {
        readonly cause?: unknown;
    });
}
declare class InvalidRecordError extends StormlogError {
    readonly path: string | null;
    readonly line: number | null;
        readonly record: number | null;
    readonly field: string | null;
        readonly stage: string | null;
    readonly issues: readonly RecordIssue[];
    constructor(code: ErrorCode, message: string, options?: ErrorPlace & {
        readonly issues?: readonly RecordIssue[];
        readonly cause?: unknown;
    });
        at(place: ErrorPlace): InvalidRecordError;
}
declare class ConflictError extends StormlogError {
        readonly identity: string;
        readonly claimants: readonly string[];
    readonly path: string | null;
    readonly line: number | null;
        readonly record: number | null;
        readonly stage: string | null;
    constructor(message: string, options: Omit<ErrorPlace, 'field'> & {
        readonly identity: string;
        readonly claimants?: readonly string[];
        readonly cause?: unknown;
    });
        at(place: Omit<ErrorPlace, 'field'>): ConflictError;
}
declare class ArtifactError extends StormlogError {
    readonly path: string;
        readonly stage: string;
        readonly systemCode: string | null;
    constructor(code: ErrorCode, message: string, options: {
        readonly path: string;
        readonly stage: string;
        readonly systemCode?: string | undefined;
        readonly cause?: unknown;
    });
}
declare class ArgumentError extends StormlogError {
    readonly argument: string;
        readonly stage: string | null;
    constructor(argument: string, message: string, options?: {
        readonly code?: ErrorCode;
        readonly stage?: string | undefined;
        readonly cause?: unknown;
    });
}
type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;
interface JsonObject {
    readonly [key: string]: JsonValue;
}
declare function isJsonObject(value: unknown): value is JsonObject;
declare function isInteger(value: unknown): value is number | bigint;
declare class ExactLineParser {
    #private;
        constructor(options?: {
        readonly bigIntField?: string | undefined;
    });
        use(bytes: Buffer, start: number, end: number): void;
        parse(start: number, end: number): JsonValue;
}
interface JsonTextPlace {
    readonly path?: string | undefined;
        readonly line: number;
        readonly column: number;
}
declare function parseJson(text: string, place?: JsonTextPlace | undefined): JsonValue;
interface JsonTextOptions {
        readonly sortKeys?: boolean | undefined;
        readonly ascii?: boolean | undefined;
        readonly spaced?: boolean | undefined;
        readonly indent?: number | undefined;
}
declare function stringifyJson(value: unknown, options?: JsonTextOptions): string;
declare function coerceInteger(value: JsonValue | undefined, field: string): bigint;
declare function floatText(value: number): string;
declare function formatFixed(value: number, digits: number): string;
declare function parseFloatText(text: string): number | null;
declare function parseIntegerText(text: string): bigint | null;
declare function ratioOfIntegers(numerator: bigint | number, denominator: bigint | number): number;
declare function roundDecimal(value: number, digits: number): number;
declare function roundScaled(value: number, digits: number): number;
declare function truncateToInteger(value: number): bigint;
declare function compareCodePoints(left: string, right: string): number;
declare function describeValue(value: JsonValue): string;
declare function lowerCase(text: string): string;
declare function printableText(text: string): string;
declare function pythonText(value: JsonValue): string;
declare const NOT_BLANK: RegExp;
declare function isBlank(text: string): boolean;
declare function stripWhiteSpace(text: string): string;
declare function collapseWhiteSpace(text: string): string;
export { ArgumentError, ArtifactError, ConflictError, ERROR_CODES, type ErrorCode, type ErrorPlace, ExactLineParser, InvalidRecordError, type JsonObject, type JsonTextOptions, type JsonTextPlace, type JsonValue, NOT_BLANK, type RecordIssue, StormlogError, coerceInteger, collapseWhiteSpace, compareCodePoints, describeValue, floatText, formatError, formatFixed, isBlank, isInteger, isJsonObject, lowerCase, parseFloatText, parseIntegerText, parseJson, printableText, pythonText, ratioOfIntegers, roundDecimal, roundScaled, stringifyJson, stripWhiteSpace, truncateToInteger };
