// Publishes what changesets raised: sets the repository that npm compares with the provenance, builds, and publishes. Runs in the release workflow.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishablePackages, ROOT } from './packed/packages.mjs';

const repository = process.env.GITHUB_REPOSITORY;
if (repository === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repository)) {
  process.stderr.write(
    'GITHUB_REPOSITORY must name the repository, owner/name: packages are published from its workflow\n',
  );
  process.exit(2);
}
for (const { folder } of publishablePackages()) {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const directory = folder.slice(ROOT.length + 1);
  manifest.repository = { type: 'git', url: `git+https://github.com/${repository}.git`, directory };
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
for (const args of [
  [process.execPath, 'scripts/build.mjs'],
  ['npx', '-y', 'pnpm@12', 'changeset', 'publish'],
]) {
  const { status } = spawnSync(args[0], args.slice(1), { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
