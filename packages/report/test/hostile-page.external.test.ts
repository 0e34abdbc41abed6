import { collectAnomalyCandidates } from '@stormlog/distributed-diagnostics';
import { renderHtmlReport } from '@stormlog/report';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser, until } from './browser/browser-page.ts';
import { sampleDiagnosis } from './sample-diagnosis.ts';

/** Texts that want to be more than text, wherever a page puts them. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['an end of the script', '</script><script>globalThis.pwned=1;alert(1)</script>'],
  ['an end of the title', '</title><script>globalThis.pwned=1</script>'],
  ['an end of the style', '</style><img src=x onerror=globalThis.pwned=1>'],
  ['an open comment', '<!--<script>globalThis.pwned=1//'],
  ['an attribute', '" onmouseover="globalThis.pwned=1" x="'],
  ['an attribute in single quotes', "' onfocus='globalThis.pwned=1' autofocus='"],
  ['a drawing', '<svg onload=globalThis.pwned=1><style>*{display:none}</style>'],
  ['entities', '&lt;script&gt;globalThis.pwned=1&lt;/script&gt;'],
  ['a template', '{{globalThis.pwned=1}}{{constructor.constructor("globalThis.pwned=1")()}}'],
  ['an address', 'javascript:globalThis.pwned=1'],
  ['lone surrogates', 'left \ud800 and \udc00 right'],
  ['bidirectional overrides', 'user\u202etxt.exe\u2066\u2069'],
  ['line separators', 'one\u2028two\u2029three\nfour\rfive'],
  ['control characters', 'bell \u0007 nul \u0000 escape \u001b[31m c1 \u009b'],
  ['names of prototypes', '__proto__'],
  ['very long', `${'<b>'.repeat(3000)}`],
];

describe.skipIf(process.env['STORMLOG_SKIP_BROWSER'] === '1')('texts from files stay texts in a page', () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await TestBrowser.launch();
  });

  afterEach(async () => {
    await browser.closePages();
  });

  afterAll(async () => {
    await browser.close();
  });

  test.each(HOSTILE)('%s', async (_name, text) => {
    const html = hostilePage(text);

    const { page, troubles } = await browser.open(html, {}, '#view?ranks=1');
    await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
    await page.locator('.comparison .u-over').hover();
    await page
      .locator('.map canvas')
      .first()
      .hover({ position: { x: 400, y: 30 } });

    expect(troubles).toEqual([]);
    expect(await page.evaluate('globalThis.pwned === undefined')).toBe(true);
    expect(await page.locator('script').count()).toBe(2);
    expect(await page.locator('img, iframe, object, embed, form:not(.add-rank)').count()).toBe(0);
    expect(await page.locator('section').count()).toBe(8);
    const shown = await page.evaluate<string>('document.body.innerText');
    expect(shown).toContain(visible(text).slice(0, 60));
    expect(shown).not.toMatch(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/,
    );
  });

  test('a policy forbids every script and style but those of the page, even one put into it later', async () => {
    const { page, troubles } = await browser.open(hostilePage('quiet'));

    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'globalThis.pwned = 1';
      document.body.append(script);
      document.body.insertAdjacentHTML('beforeend', '<img src="https://example.invalid/x.png" onerror="globalThis.pwned = 1">');
      void fetch('https://example.invalid/').catch(() => { document.body.dataset.refused = 'true'; });
    }`);
    await until(page, `document.body.dataset.refused === 'true'`);

    expect(await page.evaluate('globalThis.pwned === undefined')).toBe(true);
    for (const directive of ['script-src', 'img-src', 'default-src']) {
      expect(troubles.join('\n')).toMatch(new RegExp(`Content Security Policy directive:? .{0,3}${directive}`));
    }
  });
});

/** A run that carries a text in every place that comes from files: job, session, host, state, contexts, paths, messages. */
function hostilePage(text: string): string {
  const alert = { sample: 30, type: 'critical', context: text };
  const ranks = [0, 1, 2, 3].map((rank) => ({
    rank,
    samples: rank === 1 ? 40 : 60,
    host: text,
    status: text,
    allocated: (sample: number) => 1000 + (rank === 1 ? sample * 20 : 0) + (sample % 3),
    ...(rank === 1 ? { alert } : {}),
  }));
  const { load, model, causes } = sampleDiagnosis(ranks, 5);
  const events = load.events.map((event) => ({ ...event, context: text, session_id: text }));
  const sessions = load.sessions.map((session) => ({
    ...session,
    summary: { ...session.summary, session_id: text, job_id: text, host: text },
  }));
  const warning = { code: text, message: text, path: text, hint: text };
  return renderHtmlReport({
    load: { ...load, events, sessions, selected_session_id: text, sources_loaded: [text], warnings: [warning] },
    model,
    causes: causes.map((cause) => ({
      ...cause,
      summary: `${cause.summary} ${text}`,
      next_step: text,
      phase_path: text,
      reason_codes: [text],
    })),
    candidates: collectAnomalyCandidates(load.events).map((candidate) => ({
      ...candidate,
      signal: text,
      details: text,
      phase_path: text,
    })),
    unusablePaths: [`rank_4${text}`],
    totals: undefined,
  });
}

/** How the page shows a text: what cannot be seen is spelled out. */
function visible(text: string): string {
  const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r' };
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    const code = character.codePointAt(0)!;
    return (
      named[character] ??
      (code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`)
    );
  });
}
