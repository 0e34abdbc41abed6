/** The counters that a page shows; `hidden` is device used minus reserved. */
export const COUNTERS = ['allocated', 'reserved', 'device_used', 'hidden'] as const;
export type CounterName = (typeof COUNTERS)[number];
