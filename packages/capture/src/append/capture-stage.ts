import { ArgumentError, ArtifactError, ConflictError, InvalidRecordError } from '@stormlog/records';

/** The steps of an append that can refuse, in their order (docs/formats/capture.md §4). */
export const CAPTURE_STAGES = [
  'arguments',
  'lock',
  'existing_artifact',
  'collect',
  'adapter_events',
  'capability_event',
  'envelope_load',
  'trace_attachment',
  'attachment_conflict',
  'envelope_schema',
  'attachment_reference',
  'combined_events',
  'serialize',
  'write_envelope',
  'append_artifact',
] as const;

/** A step of an append; errors name theirs in `stage`. */
export type CaptureStage = (typeof CAPTURE_STAGES)[number];

/** Does one step; an error of this project that leaves it names the step. */
export async function atStage<Result>(stage: CaptureStage, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw withStage(error, stage);
  }
}

/** The same error with its step; what is no error of this project passes unchanged. */
export function withStage(error: unknown, stage: CaptureStage): unknown {
  if (error instanceof InvalidRecordError || error instanceof ConflictError) return error.at({ stage });
  if (error instanceof ArtifactError) {
    if (isStage(error.stage)) return error;
    const { code, message, path, systemCode } = error;
    return new ArtifactError(code, message, { path, stage, systemCode: systemCode ?? undefined, cause: error });
  }
  if (error instanceof ArgumentError && error.stage === null) {
    return new ArgumentError(error.argument, error.message, { code: error.code, stage, cause: error });
  }
  return error;
}

function isStage(stage: string): boolean {
  return CAPTURE_STAGES.some((name) => name === stage);
}
