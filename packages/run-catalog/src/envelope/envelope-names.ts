/** Name of the file that holds a run envelope. */
export const RUN_ENVELOPE_FILENAME = 'stormlog_run.json';

/** What an envelope says it is. */
export const RUN_ENVELOPE_FORMAT = 'stormlog.run_envelope';

/** The only version of the envelope there is. */
export const RUN_ENVELOPE_SCHEMA_VERSION = 1;
