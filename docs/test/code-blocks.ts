import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..', '..');

/** A fenced block of a page. */
export interface CodeBlock {
  /** Page and line of the block's first line, for people. */
  readonly place: string;
  /** A file name that tells page and line. */
  readonly fileName: string;
  readonly language: string;
  readonly code: string;
}

/** The README files and the guides: the pages whose blocks people copy. */
export function pagesToCopyFrom(): string[] {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name));
  const guides = join(ROOT, 'docs', 'guide');
  return [
    join(ROOT, 'README.md'),
    ...packages.flatMap((folder) => (readdirSync(folder).includes('README.md') ? [join(folder, 'README.md')] : [])),
    ...readdirSync(guides).map((name) => join(guides, name)),
  ];
}

/** The fenced blocks of a page in their order. */
export function codeBlocks(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const name = relative(ROOT, page);
  let open: { readonly language: string; readonly line: number; readonly lines: string[] } | null = null;
  for (const [index, line] of readFileSync(page, 'utf8').split('\n').entries()) {
    if (open === null) {
      if (line.startsWith('```')) open = { language: line.slice(3).trim(), line: index + 2, lines: [] };
    } else if (line === '```') {
      const stem = name.replaceAll('/', '-').replace(`-${basename(page)}`, `-${basename(page, '.md')}`);
      blocks.push({
        place: `${name}:${open.line}`,
        fileName: `${stem.replace(/\.md$/, '')}-${open.line}.mts`,
        language: open.language,
        code: `${open.lines.join('\n')}\n`,
      });
      open = null;
    } else open.lines.push(line);
  }
  return blocks;
}

/** What a block says that it prints: the comments behind its `console.log` calls. */
export function promisedOutput(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map((match) => match[1]!);
}
