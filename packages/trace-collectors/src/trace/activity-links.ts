import type { EntityRef } from '@stormlog/correlation-events';
import type { UnresolvedReason } from '../ranges/range-index.ts';
import type { GpuTrace } from './gpu-trace.ts';

/** The launch and the iteration of a GPU event. */
export interface ActivityLink {
  /** Position of the launch call. */
  readonly launch: number | undefined;
  readonly target: EntityRef | UnresolvedReason;
}

/** Links the GPU event at a position by its launch call (docs/formats/trace-collectors.md §4). */
export function linkOf({ events, launches, ranges }: GpuTrace, event: number): ActivityLink {
  const correlation = events.correlation(event);
  const launch = correlation === null ? undefined : launches.find(events.pid(event), correlation);
  if (launch === undefined) return { launch, target: 'no_launch_record' };
  return { launch, target: ranges.find(launches.pid(launch), launches.tid(launch), launches.time(launch)) };
}
