import { createHash } from 'node:crypto';
import { html, Markup } from './markup.ts';
import { pageJson } from './page-json.ts';

/** What a page is made of. */
export interface PageFrame {
  readonly title: string;
  readonly style: string;
  readonly body: Markup;
  /** What runs in the page, and its data as plain JSON values; a page may do without. */
  readonly program?: { readonly script: string; readonly data: unknown } | undefined;
}

/**
 * A whole document (docs/formats/report-page.md §2): one file that loads nothing. Its content security policy lets only
 * the script and the style of this package run, by their hashes.
 */
export function renderPageFrame({ title, style, body, program }: PageFrame): string {
  const policy = [
    "default-src 'none'",
    `script-src ${program === undefined ? "'none'" : `'${digestOf(program.script)}'`}`,
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
${
  program === undefined
    ? null
    : html`<script type="application/json" id="page-data">${new Markup(pageJson(program.data))}</script>
<script>${new Markup(program.script)}</script>`
}
</body>
</html>
`;
  return page.toString();
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
