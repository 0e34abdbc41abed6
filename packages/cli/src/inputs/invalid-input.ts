/** Notices that mean an input, or a record of one, could not be used; `--strict` fails on them. */
const INVALID: ReadonlySet<string> = new Set([
  'path_missing',
  'path_type_unsupported',
  'path_unreadable',
  'file_type_unsupported',
  'json_unreadable',
  'csv_unreadable',
  'csv_row_rejected',
  'line_skipped',
  'csv_quote_unclosed',
  'segment_unreadable',
  'session_summary_unusable',
  'element_skipped',
  'metadata_unreadable',
  'sink_unreadable',
  'manifest_unreadable',
  'manifest_entry_unusable',
  'entry_outside_folder',
  'directory_without_events',
  'folder_unreadable',
  'timeline_unreadable',
  'timeline_not_object',
  'timeline_bad_shape',
  'timeline_empty',
  'timeline_unaligned',
  'empty_file',
  'no_events',
  'not_telemetry',
  'unreadable',
]);

/** True when a notice of this code means that an input could not be used as it is; a torn last line is none of them. */
export function isInvalidInput(code: string): boolean {
  return INVALID.has(code);
}
