import type { AdapterTable } from '../adapter.ts';

/** Every operation that the project answers. */
export const ADAPTERS: AdapterTable = {};
