/**
 * Calls work when the process has nothing left to do, and at SIGTERM, which then ends the process as it would have
 * without a listener, unless somebody else listens too: then they decide.
 *
 * @returns how to stop listening
 */
export function onExit(work: () => Promise<unknown>): () => void {
  const atEnd = (): void => {
    stop();
    void work().catch(() => undefined);
  };
  const atTerm = (): void => {
    stop();
    const isAlone = process.listenerCount('SIGTERM') === 0;
    void work()
      .catch(() => undefined)
      .then(() => {
        if (isAlone) process.kill(process.pid, 'SIGTERM');
      });
  };
  const stop = (): void => {
    process.off('beforeExit', atEnd);
    process.off('SIGTERM', atTerm);
  };
  process.on('beforeExit', atEnd);
  process.on('SIGTERM', atTerm);
  return stop;
}
