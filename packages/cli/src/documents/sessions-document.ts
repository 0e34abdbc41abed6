import type { SessionOverview } from '@stormlog/report';
import type { LoadedInputs } from '../inputs/load-inputs.ts';

/** What `stormlog sessions --json` prints, keys in the order of docs/schemas/cli/sessions.schema.json. */
export function sessionsDocument({ load, reports }: LoadedInputs, sessions: readonly SessionOverview[]) {
  return {
    format: 'stormlog.sessions',
    schema_version: 1,
    selected_session_id: load.selected_session_id,
    sessions,
    groups: load.groups,
    warnings: load.warnings,
    reports,
  };
}
