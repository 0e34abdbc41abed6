import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const DOCS = join(import.meta.dirname, '..');
/** Pages link to sources beside this folder, which the site does not hold. */
const OUTSIDE_THE_SITE = /^(\.\.\/)+(packages|conformance|bench|samples|examples|CONTRIBUTING|README|LICENSE)/;

function pages(folder: string): { text: string; link: string }[] {
  return readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -3))
    .map((name) => ({ text: name.replaceAll('-', ' '), link: `/${folder}/${name}` }));
}

export default defineConfig({
  title: 'Stormlog for Node',
  description: 'Which rank went wrong first',
  srcExclude: ['**/node_modules/**', 'test/**'],
  ignoreDeadLinks: [OUTSIDE_THE_SITE, /schemas/],
  themeConfig: {
    search: { provider: 'local' },
    sidebar: [
      { text: 'Guide', items: pages('guide') },
      {
        text: 'About',
        items: [
          { text: 'architecture', link: '/architecture' },
          { text: 'compatibility', link: '/compatibility' },
          { text: 'differences on purpose', link: '/deviations' },
        ],
      },
      { text: 'Formats and rules', collapsed: true, items: pages('formats') },
      { text: 'Decisions', collapsed: true, items: pages('decisions') },
    ],
  },
});
