import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own for one test, resolved, removed when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stormlog-runs-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with these files, by their paths in it; objects are written as JSON. */
export async function folderOf(files: Readonly<Record<string, string | object>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** What a promise rejects with; fails when it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
