import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendInferenceCapture, InferenceArtifactWriter, repairInferenceArtifact } from '../src/index.ts';
import { artifactOf, artifactText, contentsOf, engineOf, iteration, RUN, refusal, SESSION } from './capture-samples.ts';

describe('repairInferenceArtifact', () => {
  it('sets a torn tail aside byte by byte, after which evidence can be appended', async () => {
    const path = await artifactOf('i1', 'i2');
    const head = await readFile(path);
    const tail = Buffer.concat([Buffer.from(artifactText('i3').slice(0, 60)), Buffer.from([0xc3])]);
    await appendFile(path, tail);

    const repaired = await repairInferenceArtifact(path);

    const setAsidePath = `${path}.torn-${head.length}`;
    expect(repaired).toEqual({ path, torn: true, offset: head.length, bytes: tail.length, setAsidePath });
    expect(await readFile(path)).toEqual(head);
    expect(await readFile(setAsidePath)).toEqual(tail);
    await appendInferenceCapture(path, { runId: RUN, session: SESSION, engineAdapter: engineOf('i3') });
  });

  it.each([
    ['ends with a line end', '{"event_type": "infer.x"}\n'],
    ['is a whole record without its end', '{"event_type": "infer.x"}'],
    ['is blank', ' \t'],
    ['ends with a lone CR', '{"event_type": "infer.x"}\r'],
    ['has bad lines before', 'nonsense\n{"event_type": "infer.x"}\n'],
    ['is empty', ''],
  ])('leaves an artifact alone that %s', async (_, text) => {
    const path = await artifactOf();
    await writeFile(path, text);

    const repaired = await repairInferenceArtifact(path);

    expect(repaired).toEqual({ path, torn: false, offset: null, bytes: 0, setAsidePath: null });
    expect(await contentsOf(dirname(path))).toEqual({ 'serve.jsonl': text });
  });

  it('keeps what an interrupted repair set aside', async () => {
    const path = await artifactOf();
    await writeFile(path, '{"event_ty');
    await writeFile(`${path}.torn-0`, 'earlier');

    const { setAsidePath } = await repairInferenceArtifact(path);

    expect(setAsidePath).toBe(`${path}.torn-0-1`);
    expect(await contentsOf(dirname(path))).toEqual({
      'serve.jsonl': '',
      'serve.jsonl.torn-0': 'earlier',
      'serve.jsonl.torn-0-1': '{"event_ty',
    });
  });

  it('takes zeros behind the last line, more than one block of them, for a torn tail', async () => {
    const path = await artifactOf('i1');
    const head = await readFile(path);
    await appendFile(path, Buffer.alloc(200_000));

    expect(await repairInferenceArtifact(path)).toMatchObject({ torn: true, offset: head.length, bytes: 200_000 });
    expect(await readFile(path)).toEqual(head);
  });

  it('refuses an artifact that a writer holds', async () => {
    const path = await artifactOf('i1');
    await using writer = await InferenceArtifactWriter.open(path);
    writer.append(iteration('i2'));

    const { code } = await refusal(repairInferenceArtifact(path, { lockDeadlineMs: 20 }));

    expect(code).toBe('artifact_in_use');
  });
});
