// Exact parsing of JSON lines from bytes against decoding and plain JSON.parse of the same bytes, in one process, in turn.
import { parseArgs } from 'node:util';
import { ExactLineParser } from '@stormlog/records';
import { median } from './candidate.ts';
import { LINE_KINDS, type LineKind } from './reading-lines.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, lines: { type: 'string', default: '20000' } },
});
const rounds = Number(values.rounds);
const CHUNK_BYTES = 256 * 1024;

let isBelowAim = false;
console.log(`exact parsing as a share of decoding + JSON.parse, median of ${rounds} pairs, ${values.lines} lines each`);
for (const kind of LINE_KINDS) measure(kind);
process.exitCode = isBelowAim ? 1 : 0;

function measure(kind: LineKind): void {
  const exactBytes = bytesOf(kind.line);
  const plainBytes = kind.plainLine === undefined ? exactBytes : bytesOf(kind.plainLine);
  const ratios: number[] = [];
  const speeds: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const plain = seconds(() => parsePlainly(plainBytes)) / plainBytes.length;
    const exact = seconds(() => parseExactly(exactBytes)) / exactBytes.length;
    if (round < 0) continue;
    ratios.push(plain / exact);
    speeds.push(1e-6 / exact);
  }
  const ratio = median(ratios);
  if (ratio < kind.aim) isBelowAim = true;
  const cells = [kind.name.padEnd(28), ratio.toFixed(2), `(at least ${kind.aim})`, `${median(speeds).toFixed(0)} MB/s`];
  console.log(`  ${cells.join('  ')}`);
}

function bytesOf(line: (step: number) => string): Buffer {
  return Buffer.from(Array.from({ length: Number(values.lines) }, (_, step) => `${line(step)}\n`).join(''));
}

function seconds(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

function parsePlainly(bytes: Buffer): void {
  forEachChunk(bytes, (chunk) => {
    const parsed: unknown[] = [];
    forEachLine(chunk, (start, end) => parsed.push(JSON.parse(chunk.toString('utf8', start, end))));
  });
}

function parseExactly(bytes: Buffer): void {
  const parser = new ExactLineParser({ bigIntField: 'timestamp_ns' });
  forEachChunk(bytes, (chunk) => {
    const parsed: unknown[] = [];
    parser.use(chunk, 0, chunk.length);
    forEachLine(chunk, (start, end) => parsed.push(parser.parse(start, end)));
  });
}

function forEachChunk(bytes: Buffer, take: (chunk: Buffer) => void): void {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.lastIndexOf(10, start + CHUNK_BYTES) + 1;
    take(bytes.subarray(start, end));
    start = end;
  }
}

function forEachLine(chunk: Buffer, take: (start: number, end: number) => void): void {
  let start = 0;
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
    take(start, end);
    start = end + 1;
  }
}
