import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  elapsedNs,
  isInferenceEvent,
  loadInferenceArtifact,
  resolveInferenceEvents,
} from '@stormlog/correlation-events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { drawText } from '../src/draw-text.ts';
import { pgmFromImage } from '../src/gray-image.ts';

// Needs the example's own dependencies: `pnpm install` in its folder, which `pnpm test:external` does.

const EXAMPLE = resolve(import.meta.dirname, '..');
const STORMLOG = resolve(EXAMPLE, '../../packages/stormlog/src/bin.ts');
const NODE = ['--conditions=@stormlog/source', '--import', 'tsx'];
const REQUESTS = 240;
const CONNECTIONS = 12;

interface Answer {
  readonly text: string;
  readonly request: string;
}

/** Sends requests of 12 clients at once, each with a trace of its own, and gives back what was answered. */
async function load(url: string): Promise<{ readonly sent: Map<string, string>; readonly answers: Answer[] }> {
  const autocannon = createRequire(import.meta.url)('autocannon');
  const sent = new Map<string, string>();
  const answers: Answer[] = [];
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    amount: REQUESTS,
    requests: [
      {
        method: 'POST',
        path: '/recognize',
        setupRequest: (request: object) => {
          const [trace, parent] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
          const text = `TRACE ${111 + (sent.size % 7) * 111}`;
          sent.set(`${trace}-${parent}`, text);
          const headers = { traceparent: `00-${trace}-${parent}-01` };
          return { ...request, headers, body: pgmFromImage(drawText(text)) };
        },
        onResponse: (status: number, body: string) => {
          expect(status).toBe(200);
          answers.push(JSON.parse(body));
        },
      },
    ],
  });
  expect(result.errors + result.non2xx).toBe(0);
  return { sent, answers };
}

describe('the OCR server', () => {
  it('types check against the libraries', () => {
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

    const { status, stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', EXAMPLE], { encoding: 'utf8' });

    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('records every request served exactly once, in iterations that requests share', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ocr-server-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const artifact = join(folder, 'engine.jsonl');
    const main = join(EXAMPLE, 'src', 'main.ts');
    const server = spawn(process.execPath, [...NODE, main, '--port', '0', '--artifact', artifact], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      server.kill('SIGKILL');
    });
    const [url] = await once(server.stdout, 'data');

    const { sent, answers } = await load(String(url).trim());
    server.kill('SIGTERM');
    const [status] = await once(server, 'exit');

    expect(status).toBe(0);
    expect(answers).toHaveLength(REQUESTS);
    expect(answers.map((answer) => answer.text)).toEqual(answers.map((answer) => sent.get(answer.request)));
    const events = (await loadInferenceArtifact(artifact)).filter(isInferenceEvent);
    const graph = resolveInferenceEvents(events);
    const served = answers.map((answer) => answer.request).sort();
    expect(graph.unresolved).toEqual([]);
    expect(graph.requests.map((request) => request.request_ref.id).sort()).toEqual(served);
    expect(new Set(graph.requests.map((request) => request.attempt_ref?.id)).size).toBe(REQUESTS);
    expect(graph.requests.every((request) => request.status === 'ok')).toBe(true);
    expect(graph.memberships.map((member) => member.request_ref.id).sort()).toEqual(served);
    expect(graph.iterations.length).toBeLessThan(REQUESTS / 2);
    for (const name of ['preprocess', 'queue', 'run', 'decode']) {
      const stages = graph.stages.filter((stage) => stage.name === name);
      expect(stages.map((stage) => stage.request_ref?.id).sort()).toEqual(served);
    }
    for (const request of graph.requests) {
      const own = graph.stages.filter((stage) => stage.request_ref?.id === request.request_ref.id);
      const explained = own.reduce((sum, stage) => sum + (elapsedNs(stage) ?? 0n), 0n);
      expect(explained).toBeLessThanOrEqual(elapsedNs(request) ?? 0n);
    }

    const capabilities = events.filter((event) => event.event_type === 'infer.capabilities');
    expect(capabilities.map((event) => [event.component, event.available])).toEqual([
      ['engine_adapter', true],
      ['trace_collector', false],
    ]);
    const envelope = JSON.parse(await readFile(join(folder, 'stormlog_run.json'), 'utf8'));
    expect(envelope).toMatchObject({
      run_id: 'ocr-run',
      attachments: [{ kind: 'inference_jsonl', path: 'engine.jsonl' }],
    });

    const correlate = spawnSync(process.execPath, [...NODE, STORMLOG, 'correlate', '--json', artifact], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    expect(correlate.stderr).toBe('');
    expect(correlate.status).toBe(0);
    const [run] = JSON.parse(correlate.stdout).runs;
    const reported: readonly { readonly stages: readonly { readonly name: string }[] }[] = run.requests;
    expect(reported).toHaveLength(REQUESTS);
    for (const { stages } of reported) {
      expect(stages.map((stage) => stage.name).sort()).toEqual(['decode', 'preprocess', 'queue', 'run']);
    }
  });
});
