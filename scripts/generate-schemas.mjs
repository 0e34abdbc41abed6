// Writes docs/schemas/*.schema.json from the zod schemas; with --check, fails when a file is not what it would write.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { correlationContextSchema, inferenceEventSchema } from '../packages/correlation-events/src/index.ts';
import { collectiveAttributionSchema, gapFindingSchema } from '../packages/gap-analysis/src/index.ts';
import { runEnvelopeRecordSchema } from '../packages/run-catalog/src/envelope.ts';
import { sessionSummarySchema } from '../packages/sessions/src/index.ts';
import {
  memoryCapabilitiesSchema,
  phaseScopeSchema,
  projectedTelemetryRecordSchema,
  telemetryRecordV2Schema,
  telemetryRecordV3Schema,
  telemetryRecordV4Schema,
  telemetryRollupsSchema,
} from '../packages/telemetry/src/index.ts';
import { sinkManifestSchema } from '../packages/telemetry/src/sink/manifest-schema.ts';
import { phaseAttributionPayloadSchema, timelineMarkerSchema } from '../packages/timeline/src/index.ts';

const folder = resolve(import.meta.dirname, '../docs/schemas');

const SCHEMAS = {
  'collective-attribution': {
    title: 'Hidden memory of a rank put down to collective communication',
    schema: collectiveAttributionSchema,
  },
  'correlation-context': { title: 'Context of a correlation event', schema: correlationContextSchema },
  'gap-finding': { title: 'Finding of the hidden-memory gap analysis', schema: gapFindingSchema },
  'inference-event': {
    title: 'Correlation event as its canonical record',
    schema: inferenceEventSchema,
    refine: ({ oneOf }) => {
      for (const { properties } of oneOf) {
        properties.context = { $ref: 'correlation-context.schema.json' };
        properties.metadata = { type: 'object' };
      }
    },
  },
  'memory-capabilities': { title: 'What a telemetry source can measure', schema: memoryCapabilitiesSchema },
  'phase-attribution': { title: 'Wire form of a phase attribution', schema: phaseAttributionPayloadSchema },
  'phase-scope': { title: 'Metadata of a phase boundary event', schema: phaseScopeSchema },
  'projected-telemetry-record': {
    title: 'Backend-neutral envelope of a telemetry record, version 1',
    schema: projectedTelemetryRecordSchema,
  },
  'run-envelope': {
    title: 'The file stormlog_run.json',
    schema: runEnvelopeRecordSchema,
    // Rules between fields and elements, which the code checks outside of the schema.
    refine: ({ properties }) => {
      properties.tags.uniqueItems = true;
      properties.attachments.items.anyOf = [{ required: ['url'] }, { required: ['path'] }];
    },
  },
  'session-summary': { title: 'Summary of one capture', schema: sessionSummarySchema },
  'sink-manifest': {
    title: 'The file manifest.json of a telemetry sink',
    schema: sinkManifestSchema,
    refine: ({ properties }) => {
      properties.sessions.items = { $ref: 'session-summary.schema.json' };
    },
  },
  'telemetry-record-v2': { title: 'Telemetry record, version 2', schema: telemetryRecordV2Schema },
  'telemetry-record-v3': { title: 'Telemetry record, version 3', schema: telemetryRecordV3Schema },
  'telemetry-record-v4': {
    title: 'Telemetry record, version 4',
    schema: telemetryRecordV4Schema,
    // A rule between the record and its metadata, which the code checks outside of the schema.
    refine: ({ properties }) => {
      properties.metadata.required = ['memory_capabilities'];
      properties.metadata.properties = { memory_capabilities: { $ref: 'memory-capabilities.schema.json' } };
    },
  },
  'telemetry-rollups': {
    title: 'The file rollups.json of a telemetry sink',
    schema: telemetryRollupsSchema,
    refine: ({ properties }) => {
      properties.sessions.items.properties.session = { $ref: 'session-summary.schema.json' };
    },
  },
  'timeline-marker': { title: 'Mark on the time axis of a run', schema: timelineMarkerSchema },
};

/** JSON has integers of any size where the code has bigints. */
function writeBigIntsAsIntegers({ zodSchema, jsonSchema }) {
  const { def } = zodSchema._zod;
  if (def.type !== 'bigint') return;
  jsonSchema.type = 'integer';
  const { minValue } = zodSchema;
  if (minValue !== null) jsonSchema.minimum = Number(minValue);
}

function textOf({ title, schema, refine }) {
  const { $schema, ...body } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: writeBigIntsAsIntegers,
  });
  refine?.(body);
  return `${JSON.stringify({ $schema, title, ...body }, null, 2)}\n`;
}

const isCheck = process.argv.includes('--check');
const stale = [];
mkdirSync(folder, { recursive: true });
for (const [name, entry] of Object.entries(SCHEMAS)) {
  const file = `${name}.schema.json`;
  const path = join(folder, file);
  const text = textOf(entry);
  if (!isCheck) writeFileSync(path, text);
  else if (readText(path) !== text) stale.push(file);
}
if (stale.length > 0) {
  process.stderr.write(`not current, run "pnpm schemas": ${stale.join(', ')}\n`);
  process.exitCode = 1;
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
