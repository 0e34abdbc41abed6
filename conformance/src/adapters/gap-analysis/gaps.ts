import {
  analyzeHiddenMemoryGaps,
  attributeCollectiveMemory,
  collectiveAttributionConfigSchema,
  collectiveAttributionSchema,
  gapFindingSchema,
  resolveCollectiveAttributionConfig,
} from '@stormlog/gap-analysis';
import { isInteger, type JsonObject, type JsonValue } from '@stormlog/records';
import { PhaseReplayIndex, phaseAttributionToPayload } from '@stormlog/timeline';
import type { AdapterTable } from '../../adapter.ts';
import { objectOf, objectsOf } from './input.ts';

/** What the oracle fills in where an event of these operations leaves a key out. */
const EVENT_DEFAULTS: JsonObject = {
  timestamp_ns: 0,
  event_type: 'sample',
  collector: 'stormlog.cuda_tracker',
  rank: 0,
  local_rank: 0,
  world_size: 1,
  device_id: 0,
  allocator_allocated_bytes: null,
  allocator_reserved_bytes: null,
  allocator_active_bytes: null,
  allocator_inactive_bytes: null,
  allocator_change_bytes: null,
  device_used_bytes: null,
  device_free_bytes: null,
  device_total_bytes: null,
  context: null,
  metadata: {},
};

/** Gap analysis and collective attribution. */
export const GAP_ADAPTERS: AdapterTable = {
  'gap.analyze': (input) => {
    const { thresholds, remediation, ...given } = objectOf(input);
    const events = eventsOf(given);
    const findings = analyzeHiddenMemoryGaps(events, {
      thresholds: thresholds === undefined ? undefined : (objectOf(thresholds) as Record<string, number>),
      remediations: remediation === undefined ? undefined : (objectOf(remediation) as Record<string, string[]>),
      phaseIndex: phaseIndexOf(given, events),
    });
    return findings.map((finding) => {
      const { description: _prose, phase_attribution, ...fields } = gapFindingSchema.parse(finding);
      return { ...fields, phase_attribution: phaseAttributionToPayload(phase_attribution) };
    });
  },
  'collective.resolve_config': (input) => {
    const { preset, overrides } = objectOf(input);
    return resolveCollectiveAttributionConfig(presetOf(preset), overridesOf(overrides));
  },
  'collective.attribute': (input) => {
    const { preset, overrides, config, ...given } = objectOf(input);
    const events = eventsOf(given);
    const results = attributeCollectiveMemory(events, {
      config: config === undefined ? undefined : configOf(objectOf(config)),
      preset: presetOf(preset),
      overrides: overridesOf(overrides),
      phaseIndex: phaseIndexOf(given, events),
    });
    return results.map((result) => ({
      ...collectiveAttributionSchema.parse(result),
      phase_attribution: phaseAttributionToPayload(result.phase_attribution),
    }));
  },
};

function eventsOf(given: JsonObject): readonly JsonObject[] {
  return objectsOf(given['events']).map((event) => ({ ...EVENT_DEFAULTS, ...event }));
}

function phaseIndexOf(given: JsonObject, events: readonly JsonObject[]): PhaseReplayIndex | undefined {
  return given['phases'] ? PhaseReplayIndex.fromEvents(events) : undefined;
}

// The library refuses what is not of these types; the cases ask whether it does.
function presetOf(preset: JsonValue | undefined): string | null | undefined {
  return preset as string | null | undefined;
}

function overridesOf(overrides: JsonValue | undefined): Record<string, number> | null | undefined {
  return overrides as Record<string, number> | null | undefined;
}

function configOf(config: JsonObject) {
  const given = Object.entries(config).map(([field, value]) => [
    field,
    field.endsWith('_ns') && isInteger(value) ? BigInt(value) : value,
  ]);
  return collectiveAttributionConfigSchema.parse({
    ...resolveCollectiveAttributionConfig('medium'),
    ...Object.fromEntries(given),
  });
}
