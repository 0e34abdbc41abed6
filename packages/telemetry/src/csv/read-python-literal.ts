import { InvalidRecordError, type JsonValue, parseJson } from '@stormlog/records';
import { MAX_LITERAL_DEPTH, parsePythonLiteral } from './python-literal.ts';

const TOKENS = /"[^"\\\r\n]*"|'[^'"\\\r\n]*'|[A-Za-z_]\w*/g;
const OPENING = /[[{]/g;
const WORDS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/**
 * As {@link parsePythonLiteral}, several times as fast for literals that differ from JSON in their quotes and words only,
 * as exported metadata does.
 *
 * The literal is spelled as JSON where that cannot change its meaning. Where it cannot be, a quote or a word that JSON
 * does not know is left standing, so that the JSON parser refuses and the other one decides.
 *
 * @throws InvalidRecordError as {@link parsePythonLiteral}
 */
export function readPythonLiteral(text: string): JsonValue {
  const json = spelledAsJson(text);
  if (json === null) return parsePythonLiteral(text);
  try {
    return parseJson(json);
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    return parsePythonLiteral(text);
  }
}

function spelledAsJson(text: string): string | null {
  if (text.includes('\\') || text.includes('(') || isDeep(text)) return null;
  let isForeign = false;
  const json = text.replace(TOKENS, (token) => {
    if (token[0] === '"') return token;
    if (token[0] === "'") return `"${token.slice(1, -1)}"`;
    const word = WORDS.get(token);
    isForeign ||= word === undefined;
    return word ?? token;
  });
  return isForeign ? null : json;
}

function isDeep(text: string): boolean {
  return text.length > MAX_LITERAL_DEPTH && (text.match(OPENING)?.length ?? 0) > MAX_LITERAL_DEPTH;
}
