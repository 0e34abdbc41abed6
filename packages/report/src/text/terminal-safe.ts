/**
 * What a terminal would obey, hide or reorder instead of showing (docs/formats/command-line.md §5): C0 and C1 control
 * characters with DEL, format characters (bidirectional overrides and isolates, joiners, byte order marks, tags), line
 * and paragraph separators, every other default-ignorable character (fillers, variation selectors), lone surrogates
 * and the braille blank. Private-use characters stay: terminals show a box for them.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** More combining marks in a row than any script uses: they would climb over the neighbouring lines. */
const MARKS = /(\p{M}{4})(\p{M}+)/gu;
const NAMED: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * The text with everything a terminal would not simply show turned into a visible escape: `\x1b`, `\n`, `\u202e`,
 * `\u{e0001}`. The result is one line. Every string that came from a file goes through here before it is printed.
 */
export function terminalSafe(text: string): string {
  return text
    .replace(UNSAFE, escapeCharacter)
    .replace(MARKS, (_, kept: string, surplus: string) => kept + [...surplus].map(escapeCharacter).join(''));
}

/** True when {@link terminalSafe} would change the text. */
export function isTerminalSafe(text: string): boolean {
  return terminalSafe(text) === text;
}

function escapeCharacter(character: string): string {
  const named = NAMED.get(character);
  if (named !== undefined) return named;
  const code = character.codePointAt(0)!;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
