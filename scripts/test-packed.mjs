// Tests what is published: packs all packages, installs the tarballs into an empty project outside the workspace, and uses them there.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileConsumer, installConsumer } from './packed/consumer.mjs';
import { followGuide } from './packed/newcomer.mjs';
import { nodeVersions } from './packed/node-versions.mjs';
import { buildAll, packAll, ROOT, run } from './packed/packages.mjs';

const failures = [];

/** Does one step and says how it went; a failure is kept for the end, so that one run shows all. */
function report(title, step) {
  try {
    const remark = step();
    process.stdout.write(`ok    ${title}${typeof remark === 'string' && remark !== '' ? `: ${remark}` : ''}\n`);
  } catch (error) {
    failures.push(title);
    process.stdout.write(`FAIL  ${title}\n${error.message}\n`);
  }
}

/** The same step as `report`, of a command whose output is no remark. */
const quiet = (title, step) => report(title, () => void step());

function binOf(name, bin) {
  const folder = join(ROOT, 'node_modules', name);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin]);
}

/** Files that no one needs to install, and files that everyone must get. */
function checkContents({ files }) {
  const unwanted = files.filter((path) => /(^|\/)(src|test|\.build-stamp|tsconfig.*)(\/|$)/.test(path));
  const missing = ['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts'].filter(
    (path) => !files.includes(path),
  );
  if (unwanted.length + missing.length > 0) throw new Error(`unwanted: ${unwanted}; missing: ${missing}`);
}

/** Diagnoses the sample run from a copy of it, with nothing of the workspace in reach. */
function diagnose(executable, project) {
  const bin = join('node_modules', 'stormlog', 'dist', 'bin.js');
  const command =
    executable === null ? ['npx', ['stormlog', 'diagnose', 'run']] : [executable, [bin, 'diagnose', 'run']];
  const output = run(...command, { cwd: project, env: { ...process.env, TZ: 'UTC', NO_COLOR: '1' } });
  const wanted = ['4 of 5 ranks present, missing: 4', 'MISSING'];
  for (const text of wanted) if (!output.includes(text)) throw new Error(`no '${text}' in\n${output}`);
}

const folder = mkdtempSync(join(tmpdir(), 'stormlog-packed-'));
try {
  buildAll();
  const packed = packAll(join(folder, 'tarballs'));
  const project = join(folder, 'project');
  installConsumer(project, packed);
  cpSync(join(ROOT, 'samples', 'run'), join(project, 'run'), { recursive: true });
  process.stdout.write(`${packed.length} tarballs installed into an empty project\n`);

  for (const each of packed) {
    quiet(`${each.name}: files of the tarball`, () => checkContents(each));
    quiet(`${each.name}: publint`, () =>
      run(process.execPath, [binOf('publint', 'publint'), 'run', each.tarball, '--strict']),
    );
    quiet(`${each.name}: types`, () =>
      run(process.execPath, [binOf('@arethetypeswrong/cli', 'attw'), each.tarball, '--profile', 'esm-only']),
    );
  }
  compileConsumer(project, quiet);
  for (const { label, executable, skipped } of nodeVersions(folder)) {
    if (executable === null) {
      process.stdout.write(`skip  ${label}: ${skipped}\n`);
      continue;
    }
    quiet(`${label}: import`, () => run(executable, ['consume.mjs'], { cwd: project }));
    quiet(`${label}: require`, () => run(executable, ['consume.cjs'], { cwd: project }));
    quiet(`${label}: stormlog diagnose`, () => diagnose(executable, project));
  }
  quiet('npx stormlog diagnose', () => diagnose(null, project));
  report('the guide, followed by a newcomer', () => followGuide(join(folder, 'newcomer'), packed));
} finally {
  if (process.argv.includes('--keep')) process.stdout.write(`kept ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(failures.length === 0 ? 'the packed packages work\n' : `${failures.length} failures\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
