import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

const { resolve } = createRequire(import.meta.url);

/** One font of our own, since those of machines differ; the page must be opened with `bypassCSP`. */
export async function useOneFont(page: Page): Promise<void> {
  const faces = [400, 700].map((weight) => {
    const file = resolve(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff2`);
    const data = readFileSync(file).toString('base64');
    return `@font-face { font-family: pictured; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) }`;
  });
  await page.addStyleTag({
    content: `${faces.join('\n')}\n* { font-family: pictured !important; transition: none !important }`,
  });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

/**
 * The share of pixels in which a page is unlike the picture that was kept of it. With STORMLOG_KEEP_PICTURES=1 the picture
 * is made anew instead. What was seen and where it differs is left in the folder for temporary files.
 */
export async function unlikeness(page: Page, kept: string): Promise<number> {
  const seen = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  if (process.env['STORMLOG_KEEP_PICTURES'] === '1') writeFileSync(kept, seen);
  const [left, right] = [PNG.sync.read(readFileSync(kept)), PNG.sync.read(seen)];
  const { width, height } = left;
  if (right.width !== width || right.height !== height) return 1;
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(left.data, right.data, difference.data, width, height, { threshold: 0.2 });
  if (pixels > 0) {
    const folder = join(tmpdir(), 'stormlog-pictures');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'seen.png'), seen);
    writeFileSync(join(folder, 'difference.png'), PNG.sync.write(difference));
  }
  return pixels / (width * height);
}
