import {
  type ArtifactLoadResult,
  type ArtifactReport,
  type DiagnosticsWarning,
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
}

/** What a command loaded, with what it has to tell about the loading. */
export interface LoadedInputs {
  readonly load: ArtifactLoadResult;
  /** What was read of each file, and which files were skipped. */
  readonly reports: readonly ArtifactReport[];
  readonly totals: ReadingTotals;
  /** True when an input or a part of one could not be used. */
  readonly invalid: boolean;
  /** Writes all notices to stderr, grouped; `more` are those of later steps. */
  showNotices(more: readonly Notice[]): Promise<void>;
  close(): Promise<void>;
}

/** Loads the operands of a command with progress on a terminal. */
export async function loadInputs(
  operands: readonly string[],
  context: CommandContext,
  options: LoadInputsOptions,
): Promise<LoadedInputs> {
  const { io, messageWidth, messageColor } = context;
  const inputs = await openInputs(operands, io);
  const progress = createLoadProgress(context);
  const reports: ArtifactReport[] = [];
  try {
    const loaded = await loadDistributedArtifacts(inputs.paths, {
      sessionId: options.sessionId,
      jobId: options.jobId,
      onInvalid: options.strict ? 'error' : 'skip',
      onReport: (report) => reports.push(report),
      onProgress: progress.show,
      signal: io.signal,
    });
    const load: ArtifactLoadResult = {
      ...loaded,
      warnings: loaded.warnings.map((warning) => renamed(warning, inputs.nameOf, inputs.rename)),
      sources_loaded: loaded.sources_loaded.map(inputs.nameOf),
      sessions: loaded.sessions.map((session) => ({
        ...session,
        sources_loaded: session.sources_loaded.map(inputs.nameOf),
      })),
    };
    const notices = [...load.warnings, ...reportNotices(reports, inputs.nameOf, inputs.rename)];
    return {
      load,
      reports,
      totals: addUpReports(reports),
      invalid: notices.some((notice) => isInvalidInput(notice.code)),
      async showNotices(more) {
        const lines = renderNotices([...notices, ...more], { width: messageWidth, paint: createPaint(messageColor) });
        if (lines.length > 0) await io.stderr.write(`${lines.join('\n')}\n\n`);
      },
      close: inputs.close,
    };
  } catch (error) {
    await inputs.close();
    throw error;
  } finally {
    await progress.clear();
  }
}

function renamed(
  warning: DiagnosticsWarning,
  nameOf: (path: string) => string,
  rename: (text: string) => string,
): DiagnosticsWarning {
  return {
    ...warning,
    message: rename(warning.message),
    ...(warning.path === undefined ? {} : { path: nameOf(warning.path) }),
    ...(warning.cause === undefined ? {} : { cause: rename(warning.cause) }),
  };
}

/** What the reports of single files have to tell beyond the warnings of the load. */
function reportNotices(
  reports: readonly ArtifactReport[],
  nameOf: (path: string) => string,
  rename: (text: string) => string,
): Notice[] {
  return reports.flatMap((report): Notice[] => {
    if (report.kind === 'skipped') {
      return report.notable ? [{ code: report.code, message: rename(report.message), path: nameOf(report.path) }] : [];
    }
    if (report.kind !== 'file') return [];
    return report.report.notices.map((notice) => ({
      ...notice,
      message: rename(notice.message),
      path: nameOf(notice.path),
    }));
  });
}
