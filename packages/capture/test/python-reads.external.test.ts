import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { pythonWithStormlog } from '../../../scripts/python-stormlog.mjs';
import { appendInferenceCapture, captureCapabilities, traceAttachment } from '../src/index.ts';
import { artifactOf, engineOf, RUN, SESSION } from './capture-samples.ts';

const READ = `
import json, sys
from pathlib import Path
from stormlog.infer.correlation_events import load_inference_artifact
from stormlog.run_catalog import run_envelope_from_payload
events = load_inference_artifact(sys.argv[1])
path = Path(sys.argv[2])
envelope = run_envelope_from_payload(json.loads(path.read_text(encoding="utf-8")), path)
print(json.dumps([[event.event_id.split(":")[0] for event in events], envelope.run_id, [a.attachment_id for a in envelope.attachments]]))
`;

it.each(['v4', 'embedded'] as const)(
  'the Python package reads artifact and envelope of a %s append',
  async (transport) => {
    const path = await artifactOf('i1');
    const traceCollector = {
      collect: () => ({
        capabilities: captureCapabilities(),
        attachments: [traceAttachment({ attachment_id: 'kineto:r0', title: 'Rank 0 ✓', path: 't.json' })],
      }),
    };

    const { envelopePath } = await appendInferenceCapture(path, {
      runId: RUN,
      session: SESSION,
      engineAdapter: engineOf('i2'),
      traceCollector,
      transport,
    });

    const read = execFileSync(pythonWithStormlog(), ['-c', READ, path, envelopePath], {
      encoding: 'utf8',
      cwd: dirname(path),
    });
    expect(JSON.parse(read)).toEqual([
      ['i1', 'i2', 'engine_adapter', 'trace_collector'],
      RUN,
      ['infer-jsonl:serve-1:serve.jsonl', 'kineto:r0'],
    ]);
  },
);
