import { UsageError } from './usage-error.ts';

/**
 * The file that `--html` names; null without the option. Only names that end in `.html` or `.htm` are taken, so that a
 * forgotten name never makes the first input the output.
 *
 * @throws UsageError for any other name
 */
export function pagePath(values: ReadonlyMap<string, string>): string | null {
  const path = values.get('html') ?? null;
  if (path === null || /\.html?$/i.test(path)) return path;
  throw new UsageError('--html', `--html needs a file that ends in .html, not ${path}`, 'Try --html report.html');
}
