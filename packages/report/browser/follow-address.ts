import type { View } from './view.ts';
import type { ViewState } from './view-state.ts';

/** Keeps the address of the view in the address bar, so that it can be copied. */
export function followAddress(state: ViewState, span: number): void {
  let timer = 0;
  state.onChange((view, before) => {
    const isSame =
      view.ranks === before.ranks &&
      view.counter === before.counter &&
      view.from === before.from &&
      view.to === before.to &&
      view.at === before.at;
    if (isSame) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        history.replaceState(null, '', addressOf(view, span));
      } catch {
        // Some browsers refuse this for files; the address is then not kept.
      }
    }, 200);
  });
}

function addressOf({ ranks, counter, from, to, at }: View, span: number): string {
  const parts = [
    `ranks=${ranks.join(',')}`,
    ...(counter === null ? [] : [`counter=${counter}`]),
    ...(from > 0 || to < span ? [`from=${shortest(from)}`, `to=${shortest(to)}`] : []),
    ...(at === null ? [] : [`at=${shortest(at)}`]),
  ];
  return `#view?${parts.join('&')}`;
}

function shortest(value: number): string {
  return String(Number(value.toFixed(9)));
}
