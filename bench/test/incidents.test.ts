import { describe, expect, it } from 'vitest';
import { generateIncident } from '../src/incidents/generate-incident.ts';
import { planIncident } from '../src/incidents/incident-plan.ts';
import { judgeIncident } from '../src/incidents/judge-incident.ts';
import { figuresOf } from '../src/incidents/summarize-verdicts.ts';

/** Small ones, so that the suite stays quick. */
const SEEDS = Array.from({ length: 90 }, (_, i) => 1 + i)
  .filter((seed) => planIncident(seed).setting.worldSize <= 12)
  .slice(0, 60);

describe('labelled incidents', () => {
  it('are the same for the same seed', () => {
    const first = generateIncident(7);
    expect(generateIncident(7)).toEqual(first);
    expect(generateIncident(23).load.events[0]).not.toEqual(first.load.events[0]);
  });

  it('are explained: the right kind and rank first, no alarm on a healthy run', () => {
    const verdicts = SEEDS.map(judgeIncident);
    const wrong = verdicts.filter(({ right }) => !right).map(({ seed, kind, answer }) => `${seed} ${kind}: ${answer}`);
    const [all] = figuresOf(verdicts);
    expect(verdicts).toHaveLength(60);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3);
    expect(all!.onsetMedian).toBeLessThanOrEqual(2);
  });
});
