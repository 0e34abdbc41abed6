// Makes sure that strace is there: tests kill and fail writers at their system calls with it.
import { spawnSync } from 'node:child_process';

/** Installs strace with Debian's package manager when it is missing. Throws, with what to do, when that does not work. */
export function requireStrace() {
  if (works('strace', ['-V'])) return;
  const installed = works('apt-get', ['update', '-qq']) && works('apt-get', ['install', '-y', '-qq', 'strace']);
  if (!installed || !works('strace', ['-V'])) {
    throw new Error('strace is needed and could not be installed: install it with the package manager of this system');
  }
}

function works(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
