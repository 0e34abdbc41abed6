import type { Environment } from '@stormlog/sessions';
import { type SinkFile, type SinkFileOperations, SYSTEM_SINK_FILE_OPERATIONS } from '@stormlog/telemetry';

/** Clocks, identities and faults of one scripted run. */
export class ScriptedWorld {
  #wallNs: bigint;
  #monotonicNs = 1_000_000_000_000n;
  #ids = 0;
  readonly #open = new Set<SinkFile>();
  readonly #faults = new Map<string, { times: number; readonly bytes: number }>();

  constructor(wallNs: bigint) {
    this.#wallNs = wallNs;
  }

  readonly environment: Environment = {
    wallNs: () => this.#wallNs,
    monotonicSeconds: () => Number(this.#monotonicNs) / 1e9,
    newId: () => `generated-${++this.#ids}`,
    hostName: 'test-host',
    pid: 4242,
    bootId: null,
    version: '0',
  };

  /** The system's, with the planned faults in the calls that reach segments. */
  readonly operations: SinkFileOperations = {
    ...SYSTEM_SINK_FILE_OPERATIONS,
    openToAppend: async (path) => this.#faulty(await SYSTEM_SINK_FILE_OPERATIONS.openToAppend(path)),
    truncate: async (path, size) => {
      if (this.#due('truncate') !== null) throw new Error('scripted');
      await SYSTEM_SINK_FILE_OPERATIONS.truncate(path, size);
    },
  };

  /** Closes what writers that died have left open. */
  async closeFiles(): Promise<void> {
    for (const file of this.#open) await file.close();
    this.#open.clear();
  }

  advance(ns: bigint): void {
    this.#wallNs += ns;
    this.#monotonicNs += ns;
  }

  plan(at: string, times: number, bytes: number): void {
    this.#faults.set(at, { times, bytes });
  }

  /** The bytes to store before a call fails; null when it is not to fail. */
  #due(at: string): number | null {
    const fault = this.#faults.get(at);
    if (fault === undefined || fault.times <= 0) return null;
    fault.times--;
    return fault.bytes;
  }

  #faulty(file: SinkFile): SinkFile {
    this.#open.add(file);
    return {
      write: async (bytes) => {
        const stored = this.#due('write');
        if (stored !== null) {
          if (stored > 0) await file.write(bytes.subarray(0, stored));
          throw new Error('scripted');
        }
        const taken = this.#due('short_write');
        if (taken !== null) return taken > 0 ? await file.write(bytes.subarray(0, taken)) : 0;
        return await file.write(bytes);
      },
      size: () => file.size(),
      truncate: async (size) => {
        if (this.#due('cut_back') !== null) throw new Error('scripted');
        await file.truncate(size);
      },
      sync: async () => {
        if (this.#due('fsync') !== null) throw new Error('scripted');
        await file.sync();
      },
      close: () => {
        this.#open.delete(file);
        return file.close();
      },
    };
  }
}
