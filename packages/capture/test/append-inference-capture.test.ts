import { appendFile, lstat, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInferenceEvent, loadInferenceArtifact, resolveInferenceEvents } from '@stormlog/correlation-events';
import { ConflictError, InvalidRecordError } from '@stormlog/records';
import { readRunEnvelope, updateRunEnvelope } from '@stormlog/run-catalog/envelope';
import { describe, expect, it } from 'vitest';
import {
  type AppendCaptureOptions,
  appendInferenceCapture,
  captureCapabilities,
  InferenceArtifactWriter,
  traceAttachment,
} from '../src/index.ts';
import {
  artifactOf,
  artifactText,
  contentsOf,
  engineOf,
  iteration,
  RUN,
  refusal,
  SESSION,
  temporaryFolder,
} from './capture-samples.ts';

const given = (more: Partial<AppendCaptureOptions> = {}): AppendCaptureOptions => ({
  runId: RUN,
  session: SESSION,
  ...more,
});

describe('appendInferenceCapture', () => {
  it('adds events and rows, and tells what it did', async () => {
    const path = await artifactOf('i1');

    const done = await appendInferenceCapture(path, given({ engineAdapter: engineOf('i2', 'i3') }));

    const records = await loadInferenceArtifact(path);
    expect(records.filter(isInferenceEvent).map(({ event_id }) => event_id.split(':')[0])).toEqual([
      'i1',
      'i2',
      'i3',
      'engine_adapter',
      'trace_collector',
    ]);
    expect((await readRunEnvelope(done.envelopePath)).attachments[0]?.path).toBe(path);
    expect(done).toMatchObject({ written: true, existingRecords: 1, engineEvents: 2, rows: 6, addedSession: true });
    expect(done.artifactBytes).toBe((await readFile(path)).length);
    expect(Object.keys(await contentsOf(dirname(path)))).toEqual(['serve.jsonl', 'stormlog_run.json']);
  });

  it('checks everything and writes nothing when it is dry', async () => {
    const path = await artifactOf('i1');
    const before = await contentsOf(dirname(path));

    const done = await appendInferenceCapture(path, given({ engineAdapter: engineOf('i2'), dryRun: true }));

    expect(done).toMatchObject({ written: false, engineEvents: 1, rows: 5, artifactBytes: null });
    expect(await contentsOf(dirname(path))).toEqual(before);
  });

  it('names both events and the field when new evidence disagrees with the artifact', async () => {
    const path = await artifactOf('i1', 'i2');
    const before = await contentsOf(dirname(path));
    const engineAdapter = {
      collect: () => ({ capabilities: captureCapabilities(), events: [iteration('i2', { batch: 3 })] }),
    };

    const { error, stage } = await refusal(appendInferenceCapture(path, given({ engineAdapter })));

    expect(error).toBeInstanceOf(ConflictError);
    expect(stage).toBe('combined_events');
    expect(error.message).toMatch(/"i2".*metadata/);
    expect(await contentsOf(dirname(path))).toEqual(before);
  });

  it('names the line when existing events disagree', async () => {
    const path = await artifactOf('i1', 'i2');
    await appendFile(path, artifactText('i1').replace('"metadata": {}', '"metadata": {"x": 1}'));

    const { error, stage } = await refusal(appendInferenceCapture(path, given()));

    expect([stage, Reflect.get(error, 'line'), Reflect.get(error, 'path')]).toEqual(['combined_events', 3, path]);
  });

  it('refuses a torn artifact with its line, and writes nothing', async () => {
    const path = await artifactOf('i1', 'i2');
    await appendFile(path, artifactText('i3').slice(0, 40));
    const before = await contentsOf(dirname(path));

    const { error, stage } = await refusal(appendInferenceCapture(path, given({ engineAdapter: engineOf('i4') })));

    expect(error).toBeInstanceOf(InvalidRecordError);
    expect([stage, Reflect.get(error, 'line')]).toEqual(['existing_artifact', 3]);
    expect(await contentsOf(dirname(path))).toEqual(before);
  });

  it('refuses an artifact that a live writer holds, and the writer goes on', async () => {
    const path = await artifactOf('i1');
    await using writer = await InferenceArtifactWriter.open(path);
    writer.append(iteration('i2'));
    await writer.flush();

    const { code, stage } = await refusal(
      appendInferenceCapture(path, given({ engineAdapter: engineOf('i9'), lockDeadlineMs: 20 })),
    );
    writer.append(iteration('i3'));
    await writer.flush();

    expect([code, stage]).toEqual(['artifact_in_use', 'lock']);
    expect(resolveInferenceEvents(await loadInferenceArtifact(path)).iterations).toHaveLength(3);
  });

  it('writes through links to artifact and envelope (I-25)', async () => {
    const path = await artifactOf('i1');
    const folder = dirname(path);
    await mkdir(join(folder, 'store'));
    await rename(path, join(folder, 'store', 'a.jsonl'));
    await symlink('store/a.jsonl', path);
    await symlink('store/new/run.json', join(folder, 'stormlog_run.json'));

    await appendInferenceCapture(path, given({ engineAdapter: engineOf('i2') }));

    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect(await loadInferenceArtifact(join(folder, 'store', 'a.jsonl'))).toHaveLength(4);
    expect((await readRunEnvelope(join(folder, 'store', 'new', 'run.json'))).run_id).toBe(RUN);
  });

  it('changes neither file when the artifact is gone before it is written (I-27)', async () => {
    const path = await artifactOf('i1');
    const engineAdapter = {
      collect: async () => {
        await rename(path, `${path}.moved`);
        return { capabilities: captureCapabilities(), events: [iteration('i2')] };
      },
    };

    const { code, stage } = await refusal(appendInferenceCapture(path, given({ engineAdapter })));

    expect([code, stage]).toEqual(['file_missing', 'append_artifact']);
    expect(Object.keys(await contentsOf(dirname(path)))).toEqual(['serve.jsonl.moved']);
  });

  it('reads the envelope anew under its lock, so that what others add meanwhile stays', async () => {
    const path = await artifactOf('i1');
    const envelopePath = join(dirname(path), 'stormlog_run.json');
    const create = { schema_version: 1, format: 'stormlog.run_envelope', run_id: RUN, metadata: {} } as const;
    let added = false;
    let pending: Promise<unknown> = Promise.resolve();

    await appendInferenceCapture(
      path,
      given({
        engineAdapter: engineOf('i2'),
        // Called while the artifact is copied: the envelope was prepared before.
        onProgress: ({ step }) => {
          if (step === 'copy' && !added) {
            added = true;
            pending = updateRunEnvelope(envelopePath, (record) => ({ ...record, title: 'meanwhile' }), { create });
          }
        },
      }),
    );
    await pending;

    const envelope = await readRunEnvelope(envelopePath);
    expect([added, envelope.title, envelope.attachments.length]).toEqual([true, 'meanwhile', 1]);
  });

  it('passes on what a component throws, and the reason of an abort', async () => {
    const path = await artifactOf('i1');
    const own = new TypeError('mine');
    const reason = new Error('enough');
    const failing = { collect: () => Promise.reject(own) };

    await expect(appendInferenceCapture(path, given({ engineAdapter: failing }))).rejects.toBe(own);
    await expect(appendInferenceCapture(path, given({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(Object.keys(await contentsOf(dirname(path)))).toEqual(['serve.jsonl']);
  });

  it('refuses an envelope that is newer, and leaves it as it is', async () => {
    const path = await artifactOf('i1');
    const text = '{"schema_version": 2, "format": "stormlog.run_envelope", "run_id": "run-7", "metadata": {}}';
    await writeFile(join(dirname(path), 'stormlog_run.json'), text);

    const { code, stage } = await refusal(appendInferenceCapture(path, given()));

    expect([code, stage]).toEqual(['version_unknown', 'envelope_load']);
    expect((await contentsOf(dirname(path)))['stormlog_run.json']).toBe(text);
  });

  it('tells an attachment id that stands for something else, with what differs', async () => {
    const path = await artifactOf('i1');
    const collectorOf = (title: string) => ({
      collect: () => ({
        capabilities: captureCapabilities(),
        attachments: [traceAttachment({ attachment_id: 'k', title, path: 't.json' })],
      }),
    });
    await appendInferenceCapture(path, given({ traceCollector: collectorOf('One') }));

    const { stage, error } = await refusal(appendInferenceCapture(path, given({ traceCollector: collectorOf('Two') })));

    expect(stage).toBe('attachment_conflict');
    expect(error.message).toMatch(/title "One".*title "Two"/);
  });

  it('counts the same capture appended twice once', async () => {
    const path = await artifactOf('i1');
    for (let i = 0; i < 2; i++) await appendInferenceCapture(path, given({ engineAdapter: engineOf('i2') }));

    const records = await loadInferenceArtifact(path);
    expect(records).toHaveLength(7);
    expect(resolveInferenceEvents(records).iterations).toHaveLength(2);
  });

  it('refuses folders, missing files and packed artifacts before anything is asked', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.jsonl.gz'), '');
    const asked = { collect: () => Promise.reject(new Error('asked')) };
    for (const name of ['.', 'gone.jsonl', 'a.jsonl.gz']) {
      const { stage } = await refusal(appendInferenceCapture(join(folder, name), given({ engineAdapter: asked })));
      expect(stage).toBe('arguments');
    }
  });
});
