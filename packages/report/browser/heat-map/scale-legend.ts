import { formatBinarySize } from '../../src/units/binary-size.ts';
import { element } from '../dom.ts';
import { scaleColor } from '../palette.ts';
import type { View } from '../view.ts';
import type { MapMode, MapValues } from './map-image.ts';

const WIDTH = 240;
const HEIGHT = 12;

/** The colours of the map with the values that they stand for. */
export class ScaleLegend {
  readonly #canvas = element('canvas', { 'aria-hidden': 'true' });
  readonly #texts = element('div', { class: 'scale-texts' });
  readonly root = element('div', { class: 'scale' }, this.#canvas, this.#texts);

  show(values: MapValues, mode: MapMode, theme: View['theme']): void {
    this.#canvas.width = WIDTH;
    this.#canvas.height = HEIGHT;
    const context = this.#canvas.getContext('2d');
    if (context === null) return;
    for (let x = 0; x < WIDTH; x++) {
      context.fillStyle = `rgb(${scaleColor(mode, theme, x / (WIDTH - 1)).join(' ')})`;
      context.fillRect(x, 0, 1, HEIGHT);
    }
    const { low, high, reach } = values;
    const size = (bytes: number) => formatBinarySize(Math.round(bytes), { sign: mode === 'difference' });
    const texts =
      mode === 'value'
        ? [size(low), size((low + high) / 2), size(high)]
        : [size(-reach), size(-reach / 4), 'median', size(reach / 4), size(reach)];
    this.#texts.replaceChildren(...texts.map((text) => element('span', { text })));
  }
}
