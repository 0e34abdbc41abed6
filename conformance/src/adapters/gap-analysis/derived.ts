import {
  computeEventFields,
  computeSessionFields,
  derivedFieldsSchema,
  enrichEvent,
  fragmentationUnavailableReason,
  memoryFeatureEnabled,
  sessionDerivedFieldsSchema,
} from '@stormlog/gap-analysis';
import type { AdapterTable } from '../../adapter.ts';
import { objectOf, objectsOf } from './input.ts';

/** Derived fields and capability flags. */
export const DERIVED_ADAPTERS: AdapterTable = {
  'derived.event_fields': (input) => derivedFieldsSchema.parse(computeEventFields(objectOf(input))),
  'derived.session_fields': (input) => sessionDerivedFieldsSchema.parse(computeSessionFields(objectsOf(input))),
  'derived.enrich': (input) => enrichEvent(objectOf(input)),
  'derived.feature_enabled': (input) => {
    const { event, feature } = objectOf(input);
    return memoryFeatureEnabled(objectOf(event), String(feature));
  },
  'derived.fragmentation_unavailable': (input) => fragmentationUnavailableReason(objectsOf(input)) !== null,
};
