// Which ranks are missing, and what does each of the others hold? node diagnose.ts PATH…
import { buildDistributedModel, formatBinarySize, loadDistributedArtifacts } from 'stormlog';

const load = await loadDistributedArtifacts(process.argv.slice(2), { onInvalid: 'skip' });
const model = buildDistributedModel(load.events);
for (const rank of model.missing_ranks) console.log(`rank ${rank}: never seen`);
for (const { rank, samples, allocated_delta_bytes: growth } of model.rows) {
  if (samples > 0) console.log(`rank ${rank}: ${samples} samples, grew by ${formatBinarySize(growth ?? 0)}`);
}
