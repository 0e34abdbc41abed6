import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { inferenceRecordLine } from '@stormlog/correlation-events';
import { parseJson, stringifyJson } from '@stormlog/records';
import { describe, expect, test } from 'vitest';
import { importKinetoTrace } from '../src/index.ts';

/** Real traces of the PyTorch profiler, read where they are: STORMLOG_TRACES names their folder. */
const FOLDER = process.env['STORMLOG_TRACES'];
const traces = FOLDER === undefined ? [] : readdirSync(FOLDER).filter((name) => /\.json(\.gz)?$/.test(name));

const IMPORT = `
import json, sys
from stormlog.infer.trace_kineto import import_kineto_trace
try:
    capture = import_kineto_trace(sys.argv[1], run_id="run-7", session_id="serve-1")
except Exception as error:
    print(json.dumps({"refused": True}))
else:
    for event in capture.events:
        print(json.dumps(event.to_record(), sort_keys=True))
    summary = dict(capture.summary)
    print(json.dumps({"linked": summary["linked_gpu_events"], "unresolved": summary["unresolved_gpu_events"],
                      "gpu_events": summary["gpu_events"], "devices": summary["devices"]}, sort_keys=True))
`;

/** The version of the producer is that of the package. */
function ofAnyVersion(line: string): string {
  return line.replace(/"source_version": "[^"]*"/, '"source_version": ""');
}

describe('a real trace is imported to the events that the Python package makes of it', () => {
  test.skipIf(FOLDER === undefined)('of the folder that STORMLOG_TRACES names', () => {
    expect(traces).not.toEqual([]);
  });

  test.for(traces.sort())('%s', { timeout: 300_000 }, async (name) => {
    const path = resolve(FOLDER ?? '', name);
    const interpreter = process.env['STORMLOG_PYTHON'];
    if (interpreter === undefined) throw new Error('STORMLOG_PYTHON must name a Python that has the stormlog package');
    const lines = execFileSync(interpreter, ['-c', IMPORT, path], { encoding: 'utf8', maxBuffer: 2 ** 30 })
      .trimEnd()
      .split('\n');

    const { events, summary } = await importKinetoTrace(path, { runId: 'run-7', sessionId: 'serve-1' });

    const theirs = parseJson(lines.pop()!);
    const ours = {
      linked: summary?.['linked_gpu_events'],
      unresolved: summary?.['unresolved_gpu_events'],
      gpu_events: summary?.['gpu_events'],
      devices: summary?.['devices'],
    };
    expect(events!.map((event) => ofAnyVersion(inferenceRecordLine(event)))).toEqual(lines.map(ofAnyVersion));
    expect(stringifyJson(ours, { sortKeys: true })).toBe(stringifyJson(theirs, { sortKeys: true }));
  });
});
