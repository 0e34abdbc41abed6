let users = 0;
const ignore = (): void => undefined;

/**
 * Lets work meet the limit of a file's size (`ulimit -f`) as an error, as Node does by itself: write-file-atomic's handlers
 * of signals would end the process.
 */
export async function withoutSizeLimitSignal<Result>(work: () => Promise<Result>): Promise<Result> {
  if (users++ === 0) process.on('SIGXFSZ', ignore);
  try {
    return await work();
  } finally {
    if (--users === 0) process.off('SIGXFSZ', ignore);
  }
}
