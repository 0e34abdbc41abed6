import {
  accountGpuTime,
  CorrelationRecordDecoder,
  CorrelationRecordEncoder,
  InferenceAccountant,
  type InferenceRecord,
  inferenceRecordLine,
  readInferenceArtifact,
  readInferenceRecords,
  resolveInferenceEvents,
} from '@stormlog/correlation-events';
import { parseJson, StormlogError, stringifyJson } from '@stormlog/records';
import { correlationRows, ROWS_PER_ITERATION } from '../correlation-data/correlation-rows.ts';
import { SeededRandom } from '../generate-run/seeded-random.ts';
import { breakBytes } from './break-bytes.ts';

/** An input on which something other than a result or a StormlogError came out. */
export interface CorrelationFinding {
  readonly input: number;
  readonly fault: string;
  readonly line: string;
}

export interface CorrelationFuzzResult {
  readonly accepted: number;
  readonly refused: number;
  readonly findings: readonly CorrelationFinding[];
}

/**
 * Breaks one line of a good artifact, many times, and reads the result in every way: only a StormlogError may come out,
 * and the scanner must agree with the general parser.
 */
export async function fuzzCorrelationLines(options: {
  readonly seed: number;
  readonly inputs: number;
}): Promise<CorrelationFuzzResult> {
  const random = new SeededRandom(options.seed);
  const bases = baseLines();
  const findings: CorrelationFinding[] = [];
  let accepted = 0;
  let refused = 0;
  for (let input = 0; input < options.inputs; input++) {
    const { lines, line } = bases[random.below(bases.length)]!;
    const broken =
      random.below(3) === 0 ? changeByte(Buffer.from(line), random) : breakBytes(Buffer.from(line), random);
    const bytes = Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), broken]);
    try {
      if (await readInEveryWay(bytes, broken, lines)) accepted++;
      else refused++;
    } catch (error) {
      const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
      findings.push({ input, fault, line: broken.toString('latin1') });
    }
  }
  return { accepted, refused, findings };
}

interface Base {
  /** What stands before the broken line; the sound line is the last, so that its layout is known. */
  readonly lines: readonly string[];
  readonly line: string;
}

function baseLines(): Base[] {
  const rows = [...correlationRows(ROWS_PER_ITERATION)].slice(0, 6);
  const intervals = [
    [0, 10],
    [20, 5],
  ];
  const launch = { ...rows[4], schema_version: 3, event_id: 'launch', metadata: { intervals } };
  const legacy = { event_type: 'infer.request', session_id: 's', x: [1.5, null] };
  const bases: Base[] = [];
  for (const row of [...rows, launch, legacy]) {
    const encoded = new CorrelationRecordEncoder().encode(row);
    for (const spelling of [[inferenceRecordLine(row)], encoded.map(inferenceRecordLine), [stringifyJson(row)]]) {
      bases.push({ lines: spelling, line: spelling[spelling.length - 1]! });
    }
  }
  return bases;
}

function changeByte(bytes: Buffer, random: SeededRandom): Buffer {
  bytes[random.below(bytes.length)] = 32 + random.below(95);
  return bytes;
}

/** True when everything accepts the input; throws what should not come out. */
async function readInEveryWay(bytes: Buffer, broken: Buffer, lines: readonly string[]): Promise<boolean> {
  const typed = await collect(readInferenceArtifact(source(bytes)));
  const untyped = await collect(readInferenceRecords(source(bytes)));
  compareWithParser(typed.records, typed.failed, broken, lines);
  const isResolved = attempt(() => {
    accountGpuTime(resolveInferenceEvents(typed.records));
  });
  const isAccounted = attempt(() => {
    const accountant = new InferenceAccountant();
    for (const record of typed.records) accountant.add(record);
    accountant.report();
  });
  if (isResolved !== isAccounted) throw new Error('the resolver and the accountant disagree');
  return !typed.failed && !untyped.failed;
}

function source(bytes: Buffer) {
  async function* chunks() {
    yield bytes;
  }
  return { name: 'fuzz', stream: chunks() };
}

async function collect<T>(rows: AsyncIterable<{ readonly record: T }>): Promise<{ records: T[]; failed: boolean }> {
  const records: T[] = [];
  try {
    for await (const { record } of rows) records.push(record);
    return { records, failed: false };
  } catch (error) {
    if (error instanceof StormlogError) return { records, failed: true };
    throw error;
  }
}

/** Reads the broken line alone with the general parser and compares; lines that were split or are not UTF-8 are left out. */
function compareWithParser(
  records: readonly InferenceRecord[],
  failed: boolean,
  broken: Buffer,
  lines: readonly string[],
): void {
  const text = broken.toString('utf8');
  if (/[\r\n]/.test(text) || text.includes('\ufffd') || text.trim() === '') return;
  const decoder = new CorrelationRecordDecoder();
  for (const line of lines) decoder.decodeEvent(parseJson(line));
  let expected = null as InferenceRecord | null;
  const isSound = attempt(() => {
    expected = decoder.decodeEvent(parseJson(text));
  });
  if (isSound === failed) throw new Error(`the reader ${failed ? 'refused' : 'took'} what the parser did not`);
  const last = records.at(-1);
  const given = (record: object) => inferenceRecordLine(record);
  if (isSound && expected !== null && last !== undefined && given(last) !== given(expected)) {
    throw new Error(`the reader found ${given(last)}, the parser ${given(expected)}`);
  }
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof StormlogError) return false;
    throw error;
  }
}
