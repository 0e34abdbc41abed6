const DECIMAL_DIGIT = /\p{Nd}/u;

/**
 * The text with every Unicode decimal digit replaced by its ASCII digit.
 *
 * Digits of a script are ten neighbouring code points; ranges that touch each other are whole tens too, so the
 * distance from the start of the range, modulo ten, is the digit's value.
 */
export function toAsciiDigits(text: string): string {
  return text.replace(/[^\u0000-\u007f]/gu, (character) => {
    if (!DECIMAL_DIGIT.test(character)) return character;
    const codePoint = character.codePointAt(0)!;
    let start = codePoint;
    while (DECIMAL_DIGIT.test(String.fromCodePoint(start - 1))) start--;
    return String((codePoint - start) % 10);
  });
}
