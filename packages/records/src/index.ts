export { ERROR_CODES, type ErrorCode } from './errors/error-codes.ts';
export { formatError } from './errors/format-error.ts';
export {
  ArgumentError,
  ArtifactError,
  ConflictError,
  type ErrorPlace,
  InvalidRecordError,
  type RecordIssue,
  StormlogError,
} from './errors/stormlog-error.ts';
export { isInteger, isJsonObject, type JsonObject, type JsonValue } from './json/json-value.ts';
export { parseJson } from './json/parse-json.ts';
export { compareCodePoints } from './text/code-point-order.ts';
export { isBlank, stripWhiteSpace } from './text/white-space.ts';
