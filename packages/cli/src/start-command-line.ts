import { EXIT_CODES } from './exit-codes.ts';
import { processIo } from './io/process-io.ts';
import { runCommand } from './run-command.ts';

/**
 * Runs the command line of this process and sets its exit code. The first interrupt from the keyboard ends the command
 * in an orderly way, a second one ends the process at once.
 */
export async function startCommandLine(): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () => {
    if (interruption.signal.aborted) process.exit(EXIT_CODES.interrupted);
    interruption.abort(new Error('interrupted'));
  };
  process.on('SIGINT', interrupt);
  const io = processIo(interruption.signal);
  const exitCode = await runCommand(process.argv.slice(2), io);
  process.exitCode = (await lost(io.stdout.finish())) ? EXIT_CODES.unexpected : exitCode;
  process.removeListener('SIGINT', interrupt);
  // A pipe that still delivers nothing would keep the process waiting for input that nobody reads.
  if (interruption.signal.aborted) process.exit();
}

/** True when output did not reach its destination, a full disk for example; says so where it still can. */
async function lost(finished: Promise<void>): Promise<boolean> {
  try {
    await finished;
    return false;
  } catch (error) {
    process.stderr.write(
      `stormlog: the output could not be written: ${error instanceof Error ? error.message : error}\n`,
    );
    return true;
  }
}
