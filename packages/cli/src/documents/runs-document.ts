import type { RunOverview } from '@stormlog/report';
import type { RunsNotice } from '../inputs/open-catalog.ts';

/** What `stormlog runs --json` prints, keys in the order of docs/schemas/cli/runs.schema.json. */
export function runsDocument({ runs, sessions, attachments }: RunOverview, notices: readonly RunsNotice[]) {
  return {
    format: 'stormlog.runs',
    schema_version: 1,
    runs,
    sessions,
    attachments,
    warnings: notices.map(warningOf),
  };
}

/** The message of a loading notice has its place already. */
function warningOf(notice: RunsNotice) {
  return 'hint' in notice || 'line' in notice
    ? { code: notice.code, message: notice.message, path: notice.path }
    : notice;
}
