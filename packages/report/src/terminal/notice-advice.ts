/** How grave a notice is, and what to do about it. */
export interface NoticeAdvice {
  readonly severity: 'warning' | 'note';
  readonly next: string | null;
}

const VALIDATE = 'stormlog validate FILE lists every fault of a file';
const CHECK_PATH = 'check the spelling and whether the folder is mounted; a pattern must match something';
const TIMELINE =
  'the file must hold equally long lists "timestamps" and "allocated"; stormlog validate FILE tells more';
const NOT_MEASURED = 'the collector of these ranks does not measure it; compare what is there';

const ADVICE: ReadonlyMap<string, NoticeAdvice> = new Map(
  Object.entries({
    path_missing: { severity: 'warning', next: CHECK_PATH },
    path_type_unsupported: { severity: 'warning', next: 'give a file or a folder; for a pipe use - (standard input)' },
    path_unreadable: { severity: 'warning', next: CHECK_PATH },
    file_type_unsupported: {
      severity: 'warning',
      next: 'give the files the ranks recorded, or the folder they are in',
    },
    json_unreadable: { severity: 'warning', next: VALIDATE },
    csv_unreadable: { severity: 'warning', next: 'check that the file may be read' },
    csv_row_rejected: { severity: 'warning', next: VALIDATE },
    sink_unreadable: { severity: 'warning', next: 'stormlog validate FOLDER lists every fault of the segments' },
    directory_without_events: {
      severity: 'warning',
      next: 'give the folder that holds the recordings, or files of other names one by one',
    },
    timeline_unreadable: { severity: 'warning', next: TIMELINE },
    timeline_not_object: { severity: 'warning', next: TIMELINE },
    timeline_bad_shape: { severity: 'warning', next: TIMELINE },
    timeline_empty: { severity: 'warning', next: TIMELINE },
    timeline_unaligned: { severity: 'warning', next: TIMELINE },
    timeline_refused: { severity: 'warning', next: TIMELINE },
    timeline_samples_skipped: { severity: 'warning', next: TIMELINE },
    timeline_synthesized: { severity: 'note', next: null },
    no_events: { severity: 'warning', next: 'stormlog validate FILE tells what the file holds instead' },
    world_size_conflict: {
      severity: 'warning',
      next: 'the inputs may mix two jobs: stormlog sessions lists them, --job ID chooses one',
    },
    allocator_counters_unavailable_device_only: { severity: 'note', next: NOT_MEASURED },
    allocator_counters_unavailable_partial: { severity: 'note', next: NOT_MEASURED },
    fragmentation_disabled: { severity: 'note', next: null },
    world_size_ignored: { severity: 'note', next: null },
    attempts_found: { severity: 'note', next: 'stormlog sessions lists the attempts; --session ID diagnoses another' },
    sessions_grouped_without_job: {
      severity: 'note',
      next: 'if these are different jobs, diagnose them apart: stormlog sessions lists them',
    },
    input_repeated: { severity: 'note', next: null },
    notices_left_out: { severity: 'note', next: VALIDATE },
    line_skipped: { severity: 'warning', next: VALIDATE },
    element_skipped: { severity: 'warning', next: VALIDATE },
    segment_unreadable: { severity: 'warning', next: VALIDATE },
    csv_quote_unclosed: {
      severity: 'warning',
      next: 'close the quote on that line and load again: the rows after it are lost',
    },
    session_summary_unusable: { severity: 'warning', next: VALIDATE },
    torn_tail: { severity: 'note', next: null },
    counter_unusable: {
      severity: 'note',
      next: 'the exporter wrote a blank value; the counter is taken as not measured',
    },
    metadata_unreadable: { severity: 'warning', next: 'the row is used without its metadata' },
    manifest_unreadable: {
      severity: 'warning',
      next: 'the segments are read without it; stormlog validate FOLDER tells more',
    },
    manifest_entry_unusable: { severity: 'warning', next: 'stormlog validate FOLDER tells more' },
    entry_outside_folder: { severity: 'warning', next: 'the manifest is not to be trusted: find out who wrote it' },
    sink_write_failed: {
      severity: 'warning',
      next: 'see whether the disk is full; events wait in memory until it is not',
    },
    rollups_not_written: { severity: 'note', next: null },
    folder_unreadable: { severity: 'warning', next: 'check that the folder may be listed' },
    empty_file: { severity: 'warning', next: 'the process died before its first event, or the disk was full' },
  } satisfies Record<string, NoticeAdvice>),
);

/** Advice for a notice's code; a code that is not known is a warning whose text must speak for itself. */
export function adviceFor(code: string): NoticeAdvice {
  return ADVICE.get(code) ?? { severity: 'warning', next: null };
}

/** Whether a notice is a warning, that something could not be used as it is, or a note. */
export function noticeSeverity(code: string): NoticeAdvice['severity'] {
  return adviceFor(code).severity;
}

/** True when the code has advice of its own. */
export function isKnownNotice(code: string): boolean {
  return ADVICE.has(code);
}
