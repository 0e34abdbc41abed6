/**
 * Every code that an error of this project can carry, with what it means. Codes are stable: a code is never renamed or
 * given another meaning within a major version. `docs/formats/errors.md` is the same table for readers.
 */
export const ERROR_CODES = {
  // JSON text
  json_syntax: 'The text is not JSON',
  json_too_deep: 'The JSON text is nested too deeply',
  integer_too_long: 'An integer has more than 4300 digits',
  literal_syntax: 'The text is not a Python literal',
  // bytes and files
  not_utf8: 'The bytes are not UTF-8',
  line_too_long: 'A line is longer than the limit',
  document_too_large: 'A document does not fit into one string and cannot be streamed',
  gzip_damaged: 'The gzip data is damaged or cut short',
  file_missing: 'The file or folder does not exist',
  file_unreadable: 'The operating system refused to read the file',
  not_a_file: 'A file was expected and something else is there',
  // records
  record_not_object: 'A record must be an object',
  record_invalid: 'A record breaks one or more rules; the issues list them',
  field_missing: 'A required field is absent',
  field_unknown: 'A field is not part of the record',
  field_invalid: 'A field has the wrong type or an impossible value',
  number_out_of_range: 'An integer does not fit where it stands',
  version_unknown: 'The schema version is not known',
  document_without_events: 'The document holds no list of events',
  // telemetry and sessions
  run_mismatch: 'A record belongs to another run than those before it',
  session_mismatch: 'A record names another session than its document',
  session_unknown: 'There is no session of that id',
  job_unknown: 'There is no session of that job',
  sink_without_segments: 'The sink has a manifest but no segments',
  csv_field_too_long: 'A CSV field is longer than 131072 characters',
  world_size_too_large: 'A world size above 1048576 is not believed',
  // analysis
  threshold_missing: 'A threshold that the analysis needs is absent',
  times_equal: 'All timestamps are equal, so no line can be drawn through them',
  division_by_zero: 'A threshold of zero would divide by zero',
  phase_protocol: 'A phase was closed that is not the innermost open one of its thread',
  identity_conflict: 'Two records of one identity disagree',
  // traces
  trace_invalid: 'A trace file is not what its format demands',
  sqlite_library_missing: 'The library that reads SQLite files is not installed',
  // callers
  argument_invalid: 'An argument is not acceptable',
  // writing
  file_unwritable: 'The operating system refused to write the file; what was there before is unchanged',
  lock_timeout: 'Another writer held the lock until the deadline',
  lock_lost: 'The lock was taken over while it was held',
  durability_unknown: 'The new file is in place but may not survive a power loss, or its lock could not be removed',
  artifact_in_use: 'Another writer holds the artifact',
  sink_in_use: 'Another writer has the sink folder open',
  artifact_torn: 'The last line of the artifact is cut off',
  manifest_newer: 'The manifest was written by a newer version',
} as const;

/** A code of {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES;
