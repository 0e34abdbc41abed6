import type { AdapterTable } from '../../adapter.ts';
import { attachmentAnswer, runAnswer, warningAnswers } from './answers.ts';
import { catalogOf, filterOf } from './inputs.ts';

/** The operations on folders: discovery and lists. */
export const CATALOG_FOLDER_ADAPTERS: AdapterTable = {
  'catalog.discover': async (input, context) => {
    const catalog = await catalogOf(input, context);
    return {
      paths: catalog.paths,
      sources: catalog.sources,
      oom_bundles: catalog.oomBundles,
      attachments: catalog.attachments,
      run_envelopes: catalog.envelopes,
      warnings: warningAnswers(catalog),
    };
  },
  'catalog.list_runs': async (input, context) => {
    const catalog = await catalogOf(input, context);
    const rows = (await catalog.listRuns(filterOf(input))).map(runAnswer);
    return { rows, warnings: warningAnswers(catalog) };
  },
  'catalog.list_run_attachments': async (input, context) => {
    const catalog = await catalogOf(input, context);
    const rows = (await catalog.listRunAttachments(filterOf(input))).map(attachmentAnswer);
    return { rows, warnings: warningAnswers(catalog) };
  },
  'catalog.list_sessions': async (input, context) => {
    const catalog = await catalogOf(input, context);
    const rows = await catalog.listSessions(filterOf(input));
    return { rows, warnings: warningAnswers(catalog) };
  },
  'catalog.list_attachments': async (input, context) =>
    (await catalogOf(input, context)).listAttachments(filterOf(input)),
  'catalog.list_oom_bundles': async (input, context) =>
    (await catalogOf(input, context)).listOomBundles(filterOf(input)),
};
