import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTelemetrySessions, readSinkManifest, TelemetrySink } from '../src/index.ts';
import { sampleEvent, testFolder } from './sink-samples.ts';

/** A process that opens a sink, appends one record, says so and waits. */
function otherWriter(folder: string) {
  const entry = join(import.meta.dirname, '../src/index.ts');
  const program = `import { TelemetrySink } from ${JSON.stringify(entry)};
    const sink = await TelemetrySink.open(process.argv[1], { flushEveryEvents: 1 });
    await sink.append({ n: 1 });
    console.log('open');
    setInterval(() => {}, 1000);`;
  const flags = ['--conditions=@stormlog/source', '--import', 'tsx', '--input-type=module', '-e', program];
  return spawn(process.execPath, [...flags, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('a folder that is open', () => {
  test('is refused to a writer of another process, naming the first, and free once that was killed', async () => {
    const folder = await testFolder();
    const first = otherWriter(folder);
    await once(first.stdout, 'data');

    const refused = await TelemetrySink.open(folder).catch((error: unknown) => error);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const second = await TelemetrySink.open(folder);
    await second.close();

    expect(refused).toMatchObject({ code: 'sink_in_use', path: folder });
    expect(String(refused)).toContain(`process ${first.pid} on ${hostname()}`);
    expect(String(refused)).toMatch(/since 2\d{3}-\d\d-\d\dT/);
    expect((await readSinkManifest(folder))?.sessions[0]?.status).toBe('interrupted');
    expect(await readdir(folder)).not.toContain('writer.lock');
  });

  test('is refused to another writer of the same process until it is closed', async () => {
    const folder = await testFolder();
    const first = await TelemetrySink.open(folder);

    await expect(TelemetrySink.open(folder)).rejects.toMatchObject({ code: 'sink_in_use' });
    await first.close();
    await (await TelemetrySink.open(folder)).close();
  });

  test('is open to everyone who asks for no lock', async () => {
    const folder = await testFolder();
    const first = await TelemetrySink.open(folder);
    const second = await TelemetrySink.open(folder, { lock: false });

    await second.close();
    await first.close();

    expect(await readdir(folder)).not.toContain('writer.lock');
  });
});

describe('a sink that was closed', () => {
  test('sees what another writer has done since when it is used again', async () => {
    const folder = await testFolder();
    const first = await TelemetrySink.open(folder);
    await first.append(sampleEvent({ session: 'one' }));
    await first.close();
    const second = await TelemetrySink.open(folder);
    await second.append(sampleEvent({ session: 'two' }));
    await second.close();

    await first.append(sampleEvent({ session: 'three' }));
    await first.close();

    const sessions = await loadTelemetrySessions(folder);
    expect(sessions.map(({ summary, events }) => [summary.session_id, summary.status, events.length]).sort()).toEqual([
      ['one', 'completed', 1],
      ['three', 'completed', 1],
      ['two', 'completed', 1],
    ]);
    expect((await readSinkManifest(folder))?.segments.map(({ event_count: count }) => count)).toEqual([1, 1, 1]);
  });

  test('does nothing when it is closed again, and is refused while another writer has the folder', async () => {
    const folder = await testFolder();
    const first = await TelemetrySink.open(folder, { maxBufferBytes: 1000 });
    await first.close();
    const second = await TelemetrySink.open(folder);
    await second.append(sampleEvent());

    await first.close();

    await expect(first.append(sampleEvent())).rejects.toMatchObject({ code: 'sink_in_use' });
    expect((await readSinkManifest(folder))?.sessions).toHaveLength(1);
    await second.close();
  });
});
