import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type JsonValue, parseJson } from '@stormlog/records';
import { describe, expect, test, vi } from 'vitest';
import {
  loadTelemetryEvents,
  loadTelemetrySessions,
  type MemoryReadings,
  NodeMemoryCollector,
  outOfMemoryReason,
  resolveSinkSegmentPaths,
  type TelemetryEvent,
  TelemetrySink,
  type TrackMemoryOptions,
  telemetryRecordIssues,
  trackMemory,
} from '../src/index.ts';
import { CgroupMemoryReader } from '../src/memory-tracker/cgroup-memory.ts';
import { noSpace, operationsWith, StillWorld, testFolder } from './sink-samples.ts';

const MIB = 1024 * 1024;

/** A process whose memory is what the test says. */
class StillMemory implements MemoryReadings {
  rssMib = 100;
  heapMib = 20;
  fault: Error | null = null;

  memoryUsage = (): NodeJS.MemoryUsage => {
    if (this.fault !== null) throw this.fault;
    const heapUsed = this.heapMib * MIB;
    return { rss: this.rssMib * MIB, heapUsed, heapTotal: heapUsed + 1, external: 5, arrayBuffers: 3 };
  };
  rss = (): number => this.memoryUsage().rss;
  heapLimitBytes = (): number => 1000 * MIB;
  machineBytes = (): number => 4000 * MIB;
  cgroup = () => ({ limitBytes: 1000 * MIB, usedBytes: 150 * MIB });
}

interface TestTracker extends Partial<TrackMemoryOptions> {
  readonly memory?: StillMemory;
}

/** Tracks without a timer's doing: samples are taken by the test. */
async function still({ memory = new StillMemory(), ...options }: TestTracker) {
  const folder = await testFolder();
  const world = new StillWorld();
  const tracker = await trackMemory({
    sink: folder,
    intervalMs: 1e9,
    env: {},
    gpus: 'none',
    collector: new NodeMemoryCollector(memory),
    environment: world,
    ...options,
  });
  return { folder, world, memory, tracker };
}

const ENTRY = JSON.stringify(join(import.meta.dirname, '../src/index.ts'));

/** Runs a module in a process of its own; resolves with what it printed when it has ended. */
async function runScript(module: string): Promise<string> {
  const script = join(await testFolder(), 'script.mjs');
  await writeFile(script, module);
  const args = ['--conditions=@stormlog/source', '--import', import.meta.resolve('tsx'), script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 });
  return stdout;
}

async function linesOf(folder: string): Promise<JsonValue[]> {
  const values: JsonValue[] = [];
  for (const path of await resolveSinkSegmentPaths(folder)) {
    for (const line of (await readFile(path, 'utf8')).trimEnd().split('\n')) values.push(parseJson(line));
  }
  return values;
}

function typesOf(events: readonly TelemetryEvent[]): string[] {
  return events.map((event) => event.event_type);
}

describe('samples', () => {
  test('give the resident size as allocated, reserved and used, and what else is known as metadata', async () => {
    const { folder, world, memory, tracker } = await still({ jobId: 'j', rank: 1, worldSize: 2 });
    world.advance(1);
    memory.rssMib = 130;
    tracker.sample();
    world.advance(1);
    memory.rssMib = 90;
    tracker.sample();
    await tracker.stop();

    const [session] = await loadTelemetrySessions(folder);
    const events = session?.events ?? [];
    expect(session?.summary).toMatchObject({ status: 'completed', source: 'stormlog.node_tracker', rank: 1 });
    expect(typesOf(events)).toEqual(['start', 'peak', 'allocation', 'sample', 'deallocation', 'sample', 'stop']);
    expect(events.map((event) => Number(event.allocator_change_bytes) / MIB)).toEqual([0, 30, 30, 0, -40, 0, 0]);
    expect(events[3]).toMatchObject({
      collector: 'stormlog.node_tracker',
      device_id: -1,
      job_id: 'j',
      rank: 1,
      world_size: 2,
      allocator_allocated_bytes: 130 * MIB,
      allocator_reserved_bytes: 130 * MIB,
      allocator_active_bytes: null,
      device_used_bytes: 130 * MIB,
      device_total_bytes: null,
      metadata: {
        heap_used_bytes: 20 * MIB,
        heap_total_bytes: 20 * MIB + 1,
        external_bytes: 5,
        array_buffers_bytes: 3,
        cgroup_limit_bytes: 1000 * MIB,
        cgroup_used_bytes: 150 * MIB,
        memory_capabilities: { backend: 'cpu', supports_device_used: true, supports_device_free: false },
      },
    });
  });

  test('are valid records', async () => {
    const { folder, tracker } = await still({ collector: new NodeMemoryCollector() });
    tracker.phase('step', () => tracker.sample(), { batch: 3 });
    await tracker.stop();

    const records = await linesOf(folder);
    expect(records.length).toBeGreaterThanOrEqual(6);
    expect(records.flatMap((record) => telemetryRecordIssues(record))).toEqual([]);
  });

  test('are taken by a timer that lets the process end', async () => {
    const folder = await testFolder();
    await runScript(`
      import { TelemetrySink, trackMemory } from ${ENTRY};
      const sink = await TelemetrySink.open(${JSON.stringify(folder)}, { flushEveryEvents: 1 });
      await trackMemory({ sink, intervalMs: 5, gpus: 'none' });
      await new Promise((resolve) => setTimeout(resolve, 200));
    `);

    const [session] = await loadTelemetrySessions(folder);
    expect(session?.summary.status).toBe('running');
    expect(typesOf(session?.events ?? []).filter((type) => type === 'sample').length).toBeGreaterThan(1);
  });
});

describe('alerts', () => {
  test('are given when a threshold is crossed, and again only after the memory has fallen', async () => {
    const { folder, memory, tracker } = await still({});
    for (const mib of [150, 810, 820, 960, 970, 930, 960, 700, 850]) {
      memory.rssMib = mib;
      tracker.sample();
    }
    await tracker.stop();

    const alerts = (await loadTelemetryEvents(folder)).filter(({ event_type }) => /warning|critical/.test(event_type));
    const shares = alerts.map(({ event_type, metadata }) => `${event_type} ${metadata['usage_percent'] ?? 'growth'}`);
    expect(shares).toEqual([
      'warning 81',
      'warning growth',
      'critical 96',
      'warning growth',
      'warning 85',
      'warning growth',
    ]);
  });

  test('tell of a heap that is nearly full', async () => {
    const { folder, memory, tracker } = await still({});
    memory.heapMib = 970;
    tracker.sample();
    await tracker.stop();

    const events = await loadTelemetryEvents(folder);
    expect(events.find((event) => event.event_type === 'critical')?.metadata).toMatchObject({ limit: 'heap' });
  });
});

describe('trouble', () => {
  test('of measuring is told, recorded, and over when it is over', async () => {
    const onError = vi.fn();
    const { folder, memory, tracker } = await still({ onError });
    memory.fault = new Error('no memory figures');
    tracker.sample();
    tracker.sample();
    expect(tracker.health()).toMatchObject({ collector_health_status: 'unhealthy', collector_consecutive_failures: 2 });
    memory.fault = null;
    tracker.sample();
    await tracker.stop();

    const events = await loadTelemetryEvents(folder);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'no memory figures' }));
    expect(typesOf(events)).toEqual(['start', 'collector_degraded', 'collector_recovered', 'peak', 'sample', 'stop']);
    expect(events[1]).toMatchObject({ allocator_allocated_bytes: 100 * MIB });
    expect(tracker.health().collector_health_status).toBe('healthy');
  });

  test('of a full disk is told and never thrown, and memory stays bounded', async () => {
    const onError = vi.fn(() => {
      throw new Error('this handler is broken too');
    });
    const operations = operationsWith(() => ({ write: () => Promise.reject(noSpace()) }));
    const folder = await testFolder();
    const sink = await TelemetrySink.open(folder, { fileOperations: operations, flushEveryEvents: 1e6 });
    const { tracker } = await still({ sink, onError });
    const attributes = { text: 'x'.repeat(1_000_000) };
    for (let turn = 0; turn < 20; turn++) tracker.phase('step', () => {}, attributes);
    expect(tracker.droppedEvents).toBeGreaterThan(20);
    await tracker.stop();

    expect(onError).toHaveBeenCalled();
    expect(sink.failureDiagnostics().buffered_bytes).toBeLessThan(12 * MIB);
  });

  test('with options is an error of the caller', async () => {
    const folder = await testFolder();
    await expect(trackMemory({ sink: folder, intervalMs: 0 })).rejects.toMatchObject({ argument: 'intervalMs' });
    await expect(trackMemory({ sink: folder, rank: 2, worldSize: 2, env: {} })).rejects.toMatchObject({
      code: 'record_invalid',
    });
  });

  test('with a folder that another process writes to names it', async () => {
    const { folder, tracker } = await still({ environment: undefined });
    await expect(trackMemory({ sink: folder })).rejects.toMatchObject({ code: 'sink_in_use' });
    await tracker.stop();
  });
});

describe('GPUs', () => {
  const DEVICES = `0, GPU-a, Big, 1000, 23000, 24000
1, GPU-b, Big, 5, 23995, [N/A]
2, GPU-c, Small, [N/A], [N/A], 8000
nonsense`;

  async function program(body: string): Promise<string> {
    const folder = await testFolder();
    const path = join(folder, 'nvidia-smi');
    await writeFile(path, `#!/bin/sh\n${body}\n`);
    await chmod(path, 0o755);
    return path;
  }

  function answering(devices: string, processes: string): Promise<string> {
    return program(`case "$1" in
--query-gpu=*) printf '%s\\n' ${quoted(devices)} ;;
*) printf '%s\\n' ${quoted(processes)} ;;
esac`);
  }

  function quoted(text: string): string {
    return `'${text}'`;
  }

  async function gpuEvents(expected: number, options: TestTracker): Promise<TelemetryEvent[]> {
    const folder = await testFolder();
    const sink = await TelemetrySink.open(folder, { flushEveryEvents: 1e6, environment: new StillWorld() });
    const { tracker } = await still({ sink, ...options });
    tracker.sample();
    const own = sink.failureDiagnostics().buffered_records;
    await vi.waitFor(() => expect(sink.failureDiagnostics().buffered_records).toBe(own + expected), 10_000);
    await tracker.stop();
    return (await loadTelemetryEvents(folder)).filter((event) => event.device_id >= 0);
  }

  test('on which the driver lists this process are devices of their own', async () => {
    const nvidiaSmi = await answering(DEVICES, '1, GPU-a, 700\n77, GPU-b, 3\n1, GPU-a, 20');
    const events = await gpuEvents(1, { nvidiaSmi, gpus: 'own' });

    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      event_type: 'sample',
      device_id: 0,
      allocator_allocated_bytes: null,
      allocator_change_bytes: null,
      device_used_bytes: 1000 * MIB,
      device_free_bytes: 23000 * MIB,
      device_total_bytes: 24000 * MIB,
      metadata: {
        gpu_uuid: 'GPU-a',
        gpu_process_used_bytes: 720 * MIB,
        memory_capabilities: { backend: 'cuda', supports_allocator_allocated: false, supports_device_total: true },
      },
    });
  });

  test('that the driver does not measure fully have null counters and flags that say so', async () => {
    const nvidiaSmi = await answering(DEVICES, '');
    const events = await gpuEvents(2, { nvidiaSmi, gpus: 'all' });

    expect(events.map((event) => [event.device_id, event.device_total_bytes])).toEqual([
      [0, 24000 * MIB],
      [1, null],
    ]);
    expect(events[1]?.metadata).toMatchObject({
      gpu_process_used_bytes: null,
      memory_capabilities: { supports_device_total: false, supports_device_free: true },
    });
  });

  test('are not asked for again where there is no such program', async () => {
    const onError = vi.fn();
    const { folder, tracker } = await still({ nvidiaSmi: 'no-such-program-here', gpus: 'all', onError });
    for (let turn = 0; turn < 3; turn++) {
      tracker.sample();
      await wait(30);
    }
    await tracker.stop();
    expect(typesOf(await loadTelemetryEvents(folder))).toEqual(['start', 'peak', 'sample', 'sample', 'sample', 'stop']);
    expect(onError).not.toHaveBeenCalled();
  });

  test('that cannot be read are trouble, told once', async () => {
    const onError = vi.fn();
    const nvidiaSmi = await program('echo "driver mismatch" >&2; exit 9');
    const { folder, tracker } = await still({ nvidiaSmi, gpus: 'all', onError });
    tracker.sample();
    await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(1), 5000);
    tracker.sample();
    expect(tracker.health()).toMatchObject({ collector_health_status: 'degraded', collector_partial_fields: ['gpu'] });
    await tracker.stop();
    expect(typesOf(await loadTelemetryEvents(folder))).toContain('collector_degraded');
  });

  test('that do not answer hold up neither samples nor the end', async () => {
    const nvidiaSmi = await program('sleep 60');
    const onError = vi.fn();
    const { folder, tracker } = await still({ nvidiaSmi, gpus: 'all', onError });
    for (let turn = 0; turn < 3; turn++) tracker.sample();
    await tracker.stop();

    expect(typesOf(await loadTelemetryEvents(folder)).filter((type) => type === 'sample')).toHaveLength(3);
    expect(onError).not.toHaveBeenCalled();
  });

  test('are found by the name on the PATH', async () => {
    const path = await answering(DEVICES, '1, GPU-a, [N/A]');
    vi.stubEnv('PATH', `${join(path, '..')}:${process.env['PATH']}`);
    try {
      const events = await gpuEvents(1, { gpus: 'own' });
      expect(events.map((event) => event.metadata['gpu_process_used_bytes'])).toEqual([null]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('several processes', () => {
  test('of a cluster have a folder each, and are ranks of one job', async () => {
    const folder = await testFolder();
    await runScript(`
      import cluster from 'node:cluster';
      import { trackMemory } from ${ENTRY};
      if (cluster.isPrimary) {
        for (let rank = 0; rank < 2; rank++) cluster.fork({ RANK: rank, LOCAL_RANK: rank, WORLD_SIZE: 2 });
      } else {
        const sink = ${JSON.stringify(folder)} + '/worker-' + process.env.RANK;
        const tracker = await trackMemory({ sink, gpus: 'none' });
        tracker.phase('work', () => tracker.sample());
        await tracker.stop();
        process.exit();
      }
    `);

    const sessions = await Promise.all([0, 1].map((rank) => loadTelemetrySessions(join(folder, `worker-${rank}`))));
    const summaries = sessions.flat().map(({ summary }) => summary);
    expect(summaries.map(({ rank, world_size, status }) => [rank, world_size, status])).toEqual([
      [0, 2, 'completed'],
      [1, 2, 'completed'],
    ]);
    expect(new Set(summaries.map(({ pid }) => pid)).size).toBe(2);
  });

  test('in one folder are refused, threads of one process too', async () => {
    const folder = await testFolder();
    const output = await runScript(`
      import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
      import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))};
      if (!isMainThread) register();
      const { trackMemory } = await import(${ENTRY});
      const track = async (sink) => {
        const tracker = await trackMemory({ sink: ${JSON.stringify(folder)} + sink, gpus: 'none' });
        tracker.sample();
        return tracker;
      };
      if (isMainThread) {
        const tracker = await track('/main');
        for (const workerData of ['/thread', '/main']) {
          const worker = new Worker(new URL(import.meta.url), { workerData });
          const [answer] = await new Promise((resolve, reject) =>
            worker.once('message', (...args) => resolve(args)).once('error', reject),
          );
          console.log(workerData, answer);
        }
        await tracker.stop();
      } else {
        const answer = await track(workerData).then((tracker) => tracker.stop(), (error) => error.code);
        parentPort.postMessage(answer ?? 'tracked');
      }
    `);

    expect(output).toBe('/thread tracked\n/main sink_in_use\n');
  });
});

describe('the limit of a control group', () => {
  function reader(files: Readonly<Record<string, string>>) {
    return new CgroupMemoryReader((path) => (Object.hasOwn(files, path) ? files[path]! : null)).read();
  }

  test('is the tightest of version 2 on the way up', () => {
    const limit = reader({
      '/proc/self/mountinfo': '30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n',
      '/proc/self/cgroup': '0::/app.slice/web.service\n',
      '/sys/fs/cgroup/app.slice/web.service/memory.max': 'max\n',
      '/sys/fs/cgroup/app.slice/web.service/memory.current': '10\n',
      '/sys/fs/cgroup/app.slice/memory.max': '4096\n',
      '/sys/fs/cgroup/app.slice/memory.current': '2048\n',
    });
    expect(limit).toEqual({ limitBytes: 4096, usedBytes: 2048 });
  });

  test('is found in version 1, also when the process sees the path of the host', () => {
    const limit = reader({
      '/proc/self/mountinfo':
        '31 24 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n' +
        '32 24 0:28 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n',
      '/proc/self/cgroup': '9:memory:/docker/abc\n0::/docker/abc\n',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '1000\n',
      '/sys/fs/cgroup/memory/memory.usage_in_bytes': '600\n',
    });
    expect(limit).toEqual({ limitBytes: 1000, usedBytes: 600 });
  });

  test('is none without one, whatever way that is said', () => {
    const mount = '32 24 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n';
    const unlimited = {
      '/proc/self/mountinfo': mount,
      '/proc/self/cgroup': '9:memory:/\n',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
    };
    expect(reader(unlimited)).toEqual({ limitBytes: null, usedBytes: null });
    expect(reader({})).toEqual({ limitBytes: null, usedBytes: null });
  });
});

test('an error says that memory ran out by its code or its words', () => {
  expect(outOfMemoryReason(Object.assign(new Error('x'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }))).toBe(
    'worker_out_of_memory',
  );
  expect(outOfMemoryReason(new Error('CUDA failure 2: out of memory'))).toBe('device_out_of_memory');
  expect(outOfMemoryReason(new Error('the room is full'))).toBeNull();
  expect(outOfMemoryReason('out of memory')).toBeNull();
});
