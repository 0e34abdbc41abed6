import { stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import { mostly, text } from './values.ts';

// Whole nanoseconds that a double holds exactly, so that the reader of the original keeps them too.
const exactTime = fc.nat({ max: 40 }).map((n) => String(1_700_000_000_000_000_000n + BigInt(n) * 1024n));
const number = fc.oneof(
  { weight: 60, arbitrary: fc.nat({ max: 2 ** 31 - 1 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' 12 ', '1e3', '12.9', '-3', '1_000', 'nan', 'inf', 'True', '0x10', '+7'),
  },
);
const metadata = fc.constantFrom('{}', '{}', '{"step": 3}', '{"backend": "cuda"}', '{"session_id": "session-m"}');
const word = (...words: string[]) => text(...words).map((one) => one.replaceAll('\u0000', ''));

const LEGACY_COLUMNS: { readonly [column: string]: fc.Arbitrary<string> } = {
  timestamp: mostly(fc.nat({ max: 20 }).map(String), fc.constantFrom('1700000000.25', '1e9', '', 'x', ' 5.5 ')),
  timestamp_ns: exactTime,
  event_type: word('sample', 'sample', 'stop', 'allocation'),
  type: word('sample', 'stop'),
  memory_allocated: number,
  memory_reserved: number,
  memory_change: number,
  total_memory: number,
  context: word('step', '', 'a, b', 'say "x"', 'two\nlines'),
  device: word('cuda:1', 'cpu'),
  host: fc.constantFrom('node-a', 'node-b'),
  pid: mostly(fc.constantFrom('1', ''), number),
  session_id: word('session-a', '', 'session-b'),
  metadata,
  metadata_step: word('3'),
  collector: word('', 'jax'),
};

const VERSIONED_COLUMNS: { readonly [column: string]: fc.Arbitrary<string> } = {
  schema_version: mostly(fc.constantFrom('3', '4'), fc.constantFrom('2', '')),
  session_id: word('session-a', 'session-b'),
  timestamp_ns: exactTime,
  event_type: word('sample', 'sample', 'stop'),
  collector: word('stormlog.cuda_tracker'),
  sampling_interval_ms: mostly(fc.constantFrom('0', '100'), number),
  pid: mostly(fc.constantFrom('4242', '-1'), fc.constantFrom('')),
  host: word('node-a'),
  job_id: word('job-7', ''),
  rank: mostly(fc.constantFrom('0', '1', '1.0'), fc.constantFrom('', '2')),
  local_rank: fc.constantFrom('0', '1'),
  world_size: mostly(fc.constantFrom('2'), fc.constantFrom('')),
  device_id: fc.constantFrom('0', '-1'),
  allocator_allocated_bytes: number,
  allocator_reserved_bytes: number,
  allocator_active_bytes: number,
  allocator_inactive_bytes: number,
  allocator_change_bytes: number,
  device_used_bytes: number,
  device_free_bytes: fc.constant(''),
  device_total_bytes: fc.constant(''),
  context: word('step', '', 'a, b'),
  metadata: mostly(metadata, fc.constantFrom('')),
};

function quoted(cell: string, always: boolean): string {
  return always || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * A CSV file of legacy or versioned rows, well quoted; rows may have cells too few or too many. Neither a byte order
 * mark, nor metadata that is not JSON, nor nanoseconds that a double cannot hold: there this project differs.
 * `distinctTimes`: no two rows at one time, because what makes two events copies of each other differs too.
 */
export function csvFile(distinctTimes: boolean): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc
        .tuple(fc.subarray(Object.keys(LEGACY_COLUMNS)), mostly(fc.constant(['timestamp']), fc.constant([])))
        .map(([columns, always]) => ({ columns: [...new Set([...always, ...columns])], kinds: LEGACY_COLUMNS })),
      fc.constant({ columns: Object.keys(VERSIONED_COLUMNS), kinds: VERSIONED_COLUMNS }),
      fc
        .subarray(Object.keys(VERSIONED_COLUMNS), { minLength: Object.keys(VERSIONED_COLUMNS).length - 2 })
        .map((columns) => ({ columns, kinds: VERSIONED_COLUMNS })),
    )
    .chain(({ columns, kinds }) =>
      fc.record({
        columns: fc.constant(columns),
        rows: fc.array(
          fc.record({
            cells: fc.tuple(...columns.map((column) => kinds[column] ?? fc.constant(''))),
            alter: fc.constantFrom('', '', '', '', '', '', 'short', 'long', 'empty', 'blank'),
            quoteAll: fc.boolean(),
          }),
          { maxLength: 7 },
        ),
        end: fc.constantFrom('\n', '\r\n', '\r'),
        lastEnd: fc.boolean(),
      }),
    )
    .map(({ columns, rows, end, lastEnd }) => {
      const lines = rows.map(({ cells, alter, quoteAll }, index) => {
        if (alter === 'empty') return '';
        if (alter === 'blank') return '  ';
        const row = cells.map((cell, column) =>
          quoted(distinctTimes ? distinctTime(cell, columns[column] ?? '', index) : cell, quoteAll),
        );
        return (alter === 'short' ? row.slice(0, -1) : alter === 'long' ? [...row, 'x'] : row).join(',');
      });
      return [columns.join(','), ...lines].join(end) + (lastEnd ? end : '');
    });
}

/** Rows are fewer than eight: eight times a time, and the row's place, never meets another row's. */
function distinctTime(cell: string, column: string, row: number): string {
  if (column === 'timestamp' && /^\d+$/.test(cell)) return String(Number(cell) * 8 + row);
  if (column === 'timestamp') {
    return cell
      .replace('1e9', `${row + 1}e9`)
      .replace('1700000000.25', `170000000${row}.25`)
      .replace('5.5', `${row}5.5`);
  }
  if (column !== 'timestamp_ns') return cell;
  const start = 1_700_000_000_000_000_000n;
  return String(start + (BigInt(cell) - start) * 8n + BigInt(row) * 1024n);
}

/** One row's cells by column, with what a short row leaves out as null. */
export const csvRow = fc
  .dictionary(
    fc.constantFrom(
      ...Object.keys(LEGACY_COLUMNS),
      'rank',
      'world_size',
      'device_used_bytes',
      'x',
      'memory_total',
      '__proto__',
    ),
    fc.oneof(
      { weight: 4, arbitrary: number },
      { weight: 3, arbitrary: text('abc', ' padded ') },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    { maxKeys: 6, noNullPrototype: true },
  )
  .chain((row) =>
    fc
      .constantFrom<string | null>('{}', '{"a": 1}', '', null, stringifyJson({ n: 2n ** 64n, f: 1.5 }))
      .map((cell) => ('metadata' in row ? { ...row, metadata: cell } : row)),
  );
