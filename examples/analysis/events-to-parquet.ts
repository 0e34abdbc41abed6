// Turns telemetry into a Parquet file, for DuckDB, pandas or Polars. node events-to-parquet.ts SOURCE TARGET.parquet
//   duckdb -c "SELECT rank, max(allocated) FROM 'run.parquet' GROUP BY rank ORDER BY rank"
import { parquetWriteFile } from 'hyparquet-writer';
import { loadTelemetryEvents } from 'stormlog';

const [, , source, target] = process.argv;
if (source === undefined || target === undefined) throw new Error('usage: events-to-parquet.ts SOURCE TARGET.parquet');

const events = await loadTelemetryEvents(source);
const counter = (pick: (event: (typeof events)[number]) => number | null) =>
  events.map((event) => {
    const bytes = pick(event);
    return bytes === null ? null : BigInt(bytes);
  });

parquetWriteFile({
  filename: target,
  columnData: [
    // Nanoseconds stay whole: a TIMESTAMP column would be cut to what some readers can hold.
    { name: 'timestamp_ns', data: events.map(({ timestamp_ns }) => timestamp_ns), type: 'INT64' },
    { name: 'session_id', data: events.map(({ session_id }) => session_id), type: 'STRING' },
    { name: 'rank', data: events.map(({ rank }) => rank), type: 'INT32' },
    { name: 'event_type', data: events.map(({ event_type }) => event_type), type: 'STRING' },
    { name: 'allocated', data: counter((event) => event.allocator_allocated_bytes), type: 'INT64' },
    { name: 'reserved', data: counter((event) => event.allocator_reserved_bytes), type: 'INT64' },
    { name: 'device_used', data: counter((event) => event.device_used_bytes), type: 'INT64' },
  ],
});
console.log(`${events.length} events in ${target}`);
