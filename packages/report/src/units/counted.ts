/** A count with its noun: `1 rank`, `4 ranks`, `10,000 sessions`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`;
}
