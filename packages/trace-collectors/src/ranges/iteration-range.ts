import type { EntityRef } from '@stormlog/correlation-events';
import { ArgumentError } from '@stormlog/records';

/** What the name of a profiler range begins with that ties GPU work to an iteration. */
export const ITERATION_RANGE_PREFIX = 'stormlog.iteration/';

/**
 * The name of the profiler range around the code that launches the GPU work of an iteration
 * (docs/formats/trace-collectors.md §2).
 *
 * @throws ArgumentError for an empty id, a producer with `/`, an iteration with CR or LF
 */
export function iterationRangeName(producerId: string, iterationId: string): string {
  if (producerId === '' || producerId.includes('/')) {
    throw new ArgumentError('producerId', 'the producer of an iteration range must be a non-empty text without "/"');
  }
  if (iterationId === '' || /[\r\n]/.test(iterationId)) {
    throw new ArgumentError('iterationId', 'the iteration of a range must be a non-empty text on one line');
  }
  return `${ITERATION_RANGE_PREFIX}${producerId}/${iterationId}`;
}

/** The iteration that a range's name tells; null for any other name (docs/formats/trace-collectors.md §2). */
export function parseIterationRange(name: string): EntityRef | null {
  if (!name.startsWith(ITERATION_RANGE_PREFIX)) return null;
  const slash = name.indexOf('/', ITERATION_RANGE_PREFIX.length);
  if (slash <= ITERATION_RANGE_PREFIX.length || slash === name.length - 1) return null;
  return { producer_id: name.slice(ITERATION_RANGE_PREFIX.length, slash), id: name.slice(slash + 1) };
}
