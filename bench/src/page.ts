// The page of a large run: how long it takes to make and how large it is, how soon a browser shows it, and how evenly it
// moves while somebody drags along the time axis.
// pnpm bench --only page [--ranks 1024] [--samples 10000]
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  type ArtifactLoadResult,
  combineRankSummaries,
  explainRun,
  type RankSummary,
  summarizeRank,
} from '@stormlog/distributed-diagnostics';
import { renderHtmlReport } from '@stormlog/report';
import type { TelemetryEvent } from '@stormlog/telemetry';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, requireChromium } from '../../scripts/chromium.mjs';
import { SeededRandom } from './generate-run/seeded-random.ts';

const { values } = parseArgs({
  options: {
    ranks: { type: 'string', default: '1024' },
    samples: { type: 'string', default: '10000' },
    /** Keeps the page under this name. */
    keep: { type: 'string' },
  },
});
const RANKS = Number(values.ranks);
const SAMPLES = Number(values.samples);
const GIB = 2 ** 30;
const START_NS = 1_790_000_000_000_000_000n;
const INTERVAL_NS = 100_000_000n;
const LEAKING = 700;
const SPIKING = 31;
/** Runs in the page. */
const COLLECT_FRAMES = `{
  const stamps = (globalThis.stamps = []);
  const next = (time) => {
    stamps.push(time);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}`;
const LARGEST_MEGABYTES = 10;
const LONGEST_SECONDS = 2;

const summaries: RankSummary[] = [];
const events: TelemetryEvent[] = [];
for (let rank = 0; rank < RANKS; rank++) {
  const own = eventsOf(rank);
  summaries.push(summarizeRank(own));
  // The records behind a finding are few; all of them would be ten million objects.
  events.push(...own.slice(0, 20), ...own.slice(-20));
}
const load: ArtifactLoadResult = {
  events,
  sessions: [],
  selected_session_id: 'job',
  warnings: [],
  sources_loaded: [],
  markers: [],
  groups: [],
  rank_sessions: new Map(),
};
const model = combineRankSummaries(summaries);
const causes = explainRun({ load, summaries });
const before = process.memoryUsage().rss;
const began = performance.now();
const html = renderHtmlReport({ load, model, causes });
const rendering = (performance.now() - began) / 1000;
const folder = mkdtempSync(join(tmpdir(), 'stormlog-page-'));
const file = values.keep ?? join(folder, 'page.html');
let isMet = true;
try {
  writeFileSync(file, html);
  const megabytes = statSync(file).size / 1e6;
  console.log(
    `${RANKS} ranks of ${SAMPLES} samples: ${causes.map(({ kind, ranks }) => `${kind} ${ranks}`).join('; ')}`,
  );
  show('rendering', `${rendering.toFixed(1)} s, ${((process.memoryUsage().rss - before) / 2 ** 20).toFixed(0)} MiB`);
  target('page', megabytes, LARGEST_MEGABYTES, 'MB');
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  target('opening, to its first picture', await secondsToShow(page, file), LONGEST_SECONDS, 's');
  const frames = await framesWhileDragging(page);
  const at = (share: number) => `${frames[Math.floor(share * (frames.length - 1))]?.toFixed(1)} ms`;
  show('frames while dragging', `${frames.length}: median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`);
  await browser.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (!isMet) process.exitCode = 1;

function show(what: string, text: string): void {
  console.log(`  ${what.padEnd(32)} ${text}`);
}

function target(what: string, value: number, limit: number, unit: string): void {
  const isBelow = value < limit;
  if (!isBelow) isMet = false;
  show(what, `${value.toFixed(2)} ${unit}   (below ${limit}: ${isBelow ? 'met' : 'NOT met'})`);
}

/** From the navigation to the frame after the page has said that it is ready. */
async function secondsToShow(page: Page, path: string): Promise<number> {
  await page.goto(pathToFileURL(path).href);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  const milliseconds = await page.evaluate<number>(
    'new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))',
  );
  return milliseconds / 1000;
}

/** Milliseconds of each frame while a chart that is zoomed in is dragged to and fro, ascending. */
async function framesWhileDragging(page: Page): Promise<number[]> {
  const chart = page.locator('#charts .u-over').first();
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the page shows no chart');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.keyboard.down('Control');
  for (let step = 0; step < 4; step++) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await page.evaluate(COLLECT_FRAMES);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  for (let step = 0; step < 120; step++) {
    const along = 200 * Math.sin((step / 120) * 4 * Math.PI);
    await page.mouse.move(middle.x + along, middle.y);
  }
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const stamps = await page.evaluate<number[]>('globalThis.stamps');
  return stamps
    .slice(1)
    .map((stamp, i) => stamp - stamps[i]!)
    .sort((left, right) => left - right);
}

/** A sawtooth of training steps with noise; one rank leaks outside the allocator, one spikes. */
function eventsOf(rank: number): TelemetryEvent[] {
  const random = new SeededRandom(7, rank);
  const host = `node${Math.floor(rank / 8)}`;
  return Array.from({ length: SAMPLES }, (_, i) => {
    const spike = rank === SPIKING && i > SAMPLES / 2 && i < SAMPLES / 2 + 8 ? 9 * GIB : 0;
    const leak = rank === LEAKING && i > SAMPLES / 3 ? (6 * GIB * (i - SAMPLES / 3)) / SAMPLES : 0;
    const allocated = Math.round(10 * GIB + (i % 50) * 0.02 * GIB + 0.03 * GIB * random.bell() + spike);
    const reserved = Math.round(1.1 * allocated);
    return {
      schema_version: 4,
      session_id: 'job',
      timestamp_ns: START_NS + BigInt(i) * INTERVAL_NS + BigInt(Math.round(1e7 * random.fraction())),
      event_type: 'sample',
      collector: 'stormlog.cuda_tracker',
      sampling_interval_ms: 100,
      pid: 1000 + rank,
      host,
      device_id: rank % 8,
      allocator_allocated_bytes: allocated,
      allocator_reserved_bytes: reserved,
      allocator_active_bytes: null,
      allocator_inactive_bytes: null,
      allocator_change_bytes: null,
      device_used_bytes: Math.round(reserved + GIB + leak),
      device_free_bytes: null,
      device_total_bytes: 80 * GIB,
      context: null,
      metadata: {},
      job_id: 'job',
      rank,
      local_rank: rank % 8,
      world_size: RANKS,
    };
  });
}
