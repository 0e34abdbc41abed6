import { StormlogError } from '@stormlog/records';
import type { Difference } from './compare.ts';

/** An error that is not one of ours is never an answer, not even a deviating one. */
export function isAccident(got: unknown): boolean {
  return got instanceof Error && !(got instanceof StormlogError);
}

/** `path: expected …, got …`, shortened. */
export function describeDifference(difference: Difference): string {
  const place = difference.path === '' ? '(answer)' : difference.path;
  return `${place}: expected ${show(difference.expected)}, got ${show(difference.got)}`;
}

function show(value: unknown): string {
  if (value instanceof StormlogError) return `${value.name} ${value.code} (${value.message})`;
  if (value instanceof Error) return value.stack ?? value.message;
  const text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}n` : item)) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
