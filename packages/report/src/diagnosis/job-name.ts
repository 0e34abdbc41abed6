import { type JsonValue, stringifyJson } from '@stormlog/records';

/** How a job is called among others: `job "train-7"`. An id may be any JSON value; a missing one gives `no job`. */
export function jobName(jobId: JsonValue): string {
  return jobId === null ? 'no job' : `job ${stringifyJson(jobId)}`;
}
