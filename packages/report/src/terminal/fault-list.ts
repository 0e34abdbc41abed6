import { fitToWidth } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import { counted } from '../units/counted.ts';
import type { Paint } from './paint.ts';

/** One fault of a file; what validators report has this shape. */
export interface Fault {
  readonly path: string;
  readonly line: number | null;
  readonly element: string | null;
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
}

/** What a file held. */
export interface FaultCounts {
  readonly path: string;
  readonly records: number;
  readonly invalid: number;
  readonly legacy: number;
  readonly faults: number;
}

/** Messages may quote text of any length; this much of it is shown. */
const MOST_COLUMNS = 300;

/** One fault on one line, in the form that editors understand: `rank_0.jsonl:3: device_used_bytes must be …`. */
export function renderFault(fault: Fault, paint: Paint): string {
  const place = fault.line === null ? fault.path : `${fault.path}:${fault.line}`;
  const element = fault.element === null ? '' : `${fault.element}: `;
  const message = withoutPlace(fault.message, fault.path);
  return `${paint(`${terminalSafe(place)}:`, 'heading')} ${fitToWidth(terminalSafe(element + message), MOST_COLUMNS)}`;
}

/** Messages of readers start with the path they are about, which stands before them here anyway. */
function withoutPlace(message: string, path: string): string {
  return message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
}

/** The last lines of a validation: one sentence a file with faults that were not listed, then the total. */
export function renderFaultSummary(files: readonly FaultCounts[], listed: number, paint: Paint): string {
  if (files.length === 0) return '';
  const sum = (key: 'records' | 'invalid' | 'legacy' | 'faults') => files.reduce((total, file) => total + file[key], 0);
  const invalidFiles = files.filter((file) => file.faults > 0).length;
  const faults = sum('faults');
  const legacy = sum('legacy');
  const hidden = faults - listed;
  const lines = [
    ...(hidden > 0 ? [`… and ${counted(hidden, 'more fault')}, not listed (--limit lists more)`] : []),
    `${counted(files.length, 'file')}, ${counted(sum('records'), 'record')}: ` +
      (faults === 0
        ? paint('all valid', 'good')
        : paint(
            `${counted(faults, 'fault')} (${counted(sum('invalid'), 'invalid record')}, ${counted(invalidFiles, 'file')} affected)`,
            'critical',
          )),
    ...(legacy > 0
      ? [`${counted(legacy, 'record')} of the old form without a schema_version: read, but they say less`]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}
