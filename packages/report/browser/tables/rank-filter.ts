import type { RankRow } from '../../src/html/page-data.ts';

/** True for rows that a text means: ranks as `0-3,7`, or words of host, session state or first sign. */
export function rankFilter(text: string): (row: RankRow) => boolean {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return () => true;
  const ranges = rangesOf(trimmed);
  if (ranges !== null) return ({ rank }) => ranges.some(([first, last]) => rank >= first && rank <= last);
  const words = trimmed.split(/\s+/);
  return ({ host, status, sign, missing }) => {
    const hay = `${host ?? ''} ${missing ? 'missing' : (status ?? '')} ${sign ?? ''}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  };
}

function rangesOf(text: string): (readonly [number, number])[] | null {
  const parts = text.split(',').map((part) => /^\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*$/.exec(part));
  if (parts.some((part) => part === null)) return null;
  return parts.map((part) => [Number(part![1]), Number(part![2] ?? part![1])] as const);
}
