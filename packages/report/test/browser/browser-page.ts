import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, requireChromium } from '../../../../scripts/chromium.mjs';

/** A page that is open in a browser, with everything that went wrong in it. */
export interface OpenPage {
  readonly page: Page;
  /** Errors of scripts, messages of the console, dialogs, and requests for anything but the file itself. */
  readonly troubles: readonly string[];
}

/** A browser for tests: every page is written to a file and opened from there, as a person would. */
export class TestBrowser {
  readonly #browser: Browser;
  readonly #folder: string;
  readonly #open: Page[] = [];
  #count = 0;

  private constructor(browser: Browser, folder: string) {
    this.#browser = browser;
    this.#folder = folder;
  }

  static async launch(): Promise<TestBrowser> {
    const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_FLAGS });
    return new TestBrowser(browser, await mkdtemp(join(tmpdir(), 'stormlog pages ')));
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Closes the pages of a test. */
  async closePages(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((page) => page.close()));
  }

  /** @param hash of the address, such as `#view?ranks=2` */
  async open(html: string, options: BrowserContextOptions = {}, hash = ''): Promise<OpenPage> {
    const file = join(this.#folder, `page ${this.#count++}.html`);
    await writeFile(file, html);
    const address = pathToFileURL(file).href;
    const page = await this.#browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    this.#open.push(page);
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
    page.on('console', (message) => troubles.push(`console: ${message.text()}`));
    page.on('dialog', (dialog) => {
      troubles.push(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => undefined);
    });
    page.on('request', (request) => {
      const url = request.url();
      if (url.split('#')[0] !== address && url !== 'data:,') troubles.push(`request: ${url.slice(0, 100)}`);
    });
    await page.goto(address + hash);
    if (options.javaScriptEnabled !== false && html.includes('<script>'))
      await page.waitForSelector('html[data-ready]', { state: 'attached' });
    return { page, troubles };
  }
}

/** Waits until an expression is true in a page. Its security policy forbids the ways in which Playwright does this itself. */
export async function until(page: Page, expression: string): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    if ((await page.evaluate(expression)) === true) return;
    await page.waitForTimeout(20);
  }
  throw new Error(`this did not come true: ${expression}`);
}
