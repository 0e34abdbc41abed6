import { terminalSafe } from '../text/terminal-safe.ts';

/** A piece of HTML that is safe to put between tags. Only {@link html} makes one of texts. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What a template may hold: texts and numbers are escaped, markup stays, nothing for null and false. */
export type MarkupPart = string | number | Markup | null | false | readonly MarkupPart[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template of HTML (docs/formats/report-page.md §3). Texts in it become text, whatever they hold: characters of markup
 * become entities, and what a reader could not see (control characters, bidirectional overrides, lone surrogates) a
 * visible escape. Works for content and for quoted attribute values, not for unquoted ones.
 */
export function html(pieces: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  let text = pieces[0]!;
  for (let i = 0; i < parts.length; i++) text += markupOf(parts[i]!) + pieces[i + 1]!;
  return new Markup(text);
}

function markupOf(part: MarkupPart): string {
  if (part === null || part === false) return '';
  if (part instanceof Markup) return part.toString();
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escapeHtml(part);
  return part.map(markupOf).join('');
}

function escapeHtml(text: string): string {
  return terminalSafe(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
