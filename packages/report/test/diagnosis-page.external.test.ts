import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { faultsOfAccess } from './browser/axe-faults.ts';
import { type OpenPage, TestBrowser, until } from './browser/browser-page.ts';
import { pageOf, troubledRanks } from './browser/pages.ts';
import { unlikeness, useOneFont } from './browser/picture.ts';

const isWithoutBrowser = process.env['STORMLOG_SKIP_BROWSER'] === '1';

describe.skipIf(isWithoutBrowser)('the page of a diagnosis, in Chromium', () => {
  let browser: TestBrowser;
  let html: string;

  beforeAll(async () => {
    browser = await TestBrowser.launch();
    html = pageOf(troubledRanks(), 8);
  });

  afterAll(async () => {
    await browser.close();
  });

  afterEach(async () => {
    await browser.closePages();
  });

  test('opens from a file, asks the network for nothing, and no script fails', async () => {
    const { page, troubles } = await browser.open(html);

    expect(await page.title()).toBe('Job train – stormlog');
    expect(await page.locator('.plot canvas').count()).toBe(5);
    expect(troubles).toEqual([]);
  });

  test('its first screen answers what happened first, on which rank, how sure, who is missing, and what to do', async () => {
    const { page } = await browser.open(html);
    const screen = await textInSight(page);

    expect(screen).toContain('What happened first'.toUpperCase());
    expect(screen).toMatch(/rank 2 grows unlike its peers: memory hidden from the allocator/);
    expect(screen).toMatch(/How sure\s+0\.9/);
    expect(screen).toMatch(/Phase\s+no phase was recorded/);
    expect(screen).toMatch(/MISSING\s+rank 7/);
    expect(screen).toMatch(/STOPPED OR STALLED\s+rank 5/);
    expect(screen).toMatch(/LOOK AT NEXT/);
  });

  test.each(['light', 'dark'] as const)(
    'its first screen looks as it was looked at and kept, %s',
    async (colorScheme) => {
      const { page } = await browser.open(html, { colorScheme, bypassCSP: true });
      await useOneFont(page);

      const share = await unlikeness(page, join(import.meta.dirname, 'browser', `first-screen-${colorScheme}.png`));

      // Browsers draw edges of letters and lines a little differently.
      expect(share).toBeLessThan(0.01);
    },
  );

  test('dragging over a chart zooms all charts, and a double click shows everything again', async () => {
    const { page } = await browser.open(html);
    const plot = page.locator('.comparison .u-over');
    await plot.scrollIntoViewIfNeeded();
    const box = (await plot.boundingBox())!;

    await page.mouse.move(box.x + box.width * 0.25, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 5 });
    await page.mouse.up();

    await until(page, `location.hash.includes('from=')`);
    const { from, to } = windowOf(page.url());
    expect(from).toBeCloseTo(239 * 0.25, 0);
    expect(to).toBeCloseTo(239 * 0.5, 0);
    expect(await page.locator('.where').textContent()).toMatch(/^\d\d:\d\d:\d\d\.\d+ to /);
    await plot.dblclick({ position: { x: 30, y: 30 } });
    await until(page, `document.querySelector('.where').textContent === 'the whole run'`);
  });

  test('the buttons and keys move and zoom along the time', async () => {
    const { page } = await browser.open(html);

    await page.getByRole('button', { name: 'Zoom in' }).click();
    await until(page, `location.hash.includes('from=')`);
    const zoomed = windowOf(page.url());
    await page.locator('.tracks .plot').first().focus();
    await page.keyboard.press('ArrowRight');
    await until(page, `!location.hash.includes('from=${zoomed.from}&')`);
    const moved = windowOf(page.url());

    expect(zoomed.to - zoomed.from).toBeCloseTo(239 / 2, 3);
    expect(moved.from - zoomed.from).toBeCloseTo(0.2 * (zoomed.to - zoomed.from), 3);
    await page.keyboard.press('0');
    await until(page, `document.querySelector('.where').textContent === 'the whole run'`);
  });

  test('the cursor of one chart shows the values of all at its time', async () => {
    const { page } = await browser.open(html);
    const plot = page.locator('.comparison .u-over');
    await plot.scrollIntoViewIfNeeded();

    await plot.hover({ position: { x: 300, y: 80 } });

    const readouts = await page.locator('.readout').allInnerTexts();
    expect(readouts).toHaveLength(5);
    const times = readouts.map((text) => /^(\d\d:\d\d:\d\d)/.exec(text.trim())?.[1]);
    expect(new Set(times).size).toBe(1);
    expect(times[0]).toBeDefined();
    for (const text of readouts) expect(text).toMatch(/\d\.\d (GiB|MiB)/);
  });

  test('the table of ranks shows first what stands out, sorts by its heads and filters', async () => {
    const { page } = await browser.open(html);
    const ranks = () => page.locator('#ranks-content tbody th').allInnerTexts();

    expect((await ranks()).slice(0, 3)).toEqual(['7', '5', '2']);
    await page.locator('#ranks-content').getByRole('button', { name: 'Rank', exact: true }).click();
    expect(await ranks()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    await page.locator('#ranks-content').getByRole('button', { name: 'Gap now' }).click();
    expect((await ranks())[0]).toBe('2');
    expect(await page.locator('#ranks-content th[aria-sort="descending"]').textContent()).toContain('Gap now');
    await page.getByLabel('Filter').first().fill('4-6');
    expect((await ranks()).sort()).toEqual(['4', '5', '6']);
    await page.getByLabel('Filter').first().fill('node-2 running');
    expect(await ranks()).toEqual(['5']);
    await page.getByLabel('Filter').first().fill('');
    await page.getByLabel('only what stands out').check();
    expect((await ranks()).sort()).toEqual(['2', '5', '7']);
  });

  test('an address within the page opens ranks, counter, part of the run and a marked time', async () => {
    const { page, troubles } = await browser.open(html, {}, '#view?ranks=6,3&counter=hidden&from=50&to=90&at=60.5');

    expect(await page.locator('.track-title h3').allInnerTexts()).toEqual(['rank 6', 'rank 3']);
    expect(await page.locator('.comparison h3').textContent()).toBe('Hidden gap, beside all ranks');
    expect(await page.locator('.where').textContent()).toBe('09:27:30.000 to 09:28:10.000');
    expect(troubles).toEqual([]);
  });

  test('a nonsensical address does no harm', async () => {
    for (const hash of [
      '#view?ranks=99,abc,-1,__proto__&counter=constructor&from=1e9&to=NaN',
      '#%F0%9F',
      '#signs?rank=x',
    ]) {
      const { page, troubles } = await browser.open(html, {}, hash);
      expect(await page.locator('.where').textContent()).toBe('the whole run');
      expect(troubles).toEqual([]);
    }
  });

  test('every statement leads to its chart and to the records behind it', async () => {
    const { page } = await browser.open(html);
    const finding = page.locator('.finding', { hasText: 'hidden from the allocator' });

    await finding.getByRole('link', { name: 'Records around the onset' }).click();
    expect(await finding.locator('details', { hasText: 'Records:' }).getAttribute('open')).not.toBeNull();
    expect(await finding.locator('tr.onset').textContent()).toContain('sample');
    await finding.getByRole('link', { name: /^Show rank 2/ }).click();
    await until(page, `scrollY > 0 && document.querySelector('.track-title h3').textContent === 'rank 2'`);
    expect(await page.locator('.comparison h3').textContent()).toBe('Hidden gap, beside all ranks');
  });

  test('a click on a cell of the heat map opens its rank at that time', async () => {
    const { page } = await browser.open(html, {}, '#view?ranks=0');
    const map = page.locator('.map canvas').first();
    await map.scrollIntoViewIfNeeded();

    await map.click({ position: { x: 700, y: 4 + 3.5 * 22 } });

    await until(page, `location.hash.includes('ranks=3,0') && location.hash.includes('at=')`);
  });

  test('the heat map is walked through by keys and told to a screen reader', async () => {
    const { page } = await browser.open(html, {}, '#view?ranks=0');

    await page.locator('.map canvas').first().focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    expect(await page.locator('#map [role="status"]').textContent()).toMatch(/^rank 2 on node-1, .* beside the median/);
    await page.keyboard.press('Enter');
    await until(page, `location.hash.includes('ranks=2,0')`);
  });

  test('is dark where the system is, and changes by its button', async () => {
    const { page } = await browser.open(html, { colorScheme: 'dark' });
    const background = () => page.evaluate(`getComputedStyle(document.body).backgroundColor`);

    const dark = await background();
    await page.getByRole('button', { name: 'Theme: dark' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();

    expect(dark).toBe('rgb(16, 21, 27)');
    expect(await background()).toBe('rgb(244, 246, 248)');
  });

  test('tells times after the start instead of by the clock when asked to', async () => {
    const { page } = await browser.open(html);

    await page.getByRole('button', { name: 'Times: clock (UTC)' }).click();

    await until(page, `document.querySelector('#ranks-content tbody').textContent.includes('3:59.000 min')`);
  });

  test.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { viewport: { width: 420, height: 800 } }],
  ] as const)('axe finds nothing: %s', async (_name, options) => {
    const { page } = await browser.open(html, options, '#finding-2-evidence');
    await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);

    expect(await faultsOfAccess(page)).toEqual([]);
  });

  test('without JavaScript the findings are all there, and the page says what is not', async () => {
    const { page } = await browser.open(html, { javaScriptEnabled: false });
    const text = await page.locator('body').textContent();

    expect(text).toContain('rank 5 stopped');
    expect(text).toContain('Charts and tables need JavaScript');
    expect(await page.locator('.finding svg.curve').count()).toBeGreaterThan(1);
  });

  test('prints on white whatever the theme, without what needs a pointer', async () => {
    const { page } = await browser.open(html, { colorScheme: 'dark' });

    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });

    expect(await page.evaluate(`document.documentElement.dataset.theme`)).toBe('light');
    expect(await page.locator('#charts .toolbar').isVisible()).toBe(false);
    expect(await page.locator('.finding').first().isVisible()).toBe(true);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await until(page, `document.documentElement.dataset.theme === 'dark'`);
  });

  test('samples are read as a table, too', async () => {
    const { page } = await browser.open(html, {}, '#view?ranks=2&from=10&to=20');

    await page.getByText('Samples as a table').first().click();

    expect(await page.locator('.samples tbody tr').count()).toBe(11);
    expect(await page.locator('.samples tbody tr').first().textContent()).toMatch(/^09:26:50\.000000.*GiB/);
  });
});

/** Everything that a person sees without scrolling. */
async function textInSight(page: OpenPage['page']): Promise<string> {
  const parts = await page.locator('header, #first, .tiles').all();
  const inSight = [];
  for (const part of parts) {
    const box = await part.boundingBox();
    if (box !== null && box.y + box.height <= 900) inSight.push(...(await part.allInnerTexts()));
  }
  return inSight.join('\n');
}

function windowOf(url: string): { readonly from: number; readonly to: number } {
  const values = new URLSearchParams(url.split('?')[1]);
  return { from: Number(values.get('from')), to: Number(values.get('to')) };
}
