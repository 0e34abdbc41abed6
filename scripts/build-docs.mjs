// Builds the documentation site: the pages by VitePress, the API reference by TypeDoc, the schemas as they are; then checks every link of it.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { deadLinks } from './site-links.mjs';

const root = resolve(import.meta.dirname, '..');
const docs = join(root, 'docs');
const site = join(docs, '.vitepress', 'dist');

/** Runs the program of an installed package, and ends this one when it fails. */
function run(from, name, bin, args, cwd) {
  const manifest = createRequire(join(from, 'package.json')).resolve(`${name}/package.json`);
  const { status } = spawnSync(process.execPath, [join(dirname(manifest), bin), ...args], { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

run(docs, 'vitepress', 'bin/vitepress.js', ['build'], docs);
run(root, 'typedoc', 'bin/typedoc', ['--logLevel', 'Warn'], root);
cpSync(join(docs, 'schemas'), join(site, 'schemas'), {
  recursive: true,
  filter: (path) => !path.endsWith('.md'),
});

const { pages, links, dead } = deadLinks(site);
for (const { page, link } of dead) process.stderr.write(`${page}: ${link} leads nowhere\n`);
process.stdout.write(`${pages} pages, ${links} links of the site to itself, ${dead.length} dead\n`);
process.exitCode = dead.length === 0 ? 0 : 1;
