/** One line of text as gray values, row by row. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const MAX_VALUE = 255;
const HEADER = /^P5\s+(\d{1,5})\s+(\d{1,5})\s+255\s/;

/** The image as a binary PGM file. */
export function pgmFromImage({ width, height, pixels }: GrayImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n${MAX_VALUE}\n`), pixels]);
}

/** The image of a binary PGM file with 8 bits a pixel; null when it is none. */
export function imageFromPgm(file: Buffer): GrayImage | null {
  const match = HEADER.exec(file.subarray(0, 32).toString('latin1'));
  if (match === null) return null;
  const width = Number(match[1]);
  const height = Number(match[2]);
  const pixels = file.subarray(match[0].length);
  return width > 0 && height > 0 && pixels.length === width * height ? { width, height, pixels } : null;
}
