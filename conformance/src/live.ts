// Asks the real Python package and our adapters the same generated questions: see `--help`.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stringifyJson } from '@stormlog/records';
import { pythonWithStormlog } from '../../scripts/python-stormlog.mjs';
import { ADAPTERS } from './adapters/index.ts';
import type { AnsweredCase } from './case-runner.ts';
import { describeDifference } from './judgement.ts';
import { liveAreaNames, loadLiveArea } from './live-run/live-area.ts';
import { OracleProcess } from './live-run/oracle-process.ts';
import { runLive } from './live-run/run-live.ts';

const USAGE = `Compares our answers with those of the Python package on generated cases.

  --area NAME       only this area (may be repeated); default: all
  --seed N          default 1; a failure is repeated with the seed that is printed
  --count N         cases of each area (300)
  --failures FILE   write the answered cases that failed, for: pnpm conformance --cases FILE
  --show N          failures to print of each area (10)
  --verbose         how often each operation was asked

STORMLOG_PYTHON names the interpreter; without it one is set up on first use.
`;

const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    failures: { type: 'string' },
    show: { type: 'string', default: '10' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(USAGE);
} else {
  // What the questions assume, as in the golden files.
  process.env['TZ'] = 'UTC';
  process.umask(0o022);
  process.exitCode = (await compareAreas()) ? 0 : 1;
}

async function compareAreas(): Promise<boolean> {
  const seed = Number(values.seed);
  const failed: AnsweredCase[] = [];
  let good = true;
  using oracle = new OracleProcess(pythonWithStormlog());
  for (const name of values.area ?? liveAreaNames()) {
    const started = performance.now();
    const area = await loadLiveArea(name);
    const outcome = await runLive({ area, oracle, adapters: ADAPTERS, seed, count: Number(values.count) });
    const { passed, failures, explained, unanswered } = outcome;
    for (const { question, difference } of failures.slice(0, Number(values.show))) {
      console.log(`FAILED seed ${seed} ${question.id} ${question.op} ${describeDifference(difference)}`);
      console.log(`       ${shorten(caseText(question))}`);
    }
    failed.push(...failures.map(({ question }) => question));
    for (const op of unanswered) console.log(`FAILED ${op}: no adapter`);
    for (const [item, times] of explained) console.log(`deviates ${name}: ${item}: ${times} cases`);
    if (values.verbose) {
      for (const [op, times] of [...outcome.perOperation].sort()) console.log(`asked ${op}: ${times}`);
    }
    const skipped = [...explained.values()].reduce((sum, times) => sum + times, 0);
    const wrong = failures.length + unanswered.size;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${name}: seed ${seed}: ${passed} passed, ${wrong} failed, ${skipped} deviate, ${seconds} s`);
    if (wrong > 0) good = false;
  }
  if (values.failures !== undefined) {
    writeFileSync(values.failures, failed.map((question) => `${caseText(question)}\n`).join(''));
  }
  return good;
}

function caseText(question: AnsweredCase): string {
  return stringifyJson({ ...question }, { ascii: true });
}

function shorten(text: string): string {
  return text.length > 1500 ? `${text.slice(0, 1500)}… (--failures FILE has all of it)` : text;
}
