import type { JsonObject } from '@stormlog/records';

const SINK_FORMAT = 'stormlog.append_only_telemetry_sink';

/** What a manifest belongs to, the first that fits; null for something else. */
export function manifestKind(manifest: JsonObject): 'oom_bundle' | 'diagnose_bundle' | 'sink' | null {
  if (isOomManifest(manifest)) return 'oom_bundle';
  if (isDiagnoseManifest(manifest)) return 'diagnose_bundle';
  return isSinkManifest(manifest) ? 'sink' : null;
}

/** True for the manifest of a bundle written when memory ran out. */
export function isOomManifest(manifest: JsonObject): boolean {
  return hasAll(manifest, ['bundle_name', 'reason', 'backend', 'event_count']);
}

/** True for the manifest of a bundle that a diagnosis wrote. */
export function isDiagnoseManifest(manifest: JsonObject): boolean {
  return hasAll(manifest, ['command_line', 'files', 'risk_detected', 'session_id']);
}

/** True for the ledger of a sink. */
export function isSinkManifest(manifest: JsonObject): boolean {
  return manifest['format'] === SINK_FORMAT || Object.hasOwn(manifest, 'segments');
}

function hasAll(manifest: JsonObject, keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(manifest, key));
}
