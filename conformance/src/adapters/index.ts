import type { AdapterTable } from '../adapter.ts';
import { SINK_READ } from './sink-read.ts';
import { TELEMETRY_LOAD } from './telemetry-load.ts';

/** Every operation that the project answers. */
export const ADAPTERS: AdapterTable = { ...SINK_READ, ...TELEMETRY_LOAD };
