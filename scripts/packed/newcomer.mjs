// Follows the guide as somebody does who knows none of it: in an empty folder, with the commands and blocks of the guide and
// nothing else, but that the packages come from tarballs.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { pythonWithStormlog } from '../python-stormlog.mjs';
import { ROOT, run } from './packages.mjs';

const GUIDE = join(ROOT, 'docs', 'guide');
/** The order in which one reads; pages that are not named here come last. */
const ORDER = ['first-diagnosis', 'record-a-server', 'write-telemetry', 'read-in-python', 'own-analysis'];
/** A command that goes on until Ctrl-C. */
const ENDLESS = /stormlog watch/;
const WATCHED_MS = 4000;

/** The blocks of the guide in reading order: page, line, language, text. */
function blocks() {
  const names = readdirSync(GUIDE)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -3));
  const pages = [...ORDER, ...names.filter((name) => !ORDER.includes(name)).sort()];
  return pages.flatMap((page) => {
    const text = readFileSync(join(GUIDE, `${page}.md`), 'utf8');
    return [...text.matchAll(/^```(sh|ts|python)\n([\s\S]*?)^```$/gm)].map(({ 1: language, 2: code, index }) => ({
      place: `${page}.md:${text.slice(0, index).split('\n').length}`,
      language,
      code,
    }));
  });
}

/** The interpreter with the reference package; null, and why, where there is none: Python is not needed to use the packages. */
function python() {
  try {
    return { interpreter: pythonWithStormlog(), reason: '' };
  } catch (error) {
    return { interpreter: null, reason: error.message };
  }
}

/** Does what a block says in the newcomer's folder; answers what it printed. */
function follow({ place, language, code }, folder, packed, interpreter) {
  const options = { cwd: folder, env: { ...process.env, TZ: 'UTC', NO_COLOR: '1' } };
  if (language === 'python') return interpreter === null ? '' : run(interpreter, ['-c', code], options);
  if (language === 'ts') {
    const file = join(folder, `${place.replaceAll(/\W/g, '-')}.mjs`);
    writeFileSync(file, transformSync(code, { loader: 'ts', format: 'esm' }).code);
    return run(process.execPath, [file], { ...options, input: '' });
  }
  const command = code.trim();
  if (command === 'npm install stormlog') {
    const tarballs = packed.map(({ tarball }) => tarball);
    return run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs], options);
  }
  if (!ENDLESS.test(command)) return run('sh', ['-c', command], options);
  const bin = join(folder, 'node_modules', 'stormlog', 'dist', 'bin.js');
  const [, ...words] = command.replace(/ >.*/, '').split(' ').slice(1);
  const watching = spawnSync(process.execPath, [bin, ...words], {
    ...options,
    encoding: 'utf8',
    timeout: WATCHED_MS,
    killSignal: 'SIGINT',
  });
  if (watching.status !== 0) throw new Error(`${command} ended with ${watching.status}\n${watching.stderr}`);
  return watching.stdout;
}

/**
 * Follows the guide to its end.
 *
 * @param folder an empty one, or none yet
 * @returns how many blocks were followed, and what was left out
 */
export function followGuide(folder, packed) {
  mkdirSync(folder, { recursive: true });
  // What a clone of the repository has; the guide says so.
  cpSync(join(ROOT, 'samples', 'run'), join(folder, 'samples', 'run'), { recursive: true });
  const { interpreter, reason } = python();
  const printed = new Map();
  const all = blocks();
  for (const block of all) {
    try {
      printed.set(block.place, follow(block, folder, packed, interpreter));
    } catch (error) {
      throw new Error(`${block.place}: ${error.message}`);
    }
  }
  expectAll(folder, [...printed.values()].join('\n'), interpreter !== null);
  return `${all.length} blocks${interpreter === null ? `, but those of Python: ${reason}` : ''}`;
}

/** A diagnosis, its page, a capture, what Python reads of it, and a detector of one's own. */
function expectAll(folder, printed, hasPython) {
  const texts = ['4 of 5 ranks present, missing: 4', ...(hasPython ? ['infer.request'] : [])];
  for (const text of texts) if (!printed.includes(text)) throw new Error(`nothing printed ${text}\n${printed}`);
  const files = ['report.html', 'engine.jsonl', join('sinks', 'worker-0', 'manifest.json')];
  for (const file of files) if (!existsSync(join(folder, file))) throw new Error(`the guide made no ${file}`);
}
