import { isJsonObject, type JsonValue, StormlogError } from '@stormlog/records';
import type { Adapter, ConformanceCase } from './adapter.ts';
import { layOutCaseFolder, removeCaseFolder } from './case-folder.ts';
import { type Difference, findDifference } from './compare.ts';

/** An answered question: `error` names Python's exception class, else `result` is the answer. */
export interface AnsweredCase extends ConformanceCase {
  readonly result?: JsonValue;
  readonly error?: string;
}

/** Runs one case in its own folder and compares; null when the answers agree. */
export async function runCase(question: AnsweredCase, adapter: Adapter): Promise<Difference | null> {
  const directory = layOutCaseFolder(question.files);
  const previous = process.cwd();
  let expected: JsonValue | undefined =
    question.result === undefined ? undefined : expandFolder(question.result, directory);
  try {
    process.chdir(directory);
    const got = await adapter(question.input, {
      directory,
      expected,
      expect: (value) => {
        expected = value;
      },
    });
    if (question.error !== undefined) return { path: '', expected: { error: question.error }, got };
    return findDifference(expected, got);
  } catch (error) {
    if (question.error !== undefined && error instanceof StormlogError) return null;
    return { path: '', expected: question.error === undefined ? expected : { error: question.error }, got: error };
  } finally {
    process.chdir(previous);
    removeCaseFolder(directory);
  }
}

/** Replaces `$DIR` in every text of an answer by the case's folder. */
function expandFolder(value: JsonValue, directory: string): JsonValue {
  if (typeof value === 'string') return value.replaceAll('$DIR', directory);
  if (Array.isArray(value)) return value.map((item) => expandFolder(item, directory));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key.replaceAll('$DIR', directory), expandFolder(item, directory)]),
    );
  }
  return value;
}
