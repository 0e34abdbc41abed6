import type { DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import type { PageClock } from './page-clock.ts';
import type { PhaseRows } from './page-data.ts';
import type { TextTable } from './text-table.ts';

/** Phases of all ranks together. */
const MOST_SPANS = 24_000;
/** Of ranks beyond those in focus only short lists are taken. */
const MOST_SPANS_OF_A_RANK = 2000;

/**
 * The phases of the ranks, the focused ranks first, until there are too many (docs/formats/report-page.md §5); and the
 * number of ranks whose phases are left out. Of a rank with too many the outer ones are kept.
 */
export function phaseRows(
  model: DistributedDiagnosticsModel,
  focus: ReadonlySet<number>,
  clock: PageClock,
  texts: TextTable,
): { readonly rows: readonly PhaseRows[]; readonly dropped: number } {
  const ranks = [...model.markers_by_rank.keys()].sort(
    (left, right) => Number(focus.has(right)) - Number(focus.has(left)) || left - right,
  );
  const rows: PhaseRows[] = [];
  let room = MOST_SPANS;
  let dropped = 0;
  for (const rank of ranks) {
    const own = model.markers_by_rank.get(rank)!.filter(({ kind }) => kind === 'phase');
    if (own.length === 0) continue;
    const spans = outermost(own.map((marker) => ({ marker, depth: depthOf(marker.metadata['phase_path']) })));
    if (spans.length > room || spans.length === 0) {
      dropped++;
      continue;
    }
    room -= spans.length;
    rows.push({
      rank,
      spans: spans.flatMap(({ marker, depth }) => [
        texts.add(marker.label.replace(/^Phase: /, '')),
        depth,
        clock.seconds(marker.start_ns),
        clock.seconds(marker.end_ns ?? marker.start_ns),
      ]),
    });
  }
  return { rows: rows.sort((left, right) => left.rank - right.rank), dropped };
}

function depthOf(path: unknown): number {
  return Array.isArray(path) ? path.length : 1;
}

/** Without the innermost phases where there are too many. */
function outermost<Span extends { readonly depth: number }>(spans: readonly Span[]): readonly Span[] {
  let kept = spans;
  for (let depth = 8; kept.length > MOST_SPANS_OF_A_RANK && depth > 0; depth--) {
    kept = kept.filter((span) => span.depth < depth);
  }
  return kept;
}
