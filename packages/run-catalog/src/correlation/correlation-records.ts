import { ArgumentError, type JsonObject, type JsonValue } from '@stormlog/records';

/** The clock that times of correlation evidence are on. */
export const CORRELATION_CLOCK_DOMAIN = 'unix_epoch_ns';

/** How they came onto it: the producer wrote them so. */
export const CORRELATION_CLOCK_NORMALIZATION = 'producer_emitted_epoch_ns';

/** How far evidence may lie from the moment asked for, in nanoseconds, when nothing else is said: a minute. */
export const DEFAULT_CORRELATION_WINDOW_NS = 60_000_000_000n;

/** What evidence to look for (docs/formats/run-catalog.md §9). */
export interface CorrelationFilter {
  readonly session_id: string | null;
  readonly job_id: string | null;
  readonly rank: number | null;
  readonly scope: 'session' | 'distributed';
  readonly at_ns: bigint | null;
  readonly record_id: string | null;
  readonly window_ns: bigint;
  readonly kinds: readonly string[];
  readonly limit: number | null;
}

/**
 * A filter with its defaults filled in.
 *
 * @throws ArgumentError for a scope that is none, a negative window or limit
 */
export function createCorrelationFilter(
  fields: { readonly [Field in keyof CorrelationFilter]?: CorrelationFilter[Field] | undefined } = {},
): CorrelationFilter {
  const filter: CorrelationFilter = {
    session_id: fields.session_id ?? null,
    job_id: fields.job_id ?? null,
    rank: fields.rank ?? null,
    scope: fields.scope ?? 'session',
    at_ns: fields.at_ns ?? null,
    record_id: fields.record_id ?? null,
    window_ns: fields.window_ns ?? DEFAULT_CORRELATION_WINDOW_NS,
    kinds: fields.kinds ?? [],
    limit: fields.limit ?? null,
  };
  if (filter.scope !== 'session' && filter.scope !== 'distributed') {
    throw new ArgumentError('scope', 'scope must be session or distributed');
  }
  if (filter.window_ns < 0n) throw new ArgumentError('window_ns', 'window_ns must be at least 0');
  if (filter.limit !== null && filter.limit < 0) throw new ArgumentError('limit', 'limit must be at least 0');
  return filter;
}

/** One piece of evidence near a moment (docs/formats/run-catalog.md §9). */
export interface CorrelationEvidence {
  readonly evidence_id: string;
  readonly kind: string;
  readonly title: string;
  readonly session_id: string | null;
  readonly job_id: string | null;
  readonly rank: number | null;
  readonly world_size: number | null;
  readonly start_ns: bigint | null;
  readonly end_ns: bigint | null;
  readonly source_path: string;
  readonly source_kind: string;
  readonly metadata: JsonObject;
  readonly confidence: string;
  readonly reasons: readonly string[];
}

type EvidenceDefaults = 'metadata' | 'confidence' | 'reasons';

/** A piece of evidence with what was left out filled in: no metadata, confidence `low`, no reasons. */
export function createCorrelationEvidence(
  fields: Omit<CorrelationEvidence, EvidenceDefaults> & Partial<Pick<CorrelationEvidence, EvidenceDefaults>>,
): CorrelationEvidence {
  return {
    evidence_id: fields.evidence_id,
    kind: fields.kind,
    title: fields.title,
    session_id: fields.session_id,
    job_id: fields.job_id,
    rank: fields.rank,
    world_size: fields.world_size,
    start_ns: fields.start_ns,
    end_ns: fields.end_ns,
    source_path: fields.source_path,
    source_kind: fields.source_kind,
    metadata: fields.metadata ?? {},
    confidence: fields.confidence ?? 'low',
    reasons: fields.reasons ?? [],
  };
}

/** What was asked for and what was found (docs/formats/run-catalog.md §9). */
export interface CorrelationResult {
  readonly anchor: { readonly [field: string]: JsonValue };
  readonly evidence: readonly CorrelationEvidence[];
  readonly warnings: readonly string[];
}

/** A result with what was left out empty. */
export function createCorrelationResult(
  fields: Pick<CorrelationResult, 'anchor'> & Partial<CorrelationResult>,
): CorrelationResult {
  return { anchor: fields.anchor, evidence: fields.evidence ?? [], warnings: fields.warnings ?? [] };
}
