import type { RunOverview } from '@stormlog/report';
import type { CatalogWarning } from '@stormlog/run-catalog';

/** What `stormlog runs --json` prints, keys in the order of docs/schemas/cli/runs.schema.json. */
export function runsDocument({ runs, sessions, attachments }: RunOverview, warnings: readonly CatalogWarning[]) {
  return { format: 'stormlog.runs', schema_version: 1, runs, sessions, attachments, warnings };
}
