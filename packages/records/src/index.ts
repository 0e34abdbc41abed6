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
export { ExactLineParser } from './json/exact-line-parser.ts';
export { isInteger, isJsonObject, type JsonObject, type JsonValue } from './json/json-value.ts';
export { parseJson } from './json/parse-json.ts';
export { type JsonTextOptions, stringifyJson } from './json/stringify-json.ts';
export type { JsonTextPlace } from './json/text-place.ts';
export { coerceInteger } from './numbers/coerce-integer.ts';
export { floatText } from './numbers/float-text.ts';
export { formatFixed } from './numbers/format-fixed.ts';
export { parseFloatText } from './numbers/parse-float-text.ts';
export { parseIntegerText } from './numbers/parse-integer-text.ts';
export { ratioOfIntegers } from './numbers/ratio-of-integers.ts';
export { roundDecimal } from './numbers/round-decimal.ts';
export { roundScaled } from './numbers/round-scaled.ts';
export { truncateToInteger } from './numbers/truncate-to-integer.ts';
export { compareCodePoints } from './text/code-point-order.ts';
export { describeValue } from './text/describe-value.ts';
export { lowerCase } from './text/lower-case.ts';
export { printableText } from './text/printable-text.ts';
export { pythonText } from './text/python-text.ts';
export { collapseWhiteSpace, isBlank, NOT_BLANK, stripWhiteSpace } from './text/white-space.ts';
