import { button, byId } from './dom.ts';
import type { View } from './view.ts';
import type { ViewState } from './view-state.ts';

/** What the reader's system prefers. */
export function preferredTheme(): View['theme'] {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The switches at the top: clock and theme. Printing is always light. */
export function showTools(state: ViewState): void {
  const clock = button('', () => state.update({ clock: state.view.clock === 'wall' ? 'relative' : 'wall' }));
  const theme = button('', () => state.update({ theme: state.view.theme === 'dark' ? 'light' : 'dark' }));
  const apply = (view: View) => {
    document.documentElement.dataset['theme'] = view.theme;
    clock.textContent = view.clock === 'wall' ? 'Times: clock (UTC)' : 'Times: since the start';
    theme.textContent = view.theme === 'dark' ? 'Theme: dark' : 'Theme: light';
  };
  byId('tools').append(clock, theme);
  apply(state.view);
  state.onChange(apply);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
    state.update({ theme: preferredTheme() }),
  );
  let before = state.view.theme;
  addEventListener('beforeprint', () => {
    before = state.view.theme;
    state.update({ theme: 'light' });
    state.flush();
  });
  addEventListener('afterprint', () => state.update({ theme: before }));
}
