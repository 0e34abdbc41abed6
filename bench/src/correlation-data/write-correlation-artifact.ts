import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CorrelationRecordEncoder, inferenceRecordLine } from '@stormlog/correlation-events';
import { correlationRows } from './correlation-rows.ts';

const PIECE = 1 << 20;

/** Writes an artifact of so many events unless it is there: rows with their own context, or rows that refer to one. */
export function writeCorrelationArtifact(path: string, count: number, form: 'v2' | 'v4'): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  const encoder = new CorrelationRecordEncoder();
  const file = openSync(`${path}.part`, 'w');
  let text = '';
  for (const row of correlationRows(count)) {
    for (const line of form === 'v2' ? [row] : encoder.encode(row)) text += `${inferenceRecordLine(line)}\n`;
    if (text.length < PIECE) continue;
    writeSync(file, text);
    text = '';
  }
  writeSync(file, text);
  closeSync(file);
  renameSync(`${path}.part`, path);
}
