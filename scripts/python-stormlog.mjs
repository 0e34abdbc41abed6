// Finds, or sets up, a Python that has the reference package: answers the path of its interpreter.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export const REFERENCE_VERSION = '0.4.3';

/**
 * The interpreter named by STORMLOG_PYTHON, else one in a virtual environment in the user's cache folder, which is made
 * and filled on first use. Throws, with what to do, when neither works.
 */
export function pythonWithStormlog() {
  const named = process.env.STORMLOG_PYTHON;
  if (named) {
    if (hasReference(named)) return named;
    throw new Error(
      `STORMLOG_PYTHON=${named} has no stormlog ${REFERENCE_VERSION}: install it there, or unset the variable`,
    );
  }
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'stormlog-for-node', `python-stormlog-${REFERENCE_VERSION}`);
  const interpreter = join(folder, 'bin', 'python');
  if (existsSync(interpreter) && hasReference(interpreter)) return interpreter;
  mkdirSync(folder, { recursive: true });
  run('python3', ['-m', 'venv', '--clear', folder], 'Python 3.10 or newer with its venv module is needed');
  run(
    interpreter,
    ['-m', 'pip', 'install', '--quiet', `stormlog==${REFERENCE_VERSION}`],
    'the package index must be reachable',
  );
  return interpreter;
}

function hasReference(interpreter) {
  const { status, stdout } = spawnSync(
    interpreter,
    ['-c', 'import importlib.metadata as m; print(m.version("stormlog"))'],
    {
      encoding: 'utf8',
    },
  );
  return status === 0 && stdout.trim() === REFERENCE_VERSION;
}

function run(command, args, hint) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed (${hint}): ${stderr ?? error}`);
}
