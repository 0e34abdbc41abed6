// Bundles what runs in the browser for HTML reports into texts that @stormlog/report puts into its pages. `--check` fails when they are not current.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const browser = join(root, 'packages', 'report', 'browser');
const assets = join(root, 'packages', 'report', 'src', 'html', 'assets');
const uplot = join(root, 'packages', 'report', 'node_modules', 'uplot');
/** uPlot is in the page, so its licence is too. */
const licence = `/*!\nuPlot ${JSON.parse(readFileSync(join(uplot, 'package.json'), 'utf8')).version}\n${readFileSync(join(uplot, 'LICENSE'), 'utf8').trim()}\n*/`;
/** What would end the element that holds the text, or open a comment in it. */
const FORBIDDEN = /<\/(?:script|style)|<!--|<script/i;

async function bundle(contents, loader) {
  const result = await build({
    stdin: { contents, resolveDir: browser, sourcefile: `entry.${loader}`, loader },
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2022', 'chrome105', 'firefox110', 'safari16.4'],
    charset: loader === 'css' ? 'utf8' : 'ascii',
    legalComments: 'none',
    write: false,
    // The package's promise that its modules have no side effects is not meant for these.
    ignoreAnnotations: true,
    logLevel: 'error',
  });
  const text = result.outputFiles[0].text.trim();
  if (FORBIDDEN.test(text)) throw new Error('the bundle holds what could end its element');
  return text;
}

const style = await bundle(`@import 'uplot/dist/uPlot.min.css'; @import './page.css';`, 'css');
const modules = {
  'page-style.ts': ['PAGE_STYLE', style],
  'diagnosis-script.ts': ['DIAGNOSIS_SCRIPT', `${licence}\n${await bundle(`import './diagnosis/main.ts';`, 'ts')}`],
};

const stale = [];
for (const [file, [name, text]] of Object.entries(modules)) {
  const source = `// Made by scripts/bundle-report-page.mjs from packages/report/browser.\nexport const ${name}: string = ${JSON.stringify(text)};\n`;
  const path = join(assets, file);
  let before = null;
  try {
    before = readFileSync(path, 'utf8');
  } catch {
    // There is none yet.
  }
  if (before === source) continue;
  stale.push(file);
  if (!process.argv.includes('--check')) writeFileSync(path, source);
}
if (process.argv.includes('--check')) {
  for (const file of stale)
    process.stderr.write(`packages/report/src/html/assets/${file} is not current: run pnpm bundle-page\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  process.stdout.write(`${stale.length} of ${Object.keys(modules).length} bundles written\n`);
}
