/** What a piece of text is, from which its colour follows. Meaning is never carried by colour alone. */
export type TextStyle = 'heading' | 'faint' | 'good' | 'warning' | 'critical';

/** Wraps text for a terminal, or leaves it alone. */
export type Paint = (text: string, style: TextStyle | undefined) => string;

const CODES: Readonly<Record<TextStyle, string>> = {
  heading: '1',
  faint: '2',
  good: '32',
  warning: '33',
  critical: '1;31',
};

/** A painter that uses terminal colours when `color` is true and returns the text as it is otherwise. */
export function createPaint(color: boolean): Paint {
  if (!color) return (text) => text;
  return (text, style) => (style === undefined || text === '' ? text : `\u001b[${CODES[style]}m${text}\u001b[0m`);
}
