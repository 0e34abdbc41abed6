// A process that adds attachments to an envelope: PATH NAME COUNT.
import { updateRunEnvelope } from '../src/envelope.ts';

const [path = '', name = '', count = '0'] = process.argv.slice(2);
for (let i = 0; i < Number(count); i++) {
  await updateRunEnvelope(
    path,
    (record) => ({
      ...record,
      attachments: [
        ...(record.attachments ?? []),
        { title: `${name}-${i}`, kind: 'k', storage: 'reference', path: 'x', metadata: {} },
      ],
    }),
    { deadlineMs: 110_000 },
  );
}
