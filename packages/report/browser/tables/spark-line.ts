const WIDTH = 96;
const HEIGHT = 22;
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** The course of a row of the grid as a small drawing, on the scale given. */
export function sparkLine(values: Float64Array, low: number, high: number): SVGSVGElement {
  const svg = document.createElementNS(NAMESPACE, 'svg');
  svg.setAttribute('class', 'spark');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(NAMESPACE, 'path');
  path.setAttribute('d', pathOf(values, low, high));
  svg.append(path);
  return svg;
}

/** A point for each of at most `WIDTH` / 2 places: the value furthest from the first. */
function pathOf(values: Float64Array, low: number, high: number): string {
  const places = Math.min(values.length, WIDTH / 2);
  let path = '';
  let isDown = false;
  for (let i = 0; i < places; i++) {
    const from = Math.floor((i * values.length) / places);
    const to = Math.floor(((i + 1) * values.length) / places);
    let value = Number.NaN;
    for (let k = from; k < to; k++) {
      if (Number.isNaN(value) || Math.abs(values[k]! - low) > Math.abs(value - low)) value = values[k]!;
    }
    if (Number.isNaN(value)) {
      isDown = false;
      continue;
    }
    const x = ((i + 0.5) / places) * WIDTH;
    const y = HEIGHT - 2 - ((value - low) / (high - low || 1)) * (HEIGHT - 4);
    path += `${isDown ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    isDown = true;
  }
  return path;
}
