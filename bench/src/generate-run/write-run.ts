import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { csvEventLines, type EventLines, jsonEventLines } from './event-lines.ts';
import { rankIdentity } from './rank-identity.ts';
import type { RunPlan } from './run-plan.ts';
import { rankRun, simulateRank } from './simulate-rank.ts';
import { SinkFolder } from './sink-folder.ts';
import { TextFile } from './text-file.ts';

/** What was written. */
export interface WrittenRun {
  readonly files: readonly string[];
  readonly events: number;
}

/**
 * Writes a plan's run to a folder, rank by rank as a stream: `rank<k>.jsonl`, `rank<k>_events.csv`, or one sink folder
 * `rank<k>`. Equal plans give equal bytes. The events of a restarted job's attempts follow each other in the same
 * file or sink.
 */
export function writeRun(plan: RunPlan, folder: string): WrittenRun {
  mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  let events = 0;
  for (let rank = 0; rank < plan.ranks; rank++) {
    if (plan.missing.has(rank)) continue;
    const written = plan.format === 'sink' ? writeSinkRank(plan, rank, folder) : writeFileRank(plan, rank, folder);
    files.push(written.path);
    events += written.events;
  }
  return { files, events };
}

interface WrittenRank {
  readonly path: string;
  readonly events: number;
}

function writeFileRank(plan: RunPlan, rank: number, folder: string): WrittenRank {
  const csv = plan.format === 'csv';
  const path = join(folder, csv ? `rank${rank}_events.csv` : `rank${rank}.jsonl`);
  const file = new TextFile(path);
  let events = 0;
  try {
    for (let attempt = 0; attempt < plan.attempts; attempt++) {
      const identity = rankIdentity(plan, rank, attempt);
      const lines: EventLines = csv ? csvEventLines(identity) : jsonEventLines(identity);
      if (attempt === 0) file.add(lines.header);
      let last = '';
      for (const event of simulateRank(plan, rankRun(plan, rank, attempt))) {
        last = lines.line(event);
        file.add(last);
        events++;
      }
      if (isTorn(plan, rank, attempt)) file.add(last.slice(0, Math.floor(last.length / 2)));
    }
  } finally {
    file.close();
  }
  return { path, events };
}

function writeSinkRank(plan: RunPlan, rank: number, folder: string): WrittenRank {
  const path = join(folder, `rank${rank}`);
  const sink = new SinkFolder(path);
  let events = 0;
  try {
    for (let attempt = 0; attempt < plan.attempts; attempt++) {
      const identity = rankIdentity(plan, rank, attempt);
      const lines = jsonEventLines(identity);
      const run = rankRun(plan, rank, attempt);
      sink.startSession(identity);
      let last = '';
      for (const event of simulateRank(plan, run)) {
        last = lines.line(event);
        sink.add(last, event.timestampNs);
        events++;
      }
      if (isTorn(plan, rank, attempt)) sink.tear(last.slice(0, Math.floor(last.length / 2)));
      sink.endSession(run.stops ? 'completed' : attempt === plan.attempts - 1 ? 'running' : 'interrupted');
    }
  } finally {
    sink.close();
  }
  return { path, events };
}

function isTorn(plan: RunPlan, rank: number, attempt: number): boolean {
  return plan.tornTail && attempt === plan.attempts - 1 && plan.killed.has(rank);
}
