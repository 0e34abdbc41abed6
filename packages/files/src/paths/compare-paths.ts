import { compareCodePoints } from '@stormlog/records';
import { componentsOf } from './spell-path.ts';

/**
 * Orders paths by their lists of components, each by code point: `a/x` comes before `a-b/x`
 * (docs/formats/files.md §6.3).
 */
export function comparePaths(left: string, right: string): number {
  const a = rootedComponents(left);
  const b = rootedComponents(right);
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const order = compareCodePoints(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function rootedComponents(path: string): string[] {
  const components = componentsOf(path);
  if (path.startsWith('/')) components.unshift(/^\/\/(?!\/)/.test(path) ? '//' : '/');
  return components;
}
