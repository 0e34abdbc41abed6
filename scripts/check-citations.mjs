// Checks that every section of docs/formats/ that sources, tests or pages cite is there.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const formats = join(root, 'docs', 'formats');

const pages = new Map(
  readdirSync(formats).map((name) => {
    const headings = readFileSync(join(formats, name), 'utf8').matchAll(/^#{2,4} (\d+(?:\.\d+)*)/gm);
    return [name, new Set(Array.from(headings, ([, section]) => section))];
  }),
);

const faults = [];
for (const folder of ['packages', 'conformance', 'bench', 'docs']) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (!entry.isFile() || !/\.(ts|mjs|md)$/.test(entry.name) || /(^|\/)(node_modules|dist)\//.test(path)) continue;
    for (const [, page, section] of readFileSync(join(root, path), 'utf8').matchAll(
      /docs\/formats\/([a-z-]+\.md)(?: §(\d+(?:\.\d+)*))?/g,
    )) {
      const sections = pages.get(page);
      if (sections === undefined) faults.push(`${path}: there is no docs/formats/${page}`);
      else if (section !== undefined && !sections.has(section))
        faults.push(`${path}: ${page} has no section ${section}`);
    }
  }
}

for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(faults.length === 0 ? 'every cited section is there\n' : `${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
