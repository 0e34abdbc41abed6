/** A signal without the part that its own word says again: `collective:collective_suspect` → `collective_suspect`. */
export function signalLabel(signal: string): string {
  return signal.startsWith('collective:collective_') ? signal.slice('collective:'.length) : signal;
}
