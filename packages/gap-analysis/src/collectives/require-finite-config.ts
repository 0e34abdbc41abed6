import { ArgumentError } from '@stormlog/records';
import type { CollectiveAttributionConfig } from './collective-config.ts';

/**
 * Refuses what no analysis can work with in a configuration that was given instead of resolved; its ranges are the
 * caller's affair (docs/formats/gap-analysis.md §5.2).
 *
 * @throws ArgumentError naming the field
 */
export function requireFiniteConfig(config: CollectiveAttributionConfig): void {
  for (const [field, value] of Object.entries(config)) {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new ArgumentError(field, `${field} must be a finite number`);
    }
  }
}
