import type { PageClock } from './page-clock.ts';
import type { CounterName } from './series/counter-name.ts';

/** What a link into the charts shows. */
export interface ViewLink {
  readonly ranks: readonly number[];
  readonly counter?: CounterName | null | undefined;
  /** A time to mark; the view shows a part of the run around it. */
  readonly at?: bigint | null | undefined;
}

/** More ranks than this are not put into a link. */
const MOST_RANKS = 8;

/** The address of a view within the page (docs/formats/report-page.md §6): `#view?ranks=2&counter=allocated&at=0.049`. */
export function viewLink({ ranks, counter, at }: ViewLink, clock: PageClock): string {
  const parts = [
    `ranks=${ranks.slice(0, MOST_RANKS).join(',')}`,
    ...(counter === null || counter === undefined ? [] : [`counter=${counter}`]),
    ...(at === null || at === undefined ? [] : [`at=${Number(clock.seconds(at).toFixed(9))}`]),
  ];
  return `#view?${parts.join('&')}`;
}
