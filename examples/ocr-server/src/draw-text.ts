import type { GrayImage } from './gray-image.ts';

const HEIGHT = 48;
const SCALE = 4;
const TOP = 10;
const MARGIN = 16;
const ADVANCE = 6 * SCALE;
const PAPER = 255;
const INK = 0;

/** Five columns of seven dots a letter, the lowest bit on top. */
const FONT: Readonly<Record<string, string>> = {
  '0': '3e5149453e',
  '1': '00427f4000',
  '2': '4261514946',
  '3': '2141454b31',
  '4': '1814127f10',
  '5': '2745454539',
  '6': '3c4a494930',
  '7': '0171090503',
  '8': '3649494936',
  '9': '064949291e',
  A: '7e1111117e',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141221c',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e4149497a',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f020c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '4649494931',
  T: '01017f0101',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
};

/** Draws digits and capital letters as one line, 48 pixels high; anything else is a space. */
export function drawText(text: string): GrayImage {
  const width = 2 * MARGIN + text.length * ADVANCE;
  const pixels = new Uint8Array(width * HEIGHT).fill(PAPER);
  for (let i = 0; i < text.length; i++) {
    const columns = Buffer.from(FONT[text[i] ?? ''] ?? '', 'hex');
    for (const [column, dots] of columns.entries()) {
      for (let row = 0; row < 7; row++) {
        if ((dots >> row) & 1) drawDot(pixels, width, MARGIN + i * ADVANCE + column * SCALE, TOP + row * SCALE);
      }
    }
  }
  return { width, height: HEIGHT, pixels };
}

function drawDot(pixels: Uint8Array, width: number, left: number, top: number): void {
  for (let y = top; y < top + SCALE; y++) pixels.fill(INK, y * width + left, y * width + left + SCALE);
}
