/** A valid envelope with these fields besides. */
export function envelope(runId: string, fields: object = {}) {
  return { schema_version: 1, format: 'stormlog.run_envelope', run_id: runId, metadata: {}, ...fields };
}

/** A valid attachment with these fields besides. */
export function attachment(fields: object = {}) {
  return { title: 'Trace', kind: 'trace', storage: 'reference', metadata: {}, path: 'trace.json', ...fields };
}

/** The manifest of a sink that lists these sessions, one segment each. */
export function sinkManifest(
  ...sessions: readonly { readonly session_id: string; readonly [field: string]: unknown }[]
) {
  return {
    schema_version: 2,
    format: 'stormlog.append_only_telemetry_sink',
    sessions: sessions.map((session, index) => ({
      status: 'completed',
      started_at_ns: 1_700_000_000_000 + index,
      ended_at_ns: null,
      host: 'host-a',
      pid: 7,
      source: 'stormlog.tracker',
      ...session,
    })),
    segments: sessions.map(({ session_id }, index) => ({
      filename: `segment-${index}.jsonl`,
      event_count: 2,
      size_bytes: 10,
      closed: true,
      session_id,
    })),
  };
}
