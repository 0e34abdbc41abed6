import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ELSEWHERE = /^([a-z][a-z+.-]*:|\/\/)/i;

/**
 * The links of a built site to itself, pages, files and places in pages, that lead nowhere: `{ page, link }` each. Links to
 * other sites are not followed.
 */
export function deadLinks(site) {
  const files = readdirSync(site, { recursive: true }).map((name) => join(site, name));
  const pages = files.filter((file) => file.endsWith('.html'));
  const places = new Map();
  const placesOf = (file) => {
    if (!places.has(file)) {
      const text = readFileSync(file, 'utf8');
      places.set(file, new Set([...text.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => unescapeHtml(id))));
    }
    return places.get(file);
  };

  const leadsSomewhere = (page, link) => {
    const [path, place] = link.split('#', 2);
    const decoded = decodeURIComponent(path.split('?', 1)[0]);
    const named = decoded.startsWith('/') ? join(site, decoded) : resolve(dirname(page), decoded);
    const target = decoded === '' ? page : fileBehind(named);
    if (target === null) return false;
    return !place || !target.endsWith('.html') || placesOf(target).has(decodeURIComponent(place));
  };

  const dead = [];
  let links = 0;
  for (const page of pages) {
    // Scripts hold texts that look like attributes.
    const text = readFileSync(page, 'utf8').replace(/<script[\s\S]*?<\/script>/g, '');
    const found = new Set([...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => unescapeHtml(link)));
    for (const link of found) {
      if (link === '' || ELSEWHERE.test(link)) continue;
      links++;
      if (!leadsSomewhere(page, link)) dead.push({ page: relative(site, page), link });
    }
  }
  return { pages: pages.length, links, dead };
}

/** The file that a server of plain files gives for a path, or null. */
function fileBehind(path) {
  for (const candidate of [path, `${path}.html`, join(path, 'index.html')]) {
    if (existsSync(candidate) && statSync(candidate).isFile()) return candidate;
  }
  return null;
}

function unescapeHtml(text) {
  return text.replace(/&#x([0-9a-f]+);|&#(\d+);|&(amp|quot|lt|gt|apos);/gi, (_, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" }[name.toLowerCase()];
  });
}
