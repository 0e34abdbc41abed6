// Python's white space, which differs from JavaScript's: U+FEFF is not in it, U+001C–U+001F and U+0085 are.
const WHITE_SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
/** Matches every text that is not blank (docs/formats/json.md §2); stateless, also as a JSON Schema pattern. */
export const NOT_BLANK = new RegExp(`[^${WHITE_SPACE}]`);
const RUNS = new RegExp(`[${WHITE_SPACE}]+`, 'g');
const BLANK_UNIT = new RegExp(`[${WHITE_SPACE}]`);

/** True when the text is empty or made only of Python's white space (docs/formats/json.md §2). */
export function isBlank(text: string): boolean {
  return !NOT_BLANK.test(text);
}

/** The text without Python's white space at both ends (docs/formats/json.md §2). */
export function stripWhiteSpace(text: string): string {
  // A pattern anchored at the end would take quadratic time on long white space inside the text.
  let start = 0;
  let end = text.length;
  while (start < end && BLANK_UNIT.test(text[start]!)) start++;
  while (end > start && BLANK_UNIT.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** The text with every run of Python's white space as one space (docs/formats/json.md §2). */
export function collapseWhiteSpace(text: string): string {
  return text.replace(RUNS, ' ');
}
