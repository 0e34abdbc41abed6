import type { AdapterTable } from '../adapter.ts';
import { CAPTURE_ADAPTERS } from './capture.ts';
import { CORRELATION_EVENTS_ADAPTERS } from './correlation-events.ts';
import { DISTRIBUTED_DIAGNOSTICS } from './distributed-diagnostics.ts';
import { GAP_ANALYSIS_ADAPTERS } from './gap-analysis/index.ts';
import { RUN_CATALOG_ADAPTERS } from './run-catalog/index.ts';
import { SESSION_ADAPTERS } from './session.ts';
import { SINK_READ } from './sink-read.ts';
import { SINK_WRITE } from './sink-write/index.ts';
import { TELEMETRY_EVENT_ADAPTERS } from './telemetry-event.ts';
import { TELEMETRY_ISSUES } from './telemetry-issues.ts';
import { TELEMETRY_LOAD } from './telemetry-load.ts';
import { TELEMETRY_ROLLUPS } from './telemetry-rollups.ts';
import { TRACE_COLLECTORS_ADAPTERS } from './trace-collectors/index.ts';

/** Every operation that the project answers. */
export const ADAPTERS: AdapterTable = {
  ...CAPTURE_ADAPTERS,
  ...CORRELATION_EVENTS_ADAPTERS,
  ...DISTRIBUTED_DIAGNOSTICS,
  ...GAP_ANALYSIS_ADAPTERS,
  ...RUN_CATALOG_ADAPTERS,
  ...SESSION_ADAPTERS,
  ...SINK_READ,
  ...SINK_WRITE,
  ...TELEMETRY_EVENT_ADAPTERS,
  ...TELEMETRY_ISSUES,
  ...TELEMETRY_LOAD,
  ...TELEMETRY_ROLLUPS,
  ...TRACE_COLLECTORS_ADAPTERS,
};
