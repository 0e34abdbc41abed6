import type { AdapterTable } from '../../adapter.ts';
import { TRACE_CAPTURE_ADAPTERS } from './captures.ts';
import { TRACE_CONTEXT_ADAPTERS } from './context.ts';
import { TRACE_IMPORT_ADAPTERS } from './imports.ts';

/** The operations `trace.*`. */
export const TRACE_COLLECTORS_ADAPTERS: AdapterTable = {
  ...TRACE_CAPTURE_ADAPTERS,
  ...TRACE_CONTEXT_ADAPTERS,
  ...TRACE_IMPORT_ADAPTERS,
};
