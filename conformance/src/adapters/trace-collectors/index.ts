import type { AdapterTable } from '../../adapter.ts';
import { TRACE_CONTEXT_ADAPTERS } from './context.ts';

/** The operations `trace.*`. */
export const TRACE_COLLECTORS_ADAPTERS: AdapterTable = {
  ...TRACE_CONTEXT_ADAPTERS,
};
