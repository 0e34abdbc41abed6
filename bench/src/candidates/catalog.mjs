// Opens a catalog and lists its runs and attachments with the built package; prints one line of JSON.
import { performance } from 'node:perf_hooks';
import { openRunCatalog } from '@stormlog/run-catalog';

let lastTurn = performance.now();
let longestTurn = 0;
let isWatching = true;
const watch = () => {
  const now = performance.now();
  longestTurn = Math.max(longestTurn, now - lastTurn);
  lastTurn = now;
  if (isWatching) setImmediate(watch);
};
setImmediate(watch);

const started = performance.now();
const catalog = await openRunCatalog([process.argv[2]]);
const opened = performance.now();
const openTurn = longestTurn;
longestTurn = 0;
const runs = await catalog.listRuns();
const attachments = await catalog.listRunAttachments();
const listed = performance.now();
isWatching = false;

process.stdout.write(
  `${JSON.stringify({
    runs: runs.length,
    attachments: attachments.length,
    open_seconds: (opened - started) / 1000,
    list_seconds: (listed - opened) / 1000,
    open_longest_ms: openTurn,
    list_longest_ms: longestTurn,
    peak_bytes: process.resourceUsage().maxRSS * 1024,
  })}\n`,
);
