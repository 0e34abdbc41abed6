import { type JsonValue, stringifyJson } from '@stormlog/records';

/** How a job is called: `job train-7`; a job id may be any JSON value, or absent. */
export function jobText(jobId: JsonValue): string {
  if (jobId === null) return 'Run without a job id';
  return `Job ${typeof jobId === 'string' ? jobId : stringifyJson(jobId)}`;
}
