import { COUNTERS, type CounterName } from '../src/html/series/counter-name.ts';
import { MOST_RANKS, type View } from './view.ts';

/** What an address within the page asks for. */
export type Address =
  | { readonly kind: 'view'; readonly change: Partial<View> }
  | { readonly kind: 'signs'; readonly rank: number | null }
  | { readonly kind: 'element'; readonly id: string };

/** Reads `#view?ranks=2,3&counter=hidden&at=1.5`, `#signs?rank=2` or an id; whatever is no good in it is left out. */
export function parseAddress(hash: string, known: ReadonlySet<number>, span: number): Address {
  const [name = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const values = new URLSearchParams(query);
  if (name === 'signs') return { kind: 'signs', rank: integerOf(values.get('rank')) };
  if (name !== 'view') return { kind: 'element', id: name };
  const ranks = [...new Set((values.get('ranks') ?? '').split(',').map(integerOf))].filter(
    (rank): rank is number => rank !== null && known.has(rank),
  );
  const counter = counterOf(values.get('counter'));
  const at = secondsOf(values.get('at'), span);
  const [from, to] = [secondsOf(values.get('from'), span), secondsOf(values.get('to'), span)];
  return {
    kind: 'view',
    change: {
      ...(ranks.length === 0 ? {} : { ranks: ranks.slice(0, MOST_RANKS) }),
      ...(counter === null ? {} : { counter }),
      at,
      ...(from !== null && to !== null && from < to ? { from, to } : {}),
    },
  };
}

function integerOf(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function counterOf(text: string | null): CounterName | null {
  return COUNTERS.find((name) => name === text) ?? null;
}

function secondsOf(text: string | null, span: number): number | null {
  if (text === null || !/^-?\d{1,12}(\.\d{1,12})?$/.test(text)) return null;
  return Math.max(0, Math.min(span, Number(text)));
}
