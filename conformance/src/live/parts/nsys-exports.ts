import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sqlite from 'node-sqlite3-wasm';

/** A process, as events name it, and a thread of it. */
const PROCESS = 4242n << 24n;
const THREAD = PROCESS + 77n;

/** SQL texts of values: usual ones, about one time in fifty an odd one. */
function value(...usual: readonly (string | bigint | number)[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 50, arbitrary: fc.constantFrom(...usual).map(String) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('null', "''", "'x'", "' 12 '", "'1.5'", '2.5', '-1', '0', '4611686018427387904'),
    },
  );
}

interface Table {
  readonly name: string;
  /** Columns with their values; those after `required` are there for some exports only. */
  readonly columns: readonly (readonly [string, fc.Arbitrary<string>])[];
  readonly required: number;
  readonly rows: number;
  /** One export of so many lacks the table. */
  readonly oftenMissing: number;
}

const start = fc.nat({ max: 900 });
const times = start.chain((from) => value(from).map((text) => ({ from, text })));
const process = value(PROCESS, PROCESS, PROCESS, 4343n << 24n, 'null');
const thread = value(THREAD, THREAD, THREAD + 1n, (4343n << 24n) + 77n, 'null');
const correlation = value(11, 12, 13, 14, 15, 0, 'null');
const text = (...all: string[]) => value(...all.map((one) => `'${one}'`), 'null');

const gpuColumns: Table['columns'] = [
  ['deviceId', value(0, 0, 1, 'null')],
  ['streamId', value(7, 7, 9, 'null')],
  ['correlationId', correlation],
  ['globalPid', process],
  ['shortName', value(1, 2, 6, 'null', 99)],
  ['graphId', value(0, 3, 'null')],
  ['graphNodeId', value('null', 0, 5)],
];
const TABLES: readonly Table[] = [
  {
    name: 'StringIds',
    columns: [
      ['id', value(1, 2, 3, 4, 5, 6)],
      ['value', fc.constantFrom("'gemm'", "'cudaGraphLaunch_v1'", "'stormlog.iteration/p/1'", "'é'", "''")],
    ],
    required: 2,
    rows: 6,
    oftenMissing: 40,
  },
  {
    name: 'META_DATA_CAPTURE',
    columns: [
      ['name', text('DEVICE_DISPLAY_NAME', 'OTHER')],
      ['value', text('gpu-a01', 'h')],
    ],
    required: 2,
    rows: 2,
    oftenMissing: 3,
  },
  { name: 'META_DATA_EXPORT', columns: [['name', text('x')]], required: 1, rows: 1, oftenMissing: 8 },
  {
    name: 'TARGET_INFO_SESSION_START_TIME',
    columns: [['utcEpochNs', value('1700000000000000000', 'null', 5)]],
    required: 1,
    rows: 1,
    oftenMissing: 4,
  },
  ...['KERNEL', 'MEMCPY', 'MEMSET'].map((kind) => ({
    name: `CUPTI_ACTIVITY_KIND_${kind}`,
    columns: gpuColumns,
    required: 4,
    rows: 5,
    oftenMissing: 4,
  })),
  {
    name: 'CUPTI_ACTIVITY_KIND_RUNTIME',
    columns: [
      ['start', times.map(({ text: from }) => from)],
      ['globalTid', thread],
      ['correlationId', correlation],
      ['nameId', value(2, 1, 99, 'null')],
    ],
    required: 4,
    rows: 8,
    oftenMissing: 8,
  },
  {
    name: 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE',
    columns: [['start', value(1)]],
    required: 1,
    rows: 2,
    oftenMissing: 2,
  },
  {
    name: 'NVTX_EVENTS',
    columns: [
      ['start', value(0, 100, 300, 500)],
      ['end', value(600, 950, 'null')],
      ['eventType', value(59, 60, 59, 34)],
      ['text', text('stormlog.iteration/p/1', 'stormlog.iteration/p/2', '', 'other')],
      ['textId', value(3, 'null', 1)],
      ['globalTid', thread],
    ],
    required: 6,
    rows: 4,
    oftenMissing: 4,
  },
  {
    name: 'TARGET_INFO_GPU',
    columns: [
      ['id', value(0, 1, 'null')],
      ['name', text('H200', 'A10')],
      ['uuid', text('GPU-a', 'b', 'MIG-c', '')],
    ],
    required: 3,
    rows: 2,
    oftenMissing: 3,
  },
  {
    name: 'TARGET_INFO_CUDA_DEVICE',
    columns: [
      ['pid', value(4242, 4242, 4343, 'null')],
      ['cudaId', value(0, 1, 'null')],
      ['gpuId', value(0, 1, 'null')],
      ['uuid', text('GPU-a', 'b')],
    ],
    required: 3,
    rows: 2,
    oftenMissing: 2,
  },
];

/** Statements that make a table of an export, or none. Events end no earlier than they start: the rest is ground of D-3. */
function statements(table: Table): fc.Arbitrary<string[]> {
  const isGpu = /KERNEL|MEMCPY|MEMSET/.test(table.name);
  const row = fc
    .tuple(fc.tuple(...table.columns.map(([, arbitrary]) => arbitrary)), start, fc.nat({ max: 200 }))
    .map(([values, from, length]) => (isGpu ? [String(from), String(from + length), ...values] : values));
  const names = [...(isGpu ? ['start', 'end'] : []), ...table.columns.map(([name]) => name)];
  const required = table.required + (isGpu ? 2 : 0);
  return fc
    .tuple(
      fc.nat({ max: table.oftenMissing - 1 }),
      fc.oneof(
        { weight: 12, arbitrary: fc.integer({ min: required, max: names.length }) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: names.length }) },
      ),
      fc.array(row, { maxLength: table.rows }),
    )
    .map(([missing, width, rows]) =>
      missing === 0
        ? []
        : [
            `create table ${table.name} (${names.slice(0, width).join(', ')})`,
            ...rows.map((values) => `insert into ${table.name} values (${values.slice(0, width).join(', ')})`),
          ],
    );
}

/** An export of Nsight Systems: what makes it, and its bytes. */
export const nsysExport: fc.Arbitrary<{ readonly sql: string[]; readonly bytes: Buffer }> = fc
  .tuple(...TABLES.map(statements))
  .map((parts) => {
    const sql = parts.flat();
    return { sql, bytes: databaseOf(sql) };
  });

function databaseOf(sql: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'nsys-export-'));
  try {
    const path = join(folder, 'export.sqlite');
    const database = new sqlite.Database(path);
    try {
      database.exec('pragma journal_mode = off');
      for (const statement of sql) database.exec(statement);
      if (sql.length === 0) database.exec('create table empty (x)');
    } finally {
      database.close();
    }
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
