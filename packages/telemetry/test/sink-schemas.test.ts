import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TelemetrySink } from '../src/index.ts';
import { anyTelemetryEvent, testFolder } from './sink-samples.ts';

const SCHEMAS = join(import.meta.dirname, '..', '..', '..', 'docs', 'schemas');

async function schema(name: string): Promise<object> {
  return JSON.parse(await readFile(join(SCHEMAS, `${name}.schema.json`), 'utf8'));
}

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
ajv.addSchema(await schema('session-summary'), 'session-summary.schema.json');
const holds = {
  'manifest.json': ajv.compile(await schema('sink-manifest')),
  'rollups.json': ajv.compile(await schema('telemetry-rollups')),
};

async function faultsOf(folder: string, file: keyof typeof holds): Promise<unknown> {
  const validate = holds[file];
  return validate(JSON.parse(await readFile(join(folder, file), 'utf8'))) ? [] : validate.errors;
}

describe('what a sink writes beside its segments follows the published schema', () => {
  test.each(['manifest.json', 'rollups.json'] as const)('%s (seed 11)', async (file) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyTelemetryEvent, { minLength: 1, maxLength: 12 }), async (events) => {
        const folder = await testFolder();
        const sink = await TelemetrySink.open(folder, { rolloverMaxEvents: 4, flushEveryEvents: 2 });
        for (const event of events) {
          await sink.append({ ...event, session_id: sink.currentSession()?.session_id ?? event.session_id });
        }
        await sink.close();

        expect(await faultsOf(folder, file)).toEqual([]);
      }),
      { seed: 11, numRuns: 20 },
    );
  });

  test('manifest.json while the session runs', async () => {
    const folder = await testFolder();
    const sink = await TelemetrySink.open(folder);
    await sink.startSession();

    expect(await faultsOf(folder, 'manifest.json')).toEqual([]);
    await sink.close();
  });
});
