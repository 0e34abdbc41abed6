import { eastAsianWidth } from 'get-east-asian-width';

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as people see them. The tables behind it are loaded with the first text that needs them. */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

const VISIBLE =
  /[^\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Surrogate}]/u;
/** Marks that take a column of their own, and the half-width voicing marks of kana. */
const SPACING = /[\p{Spacing_Mark}\uff00-\uffef]/gu;
/** Joined, coloured or picture forms of characters that are narrow by themselves, keycaps and flags. */
const EMOJI =
  /^(?:[\d#*]\ufe0f?\u20e3|\p{Regional_Indicator}{2}|(?![\d#*])\p{Emoji}(?:\ufe0f|\p{Emoji_Modifier})|\p{Extended_Pictographic}.*\u200d.*\p{Extended_Pictographic})/su;
/** No emoji has more units; a character may have millions of marks. */
const LONGEST_EMOJI = 50;

/** Columns of one character as people see it (a grapheme cluster). */
export function characterWidth(character: string): number {
  const start = character.search(VISIBLE);
  if (start === -1) return 0;
  if (character.length <= LONGEST_EMOJI && EMOJI.test(character)) return 2;
  const base = character.codePointAt(start)!;
  let columns = eastAsianWidth(base);
  const rest = start + String.fromCodePoint(base).length;
  for (const [mark] of character.slice(rest).matchAll(SPACING)) columns += eastAsianWidth(mark.codePointAt(0)!);
  return columns;
}
