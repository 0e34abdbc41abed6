import type { ViewState } from '../view-state.ts';

/** Ctrl (or ⌘) and the wheel zoom around the cursor; sideways wheels move. A plain wheel scrolls the page as ever. */
export function zoomByWheel(target: HTMLElement, state: ViewState, timeAt: (x: number) => number): void {
  target.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const x = event.clientX - target.getBoundingClientRect().left;
        state.zoom(event.deltaY < 0 ? 0.8 : 1.25, timeAt(x));
      } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        state.pan(event.deltaX / target.clientWidth);
      }
    },
    { passive: false },
  );
}

/** Shift and dragging move along the time axis; so does one finger. */
export function panByDragging(target: HTMLElement, state: ViewState): void {
  let last: number | null = null;
  target.addEventListener('pointerdown', (event) => {
    if (!event.shiftKey && event.pointerType !== 'touch') return;
    last = event.clientX;
    target.setPointerCapture(event.pointerId);
  });
  target.addEventListener('pointermove', (event) => {
    if (last === null) return;
    state.pan((last - event.clientX) / target.clientWidth);
    last = event.clientX;
  });
  const end = () => {
    last = null;
  };
  target.addEventListener('pointerup', end);
  target.addEventListener('pointercancel', end);
}
