import { createRequire } from 'node:module';

/** The version of this package, as its manifest has it. */
export function packageVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('../package.json');
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  return 'unknown';
}
