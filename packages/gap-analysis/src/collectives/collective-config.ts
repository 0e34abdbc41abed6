import { ArgumentError, compareCodePoints, isInteger, stripWhiteSpace } from '@stormlog/records';
import * as z from 'zod';

/** How sensitive collective attribution is (docs/formats/gap-analysis.md §5.1). */
export const collectiveAttributionConfigSchema = z
  .object({
    preset: z.string(),
    min_samples_per_rank: z.number(),
    min_gap_bytes: z.number(),
    min_gap_ratio: z.number(),
    robust_zscore_threshold: z.number(),
    marker_window_ns: z.bigint(),
    interval_padding_ns: z.bigint(),
    synchrony_window_ns: z.bigint(),
    min_synchrony_ratio: z.number(),
    min_confidence: z.number(),
  })
  .readonly();

export type CollectiveAttributionConfig = z.infer<typeof collectiveAttributionConfigSchema>;

/** Fields of a preset that a caller may replace. */
export type CollectiveOverrides = {
  readonly [Field in Exclude<keyof CollectiveAttributionConfig, 'preset'>]?: number | bigint | undefined;
};

const MEDIUM: CollectiveAttributionConfig = {
  preset: 'medium',
  min_samples_per_rank: 6,
  min_gap_bytes: 128 * 1024 * 1024,
  min_gap_ratio: 0.04,
  robust_zscore_threshold: 2.5,
  marker_window_ns: 150_000_000n,
  interval_padding_ns: 120_000_000n,
  synchrony_window_ns: 120_000_000n,
  min_synchrony_ratio: 0.5,
  min_confidence: 0.5,
};

const PRESETS: ReadonlyMap<string, CollectiveAttributionConfig> = new Map([
  [
    'low',
    {
      preset: 'low',
      min_samples_per_rank: 8,
      min_gap_bytes: 256 * 1024 * 1024,
      min_gap_ratio: 0.06,
      robust_zscore_threshold: 3.0,
      marker_window_ns: 120_000_000n,
      interval_padding_ns: 100_000_000n,
      synchrony_window_ns: 100_000_000n,
      min_synchrony_ratio: 0.6,
      min_confidence: 0.7,
    },
  ],
  ['medium', MEDIUM],
  [
    'high',
    {
      preset: 'high',
      min_samples_per_rank: 5,
      min_gap_bytes: 64 * 1024 * 1024,
      min_gap_ratio: 0.025,
      robust_zscore_threshold: 1.8,
      marker_window_ns: 180_000_000n,
      interval_padding_ns: 160_000_000n,
      synchrony_window_ns: 180_000_000n,
      min_synchrony_ratio: 0.34,
      min_confidence: 0.35,
    },
  ],
]);

interface Bound {
  readonly accepts: (value: number | bigint) => boolean;
  readonly text: string;
}

const NOT_NEGATIVE: Bound = { accepts: (value) => value >= 0, text: 'at least 0' };
const SHARE: Bound = { accepts: (value) => value >= 0 && value <= 1, text: 'between 0 and 1' };

const BOUNDS: ReadonlyMap<string, Bound> = new Map<keyof CollectiveOverrides, Bound>([
  ['min_samples_per_rank', { accepts: (value) => value >= 3, text: 'at least 3' }],
  ['min_gap_bytes', NOT_NEGATIVE],
  ['min_gap_ratio', NOT_NEGATIVE],
  ['robust_zscore_threshold', { accepts: (value) => value > 0, text: 'above 0' }],
  ['marker_window_ns', NOT_NEGATIVE],
  ['interval_padding_ns', NOT_NEGATIVE],
  ['synchrony_window_ns', NOT_NEGATIVE],
  ['min_synchrony_ratio', SHARE],
  ['min_confidence', SHARE],
]);

/**
 * The configuration of a preset, some of its fields replaced (docs/formats/gap-analysis.md §5.1). Times may be given as
 * `number` or `bigint`; the result holds them as `bigint`.
 *
 * @param preset `low`, `medium` or `high`, in any case and with white space around; null or empty means `medium`
 * @throws ArgumentError for an unknown preset, a field that is none or cannot be replaced, and a value out of range, of
 * another type, not finite, or (times) not whole
 */
export function resolveCollectiveAttributionConfig(
  preset: string | null = 'medium',
  overrides: CollectiveOverrides | null = null,
): CollectiveAttributionConfig {
  const name: unknown = preset || 'medium';
  const config = typeof name === 'string' ? PRESETS.get(stripWhiteSpace(name).toLowerCase()) : undefined;
  if (config === undefined) {
    const known = [...PRESETS.keys()].sort().join(', ');
    throw new ArgumentError('preset', `the preset ${JSON.stringify(name)} is not known; known are ${known}`);
  }
  const given = Object.entries(overrides ?? {}).filter(([, value]) => value !== undefined);
  const unknown = given.map(([field]) => field).filter((field) => !BOUNDS.has(field));
  if (unknown.length > 0) {
    throw new ArgumentError(
      'overrides',
      `these fields cannot be replaced: ${unknown.sort(compareCodePoints).join(', ')}`,
    );
  }
  const replaced = Object.fromEntries(given.map(([field, value]) => [field, checkedOverride(field, value)]));
  return collectiveAttributionConfigSchema.parse({ ...config, ...replaced });
}

function checkedOverride(field: string, value: unknown): number | bigint {
  if (typeof value !== 'bigint' && (typeof value !== 'number' || !Number.isFinite(value))) {
    throw new ArgumentError(field, `${field} must be a finite number`);
  }
  const bound = BOUNDS.get(field)!;
  if (!bound.accepts(value)) throw new ArgumentError(field, `${field} must be ${bound.text}`);
  if (!field.endsWith('_ns')) return Number(value);
  if (!isInteger(value)) throw new ArgumentError(field, `${field} must be a whole number of nanoseconds`);
  return BigInt(value);
}
