// Finds Chromium, which shows the pages of @stormlog/report in tests, benchmarks and screenshots.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Without a sandbox (containers have none), without a GPU, and without anything that would speak to the network by itself. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
];

/**
 * The executable named by STORMLOG_CHROMIUM, else one that is installed, else Debian's, which is installed first. Throws,
 * with what to do, when none can be had.
 */
export function requireChromium() {
  const named = process.env.STORMLOG_CHROMIUM;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`STORMLOG_CHROMIUM=${named} does not exist: name another one, or unset the variable`);
  }
  const found = PLACES.find((path) => existsSync(path));
  if (found !== undefined) return found;
  process.stderr.write('installing chromium…\n');
  const isInstalled =
    works('apt-get', ['update', '-qq']) &&
    works('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  const installed = PLACES.find((path) => existsSync(path));
  if (isInstalled && installed !== undefined) return installed;
  throw new Error(
    'Chromium is needed and could not be installed: install it with the package manager of this system, name it in STORMLOG_CHROMIUM, or leave the tests in a browser out with STORMLOG_SKIP_BROWSER=1',
  );
}

function works(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
