/** The parts of a W3C `traceparent` header that identify a call. */
export interface TraceParent {
  /** 32 lower-case hexadecimal digits. */
  readonly trace_id: string;
  /** 16 lower-case hexadecimal digits: the caller's span. */
  readonly parent_id: string;
  /** The caller has recorded it, or may have. */
  readonly sampled: boolean;
}

const HEADER = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * A `traceparent` header; null when it is none (docs/formats/recording.md §6). Later versions may say more at the end.
 *
 * @param header as it arrived; null and undefined are no header
 */
export function parseTraceParent(header: string | null | undefined): TraceParent | null {
  const match = HEADER.exec(header ?? '');
  if (match === null) return null;
  const [, version, traceId, parentId, flags, more] = match;
  if (version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (traceId === undefined || /^0*$/.test(traceId)) return null;
  if (parentId === undefined || /^0*$/.test(parentId)) return null;
  return { trace_id: traceId, parent_id: parentId, sampled: (Number.parseInt(flags ?? '0', 16) & 1) === 1 };
}
