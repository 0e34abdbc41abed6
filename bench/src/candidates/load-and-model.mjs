// Loads every file of a folder and builds the model with the built packages; prints one line of JSON.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildDistributedModel, loadDistributedArtifacts } from '@stormlog/distributed-diagnostics';

const folder = process.argv[2];
const paths = readdirSync(folder)
  .sort()
  .map((name) => join(folder, name));

const started = performance.now();
const load = await loadDistributedArtifacts(paths);
const loaded = performance.now();
const model = buildDistributedModel(load.events);
const modelled = performance.now();

process.stdout.write(
  `${JSON.stringify({
    events: load.events.length,
    ranks: model.present_ranks.length,
    load_seconds: (loaded - started) / 1000,
    model_seconds: (modelled - loaded) / 1000,
    peak_bytes: process.resourceUsage().maxRSS * 1024,
  })}\n`,
);
