import { createHash } from 'node:crypto';
import { html, Markup } from './markup.ts';
import { pageJson } from './page-json.ts';

/** What a page is made of. */
export interface PageFrame {
  readonly title: string;
  readonly style: string;
  readonly script: string;
  readonly body: Markup;
  /** For the script, as plain JSON values. */
  readonly data: unknown;
}

/**
 * A whole document (docs/formats/report-page.md §2): one file that loads nothing. Its content security policy lets only
 * the script and the style of this package run, by their hashes.
 */
export function renderPageFrame({ title, style, script, body, data }: PageFrame): string {
  const policy = [
    "default-src 'none'",
    `script-src '${digestOf(script)}'`,
    `style-src '${digestOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="stormlog">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
${body}
<script type="application/json" id="page-data">${new Markup(pageJson(data))}</script>
<script>${new Markup(script)}</script>
</body>
</html>
`;
  return page.toString();
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
