/** Characters that could end the element, open a comment, or break a line of a script. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/**
 * Data as JSON that can stand in a `<script type="application/json">` (docs/formats/report-page.md §3): no `<`, `>` or
 * `&` is left, so no text in it ends the element or opens a comment; lone surrogates are escaped by JSON itself.
 */
export function pageJson(data: unknown): string {
  return JSON.stringify(data).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
