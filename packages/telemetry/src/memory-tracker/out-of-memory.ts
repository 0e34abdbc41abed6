const CODES: ReadonlyMap<string, string> = new Map([
  ['ERR_WORKER_OUT_OF_MEMORY', 'worker_out_of_memory'],
  ['ERR_MEMORY_ALLOCATION_FAILED', 'allocation_failed'],
  ['ENOMEM', 'system_out_of_memory'],
]);
const DEVICE_WORDS = /\b(?:cuda|hip|gpu|device|bfcarena)\b/i;
const OUT_OF_MEMORY_WORDS = /out of memory|failed to allocate memory|array buffer allocation failed|OrtMemory.*alloc/i;

/**
 * Why an error says that memory ran out, as `metadata.oom_reason` gives it; null when it does not say so
 * (docs/formats/memory-tracking.md §6). A heap of V8 that is full ends the process, so no error tells of it.
 */
export function outOfMemoryReason(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? CODES.get(error.code) : undefined;
  if (code !== undefined) return code;
  if (!OUT_OF_MEMORY_WORDS.test(error.message)) return null;
  return DEVICE_WORDS.test(error.message) ? 'device_out_of_memory' : 'allocation_failed';
}
