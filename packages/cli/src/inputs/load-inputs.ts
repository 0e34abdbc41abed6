import { isAbsolute, relative } from 'node:path';
import {
  type ArtifactLoadResult,
  type ArtifactReport,
  type DistributedLoadOptions,
  loadDistributedArtifacts,
} from '@stormlog/distributed-diagnostics';
import { addUpReports, createPaint, type Notice, type ReadingTotals, renderNotices } from '@stormlog/report';
import type { CommandContext } from '../commands/command.ts';
import { createLoadProgress } from '../io/load-progress.ts';
import { isInvalidInput } from './invalid-input.ts';
import { openInputs } from './open-inputs.ts';

export interface LoadInputsOptions {
  readonly sessionId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly strict: boolean;
  /** How sinks and event files are loaded; see `DistributedLoadOptions`. */
  readonly loadSessions?: DistributedLoadOptions['loadSessions'];
}

/** What a command loaded, with what it has to tell about the loading. */
export interface LoadedInputs {
  readonly load: ArtifactLoadResult;
  /** What was read of each file, and which files were skipped. */
  readonly reports: readonly ArtifactReport[];
  readonly totals: ReadingTotals;
  /** What the loading met and went on after. */
  readonly notices: readonly Notice[];
  /** Paths of which notices say that they, or a part of them, could not be used. */
  readonly unusablePaths: readonly string[];
  /** True when an input or a part of one could not be used. */
  readonly invalid: boolean;
  /** Writes all notices to stderr, grouped; `more` are those of later steps. */
  showNotices(more: readonly Notice[]): Promise<void>;
  /** An empty line on stderr between notices and a report that follows them on the same terminal. */
  separate(): Promise<void>;
}

/** Loads the operands of a command with progress on a terminal. */
export async function loadInputs(
  operands: readonly string[],
  context: CommandContext,
  options: LoadInputsOptions,
): Promise<LoadedInputs> {
  const { io, messageWidth, messageColor } = context;
  const progress = createLoadProgress(context);
  const reports: ArtifactReport[] = [];
  try {
    const load = await loadDistributedArtifacts(await openInputs(operands, io), {
      sessionId: options.sessionId,
      jobId: options.jobId,
      onInvalid: options.strict ? 'error' : 'skip',
      onReport: (report) => reports.push(report),
      onProgress: progress.show,
      signal: io.signal,
      loadSessions: options.loadSessions,
    });
    const notices = [...load.warnings, ...reports.flatMap(reportNotices)];
    const unusable = notices.filter((notice) => isInvalidInput(notice.code));
    let shown = false;
    return {
      load,
      reports,
      totals: addUpReports(reports),
      notices,
      unusablePaths: unusable.flatMap(({ path }) => (path === null || path === undefined ? [] : [relativePath(path)])),
      invalid: unusable.length > 0,
      async showNotices(more) {
        const lines = renderNotices([...notices, ...more], {
          width: messageWidth,
          paint: createPaint(messageColor),
          base: process.cwd(),
        });
        if (lines.length === 0) return;
        shown = true;
        await io.stderr.write(`${lines.join('\n')}\n`);
      },
      async separate() {
        if (shown && io.stderr.isTerminal && io.stdout.isTerminal) await io.stderr.write('\n');
      },
    };
  } finally {
    await progress.clear();
  }
}

/** What the report of a single file has to tell beyond the warnings of the load. */
function reportNotices(report: ArtifactReport): readonly Notice[] {
  if (report.kind === 'skipped') return report.notable ? [report] : [];
  return report.kind === 'file' ? report.report.notices : [];
}

/** A path below the working folder as people type it. */
function relativePath(path: string): string {
  const short = relative(process.cwd(), path);
  return isAbsolute(path) && short !== '' && !short.startsWith('..') && !isAbsolute(short) ? short : path;
}
