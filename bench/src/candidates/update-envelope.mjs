// Adds attachments to an envelope: PATH NAME COUNT [PRACTICE]. With the count `hold` it takes the lock, says so and never
// lets go. With another envelope to practise on it changes that one first, says so, and goes on at once.
import { updateRunEnvelope } from '@stormlog/run-catalog/envelope';

const [, , path, name, count, practice] = process.argv;
const added = (title) => (record) => ({
  ...record,
  attachments: [...(record.attachments ?? []), { title, kind: 'trace', storage: 'reference', path: 'x', metadata: {} }],
});
if (count === 'hold') {
  await updateRunEnvelope(path, async () => {
    process.stdout.write('held\n');
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  });
}
if (practice !== undefined) {
  await updateRunEnvelope(practice, added(name));
  process.stdout.write('practised\n');
}
const started = performance.now();
for (let i = 0; i < Number(count); i++) await updateRunEnvelope(path, added(`${name}-${i}`), { deadlineMs: 110_000 });
const ended = performance.now();
process.stdout.write(
  `${JSON.stringify({ milliseconds: ended - started, ended_at_ms: performance.timeOrigin + ended })}\n`,
);
