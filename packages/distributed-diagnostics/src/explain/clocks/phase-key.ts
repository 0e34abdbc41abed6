const COLLECTIVE =
  /all[-_ ]*(reduce|gather|to[-_ ]*all)|reduce[-_ ]*scatter|broadcast|barrier|nccl|collective|communication|\bsync(hroni[sz]e)?\b|grad[-_ ]*sync/i;

/** A phase path without the numbers that count its repetitions: `epoch 3 / forward` → `epoch # / forward`. */
export function phaseKey(path: string): string {
  return path.replace(/\d+/g, '#');
}

/** True when the innermost part of a path names a collective, in which a rank waits for the others. */
export function isCollectivePath(path: string): boolean {
  return COLLECTIVE.test(path.slice(path.lastIndexOf(' / ') + 1));
}
