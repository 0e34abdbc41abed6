import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonValue } from '@stormlog/records';

/** Lays a case's files out in a fresh folder and answers its resolved path. */
export function layOutCaseFolder(files: JsonValue | undefined): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'conformance-')));
  for (const [name, content] of Object.entries(isJsonObject(files) ? files : {})) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'string') writeFileSync(path, utf8WithSurrogates(content));
    else if (isJsonObject(content) && typeof content['base64'] === 'string')
      writeFileSync(path, Buffer.from(content['base64'], 'base64'));
    else if (isJsonObject(content) && typeof content['symlink'] === 'string') symlinkSync(content['symlink'], path);
    else if (isJsonObject(content) && content['dir'] === true) mkdirSync(path, { recursive: true });
  }
  return directory;
}

/** Removes a case's folder. */
export function removeCaseFolder(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

// The golden files were laid out with lone surrogates as three bytes, which Node's encoder would replace.
function utf8WithSurrogates(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8');
  const parts: Buffer[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    parts.push(
      code >= 0xd800 && code <= 0xdfff
        ? Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)])
        : Buffer.from(character, 'utf8'),
    );
  }
  return Buffer.concat(parts);
}
