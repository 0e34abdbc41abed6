import { isInferenceArtifact } from '@stormlog/correlation-events';
import { counted, fitToWidth, type RunOverview, terminalSafe } from '@stormlog/report';
import { type CatalogWarning, inspectAttachments, openRunCatalog, type SessionLoader } from '@stormlog/run-catalog';
import { type LoadNotice, type LoadReport, loadTelemetryCsv, loadTelemetrySessions } from '@stormlog/telemetry';
import { UsageError } from '../arguments/usage-error.ts';
import type { CommandContext } from '../commands/command.ts';
import { createProgressLine } from '../io/progress-line.ts';
import { expandGlob } from './expand-globs.ts';
import { STANDARD_INPUT } from './standard-input.ts';

/** Something met on the way: of the catalog, or of the loading of one telemetry file. */
export type RunsNotice = CatalogWarning | LoadNotice;

/** The runs below the operands of a command, with progress on a terminal. Inference artifacts are not loaded. */
export async function openCatalog(
  operands: readonly string[],
  context: CommandContext,
  options: { readonly root: string | undefined; readonly strict: boolean },
): Promise<{ readonly overview: RunOverview; readonly warnings: readonly RunsNotice[] }> {
  const { signal, stderr } = context.io;
  const line = createProgressLine(
    stderr,
    ({ label }, width) => fitToWidth(terminalSafe(label), width),
    () => performance.now(),
  );
  const paths: string[] = [];
  for (const operand of operands) {
    if (operand === STANDARD_INPUT) {
      throw new UsageError('PATH', 'Runs are looked for in folders, not in standard input', 'Try stormlog runs runs/');
    }
    const matches = await expandGlob(operand);
    paths.push(...(matches.length === 0 ? [operand] : matches));
  }
  const onInvalid = options.strict ? 'error' : 'skip';
  const notices: RunsNotice[] = [];
  const onReport = (report: LoadReport): void => {
    notices.push(...[...report.notices].sort((left, right) => (left.line ?? 0) - (right.line ?? 0)));
  };
  const loadSessions: SessionLoader = async (path, kind) => {
    line.show({ label: `loading ${path}`, bytesRead: 0, totalBytes: null });
    if (kind === 'telemetry_jsonl' && (await isInferenceArtifact(path))) return [];
    return kind === 'telemetry_csv'
      ? (await loadTelemetryCsv(path, { profile: 'query', onInvalid, onReport, signal })).sessions
      : await loadTelemetrySessions(path, { onInvalid, onReport, signal });
  };
  try {
    const catalog = await openRunCatalog(paths, {
      signal,
      confineTo: options.root,
      loadSessions,
      onProgress: ({ path, folders }) =>
        line.show({ label: `${counted(folders, 'folder')}, now ${path}`, bytesRead: 0, totalBytes: null }),
    });
    const sessions = await catalog.listSessions();
    const runs = await catalog.listRuns();
    const rows = await catalog.listRunAttachments();
    const attachments = await inspectAttachments(rows, { confineTo: options.root, signal });
    return { overview: { runs, sessions, attachments }, warnings: [...catalog.warnings, ...notices] };
  } finally {
    await line.clear();
  }
}
