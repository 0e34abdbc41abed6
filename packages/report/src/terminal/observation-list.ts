import type { Observation } from '../diagnosis/observation.ts';
import { wrapText } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import type { Paint, TextStyle } from './paint.ts';

const WORDS: Readonly<Record<Observation['severity'], string>> = {
  critical: 'CRITICAL',
  warning: 'WARNING',
  info: 'NOTE',
};
/** One screen has no room for more. */
const MOST_SHOWN = 8;
const STYLES: Readonly<Record<Observation['severity'], TextStyle | undefined>> = {
  critical: 'critical',
  warning: 'warning',
  info: undefined,
};

/** What stands out, each with a line that says what to look at next. */
export function renderObservations(
  observations: readonly Observation[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string[] {
  const more = observations.length - MOST_SHOWN;
  const shown = observations.slice(0, MOST_SHOWN);
  return [
    ...shown.flatMap((observation) => renderObservation(observation, width, paint)),
    ...(more > 0 ? [`  … and ${more} more: --json has them all`] : []),
  ];
}

function renderObservation(observation: Observation, width: number, paint: Paint): string[] {
  const word = WORDS[observation.severity];
  const [first = '', ...rest] = wrapText(`  ${word}  ${terminalSafe(observation.text)}`, width, 4);
  return [
    first.replace(word, () => paint(word, STYLES[observation.severity])),
    ...rest,
    ...wrapText(`    → ${terminalSafe(observation.next)}`, width, 6),
  ];
}
