import type { InferenceReport } from '@stormlog/correlation-events';
import { ConflictError, InvalidRecordError, ratioOfIntegers, type StormlogError } from '@stormlog/records';

/** An artifact that was left out, and why. */
export interface RefusedArtifact {
  readonly path: string;
  readonly error: StormlogError;
}

/** What `stormlog correlate --json` prints, keys in the order of docs/schemas/cli/correlate.schema.json. */
export function correlateDocument(
  artifacts: readonly string[],
  refused: readonly RefusedArtifact[],
  reports: readonly InferenceReport[],
) {
  return {
    format: 'stormlog.correlate',
    schema_version: 1,
    artifacts,
    refused: refused.map(({ path, error }) => ({ path, ...faultOf(error) })),
    runs: reports.map(({ counts, account, requests, unresolved }) => ({
      run_id: account.run_id,
      counts,
      device_totals: account.device_totals,
      iterations: account.iterations.map(({ iteration_ref, elapsed_ns, gpu }) => ({
        iteration_ref,
        elapsed_ns,
        gpu: gpu.map((time) => ({ ...time, utilization: utilization(time.busy_ns, elapsed_ns) })),
      })),
      requests,
      unresolved,
      unattributed: account.unattributed,
      unmeasured: account.unmeasured,
    })),
  };
}

function faultOf(error: StormlogError) {
  const isPlaced = error instanceof InvalidRecordError || error instanceof ConflictError;
  return {
    line: isPlaced ? error.line : null,
    field: error instanceof InvalidRecordError ? error.field : null,
    code: error.code,
    message: error.message,
  };
}

/** Busy time as a share of the iteration's time; null where that is not known or 0. */
function utilization(busy: bigint, elapsed: bigint | null): number | null {
  return elapsed === null || elapsed === 0n ? null : ratioOfIntegers(busy, elapsed);
}
