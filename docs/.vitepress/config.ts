import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const DOCS = join(import.meta.dirname, '..');
const GUIDE = [
  'first-diagnosis',
  'record-a-server',
  'write-telemetry',
  'read-in-python',
  'watch-a-run',
  'own-analysis',
];

/** A page under its own heading. */
function page(folder: string, name: string): { text: string; link: string } {
  const heading = /^# (.+)$/m.exec(readFileSync(join(DOCS, folder, `${name}.md`), 'utf8'));
  return { text: (heading?.[1] ?? name).replaceAll('`', ''), link: `/${folder}/${name}` };
}

/** The pages of a folder: first those that are named, then the others by name. */
function pages(folder: string, first: readonly string[] = []): { text: string; link: string }[] {
  const names = readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -3));
  const others = names.filter((name) => !first.includes(name)).sort();
  return [...first, ...others].map((name) => page(folder, name));
}

export default defineConfig({
  title: 'Stormlog for Node',
  description: 'Which rank of a distributed job went wrong first, and where the time of an inference server went',
  srcExclude: ['**/node_modules/**', 'test/**'],
  // What the site holds beside the pages; `pnpm build-docs` checks these links when all of it is there.
  ignoreDeadLinks: [/\.schema\.json$/, /^\/api\//],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/guide/first-diagnosis' },
      { text: 'Command line', link: '/formats/command-line' },
      { text: 'API', link: '/api/index.html', target: '_self' },
    ],
    sidebar: [
      { text: 'Guide', items: pages('guide', GUIDE) },
      {
        text: 'About',
        items: [
          { text: 'Architecture', link: '/architecture' },
          { text: 'Compatibility with Python', link: '/compatibility' },
          { text: 'Where we answer differently', link: '/deviations' },
          { text: 'JSON Schemas', link: '/schemas/' },
        ],
      },
      { text: 'Formats and rules', collapsed: true, items: pages('formats', ['command-line']) },
      { text: 'Decisions', collapsed: true, items: pages('decisions') },
    ],
  },
});
