import { renderHtmlCorrelation } from '@stormlog/report';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { faultsOfAccess } from './browser/axe-faults.ts';
import { TestBrowser } from './browser/browser-page.ts';
import { event, iteration, kernel, ref, runOf, TRACE } from './correlation-samples.ts';

const isWithoutBrowser = process.env['STORMLOG_SKIP_BROWSER'] === '1';

const ON_ENGINE = { ...TRACE, clock_domain: 'host/monotonic', clock_kind: 'monotonic' };

/** A step of a server on one clock: an iteration with a request, its stage, and two kernels of which one is of nobody. */
function step(n: number) {
  const at = 1_000_000 + n * 1000;
  return [
    iteration(`i${n}`, at, at + 900),
    kernel(`k${n}`, `i${n}`, at + 100, at + 500, ON_ENGINE),
    kernel(`u${n}`, null, at + 600, at + 700, ON_ENGINE),
    event('infer.request', { request_ref: ref(`r${n}`), start_ns: at - 50, end_ns: at + 950, status: 'finished' }),
    event('infer.stage', {
      stage_ref: ref(`s${n}`),
      name: 'decode',
      request_ref: ref(`r${n}`),
      start_ns: at,
      end_ns: at + 800,
    }),
    event('infer.membership', { request_ref: ref(`r${n}`), iteration_ref: ref(`i${n}`), role: 'decode' }),
  ];
}

describe.skipIf(isWithoutBrowser)('the page of correlation artifacts, in Chromium', () => {
  let browser: TestBrowser;
  let html: string;

  beforeAll(async () => {
    browser = await TestBrowser.launch();
    html = renderHtmlCorrelation([runOf(...Array.from({ length: 30 }, (_, n) => step(n)).flat())]);
  });

  afterAll(async () => {
    await browser.close();
  });

  afterEach(async () => {
    await browser.closePages();
  });

  test('shows GPU activity, iterations and requests, and asks the network for nothing', async () => {
    const { page, troubles } = await browser.open(html);

    expect(troubles).toEqual([]);
    expect(await page.locator('svg.panel rect.iteration').count()).toBe(30);
    expect(await page.locator('svg.panel path.linked').getAttribute('d')).toMatch(/^M214 /);
    expect(await page.locator('svg.panel rect.request').count()).toBe(24);
    expect(await page.locator('body').textContent()).toContain('The 24 longest requests are drawn; 6 are not.');
  });

  test.each(['light', 'dark'] as const)('axe finds nothing: %s', async (colorScheme) => {
    const { page } = await browser.open(html, { colorScheme });

    expect(await faultsOfAccess(page)).toEqual([]);
  });

  test('is wholly there without JavaScript', async () => {
    const { page } = await browser.open(html, { javaScriptEnabled: false });

    expect(await page.locator('svg.panel rect.iteration').count()).toBe(30);
    expect(await page.locator('table').count()).toBe(2);
  });
});
