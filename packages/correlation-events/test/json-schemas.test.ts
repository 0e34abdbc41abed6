import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CONTEXT_FIELDS } from '../src/index.ts';
import { anyEvent } from './sample-events.ts';

const SCHEMAS = join(import.meta.dirname, '..', '..', '..', 'docs', 'schemas');

interface ObjectSchema {
  readonly properties: Readonly<Record<string, { readonly const?: unknown }>>;
  readonly required: readonly string[];
}

function published<T>(name: string): T {
  return JSON.parse(readFileSync(join(SCHEMAS, `${name}.schema.json`), 'utf8'));
}

it('publishes every field of a canonical record, and none besides', () => {
  const { oneOf } = published<{ readonly oneOf: readonly ObjectSchema[] }>('inference-event');
  const byType = new Map(oneOf.map((schema) => [schema.properties['event_type']?.const, schema]));

  expect(byType.size).toBe(8);
  for (const event of fc.sample(anyEvent, { seed: 2, numRuns: 100 })) {
    const fields = Object.keys(event).sort();
    const schema = byType.get(event.event_type);
    expect(fields).toEqual([...(schema?.required ?? [])].sort());
    expect(fields).toEqual(Object.keys(schema?.properties ?? {}).sort());
  }
});

it('publishes the fields of a context in their order', () => {
  expect(published<ObjectSchema>('correlation-context').required).toEqual(CONTEXT_FIELDS);
});
