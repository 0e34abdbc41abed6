/** Name of the file that names attachments beside what they belong to. */
export const ATTACHMENTS_FILENAME = 'stormlog_attachments.json';

/** What such a file says it is. */
export const ATTACHMENTS_FORMAT = 'stormlog.attachments';

/** The only version of it there is. */
export const ATTACHMENTS_SCHEMA_VERSION = 1;
