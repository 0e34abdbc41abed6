import type { RunAttachmentRow, RunCatalog, RunRow } from '@stormlog/run-catalog';

const LABELLED = new Set(['sink', 'rollup', 'diagnose_bundle', 'oom_bundle']);

/** A run row without the title that is prose. */
export function runAnswer(row: RunRow): Partial<RunRow> {
  const { title: _, ...rest } = row;
  return row.explicit ? row : rest;
}

/** An attachment row without the title where it is a fixed label. */
export function attachmentAnswer(row: RunAttachmentRow): Partial<RunAttachmentRow> {
  const { title: _, ...rest } = row;
  return LABELLED.has(row.source_kind) ? rest : row;
}

/** A catalog's warnings, without their texts. */
export function warningAnswers(catalog: RunCatalog): readonly object[] {
  return catalog.warnings.map(({ message: _, ...rest }) => rest);
}
