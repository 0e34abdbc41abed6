import { noticeSeverity } from '@stormlog/report';

/** Warnings about what good inputs say, not about inputs that could not be used. */
const ABOUT_CONTENT: ReadonlySet<string> = new Set(['world_size_conflict', 'ambiguous_identity']);

/**
 * True when a notice of this code means that an input, or a record of one, could not be used as it is, which `--strict`
 * does not accept; a torn last line is none of them.
 */
export function isInvalidInput(code: string): boolean {
  return noticeSeverity(code) === 'warning' && !ABOUT_CONTENT.has(code);
}
