/** Where a JSON text lies in a file, so that its faults can name line and column of the file. */
export interface JsonTextPlace {
  readonly path?: string | undefined;
  /** Line of the text's first character, 1 for the first line of the file. */
  readonly line: number;
  /** Column of the text's first character, 1 for the first of its line. */
  readonly column: number;
}

/** Line and column of a character of the text; lines end at LF, CR LF or a CR alone. */
export function placeOf(
  text: string,
  index: number,
  start: JsonTextPlace,
): { readonly line: number; readonly column: number } {
  let { line, column } = start;
  let lineStart = 0;
  for (const lineEnd of text.slice(0, index).matchAll(/\r\n|[\r\n]/g)) {
    line++;
    column = 1;
    lineStart = lineEnd.index + lineEnd[0].length;
  }
  return { line, column: column + index - lineStart };
}
