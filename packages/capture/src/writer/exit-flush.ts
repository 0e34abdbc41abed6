type Work = () => Promise<unknown>;

/** What is to be done before this process ends; signals belong to the process, so there is one list of it. */
const works = new Set<Work>();

/**
 * Has work done once when the process has nothing left to do, and at SIGTERM. Where nobody else listens to SIGTERM, the
 * process then ends by it, as it would have without this; else they decide.
 *
 * @returns how to call it off
 */
export function onExit(work: Work): () => void {
  if (works.size === 0) {
    process.on('beforeExit', atEnd);
    process.on('SIGTERM', atTerm);
  }
  works.add(work);
  return () => {
    works.delete(work);
    if (works.size > 0) return;
    process.off('beforeExit', atEnd);
    process.off('SIGTERM', atTerm);
  };
}

function atEnd(): void {
  // The work keeps the process going; it is not to be asked again when that is over.
  process.off('beforeExit', atEnd);
  void doAll();
}

function atTerm(): void {
  process.off('SIGTERM', atTerm);
  const isAlone = process.listenerCount('SIGTERM') === 0;
  void doAll().then(() => {
    if (isAlone) process.kill(process.pid, 'SIGTERM');
  });
}

function doAll(): Promise<unknown> {
  return Promise.allSettled([...works].map((work) => work()));
}
