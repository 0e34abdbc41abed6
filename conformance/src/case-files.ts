import { readFileSync } from 'node:fs';
import { isJsonObject, parseJson } from '@stormlog/records';
import type { AnsweredCase } from './case-runner.ts';

/** The answered cases of a JSON Lines file. */
export function readCases(path: string): AnsweredCase[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => toCase(line, `${path}:${index + 1}`));
}

function toCase(line: string, place: string): AnsweredCase {
  const value = parseJson(line);
  if (!isJsonObject(value) || typeof value['id'] !== 'string' || typeof value['op'] !== 'string') {
    throw new Error(`${place}: not a conformance case`);
  }
  const { id, op, input, files, result, error } = value;
  return {
    id,
    op,
    input: input ?? null,
    ...(files === undefined ? {} : { files }),
    ...(result === undefined ? {} : { result }),
    ...(typeof error === 'string' ? { error } : {}),
  };
}
