const MAGIC = /[*?[{]/;

/** True when a path holds a character that {@link globSegment} or brace lists give a meaning. */
export function hasGlobCharacters(path: string): boolean {
  return MAGIC.test(path);
}

/** `a/{b,c}/d` → `a/b/d`, `a/c/d`; nested lists are expanded too. Braces without a comma or a partner are plain. */
export function expandBraces(pattern: string): string[] {
  for (let open = pattern.indexOf('{'); open !== -1; open = pattern.indexOf('{', open + 1)) {
    const parts = braceParts(pattern, open);
    if (parts === null) continue;
    return parts.choices.flatMap((choice) => expandBraces(pattern.slice(0, open) + choice + parts.rest));
  }
  return [pattern];
}

function braceParts(pattern: string, open: number): { readonly choices: string[]; readonly rest: string } | null {
  const choices: string[] = [];
  let start = open + 1;
  let depth = 0;
  for (let i = start; i < pattern.length; i++) {
    const character = pattern[i];
    if (character === '{') depth++;
    if (character === ',' && depth === 0) {
      choices.push(pattern.slice(start, i));
      start = i + 1;
    }
    if (character === '}' && depth-- === 0) {
      if (choices.length === 0) return null;
      return { choices: [...choices, pattern.slice(start, i)], rest: pattern.slice(i + 1) };
    }
  }
  return null;
}

/**
 * A test for one name of a path: `*` any characters, `?` one, `[a-c]` and `[!a-c]` one of a set. A leading dot is
 * matched only by a leading dot, as shells do.
 */
export function globSegment(segment: string): (name: string) => boolean {
  let source = '';
  for (let i = 0; i < segment.length; i++) {
    const character = segment[i]!;
    const close = character === '[' ? segment.indexOf(']', i + 2) : -1;
    if (character === '*') source += '.*';
    else if (character === '?') source += '.';
    else if (close !== -1) {
      const set = segment.slice(i + 1, close).replace(/^[!^]/, '');
      const negated = /^[!^]/.test(segment.slice(i + 1, close));
      source += `[${negated ? '^' : ''}${set.replace(/[\\\]^]/g, '\\$&')}]`;
      i = close;
    } else source += character.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  }
  const pattern = compile(`^${source.replace(/(\.\*){2,}/g, '.*')}$`);
  return (name) => (segment.startsWith('.') || !name.startsWith('.')) && (pattern?.test(name) ?? name === segment);
}

/** null for a set such as `[z-a]` that means nothing. */
function compile(source: string): RegExp | null {
  try {
    return new RegExp(source, 'su');
  } catch {
    return null;
  }
}
