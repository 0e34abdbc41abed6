import type { JsonObject } from '@stormlog/records';

const SINK_FORMAT = 'stormlog.append_only_telemetry_sink';

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
