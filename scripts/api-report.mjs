// Keeps the public interface of every package as text under etc/api, so that a change of it shows in a diff. `--check` fails when the text is not current.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, publishablePackages, ROOT } from './packed/packages.mjs';

const FOLDER = join(ROOT, 'etc', 'api');

/** The declarations of a built entry, without comments and without the chunk names that change with every build. */
function declarations(folder, entry) {
  const text = readFileSync(join(folder, 'dist', `${entry}.d.ts`), 'utf8');
  return text
    .replace(/\/\*\*[\s\S]*?\*\/\s*?\n/g, '')
    .replace(/(from '|import\(')(\.\/[\w-]+)-[A-Za-z0-9_-]{8}\.js'/g, "$1$2.js'")
    .replace(/^\/\/.*\n/gm, '')
    .replace(/\n{2,}/g, '\n');
}

buildAll();
const reports = new Map();
for (const { folder, name, entries } of publishablePackages()) {
  for (const specifier of entries) {
    const entry = specifier === name ? 'index' : specifier.slice(name.length + 1);
    const file = `${specifier.replace('@stormlog/', '').replaceAll('/', '.')}.d.ts`;
    reports.set(file, declarations(folder, entry));
  }
}

const existing = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
const stale = existing.filter((file) => !reports.has(file));
const changed = [...reports].filter(
  ([file, text]) => !existing.includes(file) || readFileSync(join(FOLDER, file), 'utf8') !== text,
);
if (process.argv.includes('--check')) {
  for (const file of [...stale, ...changed.map(([name]) => name)]) {
    process.stderr.write(`etc/api/${file} is not the public interface any more; \`pnpm api\` writes it anew\n`);
  }
  process.exitCode = stale.length + changed.length === 0 ? 0 : 1;
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const file of stale) rmSync(join(FOLDER, file));
  for (const [file, text] of changed) writeFileSync(join(FOLDER, file), text);
  process.stdout.write(
    `${changed.length} written, ${stale.length} removed, ${reports.size - changed.length} as they were\n`,
  );
}
