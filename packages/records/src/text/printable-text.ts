const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A text from a file or a caller made safe to show on one line: control and format characters (terminal escapes, line
 * ends, changes of writing direction) and lone surrogates become `\x1b`, `\u202e`, `\u{e0001}`
 * (docs/formats/errors.md §2).
 */
export function printableText(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const codePoint = character.codePointAt(0)!;
    const hex = codePoint.toString(16);
    if (codePoint <= 0xff) return `\\x${hex.padStart(2, '0')}`;
    return codePoint <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
  });
}
