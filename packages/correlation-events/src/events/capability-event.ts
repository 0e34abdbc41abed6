import * as z from 'zod';
import { eventHeader } from './event-header.ts';
import { nonEmptyText } from './field-schemas.ts';

const names = z.array(nonEmptyText, 'a list of non-empty texts');

/** `infer.capabilities`: what one capture component could do and did (docs/formats/correlation-events.md §2.3). */
export const capabilityEventSchema = z
  .strictObject({
    ...eventHeader('infer.capabilities'),
    component: nonEmptyText,
    available: z.boolean('true or false'),
    supported: names,
    enabled: names,
    collected: names,
  })
  .superRefine(checkCapabilities);

/** `infer.capabilities`: what one capture component could do and did. */
export type CapabilityEvent = Readonly<z.infer<typeof capabilityEventSchema>>;

type CapabilityLists = Pick<CapabilityEvent, 'available' | 'supported' | 'enabled' | 'collected'>;

/** No name twice; collected ⊆ enabled ⊆ supported; nothing at all when the component is unavailable. */
export function checkCapabilities(event: CapabilityLists, issues: z.RefinementCtx): void {
  const supported = new Set(event.supported);
  const enabled = new Set(event.enabled);
  const report = (field: keyof CapabilityLists, message: string) =>
    issues.addIssue({ code: 'custom', path: [field], message });
  if (supported.size !== event.supported.length) report('supported', 'no name twice');
  if (enabled.size !== event.enabled.length) report('enabled', 'no name twice');
  if (new Set(event.collected).size !== event.collected.length) report('collected', 'no name twice');
  if (event.enabled.some((name) => !supported.has(name))) report('enabled', 'only supported names');
  if (event.collected.some((name) => !enabled.has(name))) report('collected', 'only enabled names');
  if (!event.available && event.supported.length + event.enabled.length + event.collected.length > 0) {
    report('available', 'true where capabilities are listed');
  }
}
