// Makes the pictures of the documentation: pages and the terminal as people see them. Look at them before committing them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { planRun } from '../bench/src/generate-run/run-plan.ts';
import { writeRun } from '../bench/src/generate-run/write-run.ts';
import { runCommand } from '../packages/cli/src/index.ts';
import { CHROMIUM_FLAGS, requireChromium } from './chromium.mjs';

const root = resolve(import.meta.dirname, '..');
const pictures = join(root, 'docs', 'images');
const COLUMNS = 96;
const COLORS = {
  1: 'font-weight:bold',
  2: 'opacity:.65',
  32: 'color:#7ee787',
  33: 'color:#f2cc60',
  31: 'color:#ff7b72',
};

/** What a command prints on a terminal, without its messages. */
async function terminal(...argv) {
  const parts = [];
  const stdout = { write: async (text) => parts.push(text), isTerminal: true, columns: COLUMNS };
  const stderr = { write: async () => {}, isTerminal: false, columns: null };
  await runCommand(argv, { stdin: [], stdout, stderr, env: {} });
  return parts.join('');
}

/** Text with colour codes as a page. */
function terminalPage(command, text) {
  const escaped = `$ ${command}\n${text}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const colored = escaped.replaceAll('\u001b[0m', '</span>').replaceAll(
    /\u001b\[([\d;]+)m/g,
    (_, codes) =>
      `<span style="${codes
        .split(';')
        .map((code) => COLORS[code])
        .join(';')}">`,
  );
  return `<!DOCTYPE html><meta charset="utf-8"><body style="margin:0;background:#0d1117;color:#e6edf3">
<pre style="display:inline-block;margin:0;padding:20px;font:14px/1.35 'DejaVu Sans Mono',monospace">${colored}</pre>`;
}

process.chdir(root);
mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'stormlog-pictures-'));
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_FLAGS });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  const picture = (name) => page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' });
  const openReport = async (file, hash = '') => {
    await page.goto('about:blank');
    await page.goto(`${pathToFileURL(file).href}${hash}`);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
  };

  const text = await terminal('diagnose', 'samples/run');
  await page.setContent(terminalPage('npx stormlog diagnose samples/run', text));
  await page.locator('pre').screenshot({ path: join(pictures, 'terminal.png') });

  const sample = join(folder, 'sample.html');
  await terminal('diagnose', 'samples/run', '--html', sample);
  await openReport(sample);
  await picture('sample-run');

  const large = join(folder, 'run');
  writeRun(
    planRun({
      ranks: 1024,
      samples: 300,
      missing: new Set([300]),
      killed: new Map([[17, 0.6]]),
      hiddenDrift: new Map([[700, 4e7]]),
      spiking: new Set(Array.from({ length: 8 }, (_, i) => 512 + i)),
    }),
    large,
  );
  const report = join(folder, 'large.html');
  await terminal('diagnose', large, '--html', report);
  await openReport(report);
  await picture('large-run');
  await page.setViewportSize({ width: 1280, height: 1100 });
  await page.locator('#map select').first().selectOption({ label: 'Hidden gap' });
  await page.locator('#map').screenshot({ path: join(pictures, 'large-run-map.png') });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
