import type { JsonValue } from '@stormlog/records';

/** A question of the golden files: an operation, its input and the files that lie in the case's folder. */
export interface ConformanceCase {
  readonly id: string;
  readonly op: string;
  readonly input: JsonValue;
  readonly files?: JsonValue;
}

/** What an adapter gets besides the input. */
export interface CaseContext {
  /** The case's folder, resolved; it is the working folder while the adapter runs. */
  readonly directory: string;
  /** The expected result, only to evaluate its notation of derived ids; never to decide an answer. */
  readonly expected: JsonValue | undefined;
  /** Lets an adapter replace the expected result by one in which derived ids are evaluated. */
  readonly expect: (value: JsonValue) => void;
}

/** Answers one operation with the library under test; whatever it throws is the answer `error`. */
export type Adapter = (input: JsonValue, context: CaseContext) => unknown | Promise<unknown>;

/** Operations of one area by their name in the golden files. */
export type AdapterTable = Readonly<Record<string, Adapter>>;
