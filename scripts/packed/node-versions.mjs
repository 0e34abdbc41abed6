import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './packages.mjs';

const MAJORS = [20, 22, 24];

/** The Node executables to test with: the running one, and the other majors as npm installs them; or why there is none. */
export function nodeVersions(folder) {
  const current = Number(process.versions.node.split('.')[0]);
  return [
    { label: `Node ${process.versions.node}`, executable: process.execPath, skipped: null },
    ...MAJORS.filter((major) => major !== current).map((major) => installNode(join(folder, `node-${major}`), major)),
  ];
}

function installNode(folder, major) {
  const label = `Node ${major}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }\n');
    const args = ['install', `node@${major}`, '--no-audit', '--no-fund', '--loglevel=error'];
    run('npm', args, { cwd: folder });
    const executable = join(folder, 'node_modules', 'node', 'bin', 'node');
    if (!existsSync(executable)) return { label, executable: null, skipped: 'the npm package brought no executable' };
    const version = run(executable, ['--version']).trim().slice(1);
    return { label: `Node ${version}`, executable, skipped: null };
  } catch (error) {
    return { label, executable: null, skipped: String(error.message).split('\n').slice(0, 3).join(' ') };
  }
}
