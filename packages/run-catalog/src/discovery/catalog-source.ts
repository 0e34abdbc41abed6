/** What a source of sessions is. */
export type SourceKind = 'sink' | 'telemetry_json' | 'telemetry_jsonl' | 'telemetry_csv' | 'diagnose_bundle';

/** A file or folder that holds sessions (docs/formats/run-catalog.md §2). */
export interface CatalogSource {
  /** As spelled. */
  readonly path: string;
  readonly source_kind: SourceKind;
  /** The files with events; empty for a diagnose bundle. */
  readonly event_paths: readonly string[];
  readonly manifest_path: string | null;
}
