import { UsageError } from './usage-error.ts';

/** A whole number from 0, as digits only. */
export function parseCount(option: string, text: string): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : null;
  if (count === null) throw new UsageError(option, `${option} must be a whole number from 0, not "${text}"`);
  return count;
}
