import type { EngineRecorder, RequestSpan, StageSpan } from '@stormlog/capture';
import type { GrayImage } from './gray-image.ts';
import type { RecognizedLine, Recognizer } from './recognizer.ts';

/** An image that waits for its turn. */
interface Job {
  readonly image: GrayImage;
  readonly request: RequestSpan | null;
  readonly queue: StageSpan | undefined;
  readonly done: (line: RecognizedLine) => void;
  readonly failed: (error: unknown) => void;
}

/** Runs the model over whatever has arrived since the last run, so that requests at one time share an iteration. */
export class BatchingEngine {
  readonly #recognizer: Recognizer;
  readonly #recorder: EngineRecorder | null;
  readonly #maxBatch: number;
  #waiting: Job[] = [];
  #isRunning = false;

  constructor(recognizer: Recognizer, recorder: EngineRecorder | null, maxBatch: number) {
    this.#recognizer = recognizer;
    this.#recorder = recorder;
    this.#maxBatch = maxBatch;
  }

  recognize(image: GrayImage, request: RequestSpan | null): Promise<RecognizedLine> {
    const queue = request === null ? undefined : this.#recorder?.stage('queue', request);
    const line = new Promise<RecognizedLine>((done, failed) => {
      this.#waiting.push({ image, request, queue, done, failed });
    });
    if (!this.#isRunning) void this.#runAll();
    return line;
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#maxBatch);
      try {
        await this.#runBatch(batch);
      } catch (error) {
        for (const job of batch) job.failed(error);
      }
    }
    this.#isRunning = false;
  }

  async #runBatch(batch: readonly Job[]): Promise<void> {
    const iteration = this.#recorder?.iteration();
    const owners = batch.map(({ request }) =>
      request === null || iteration === undefined ? null : { request, iteration },
    );
    const start = iteration?.start_ns;
    for (const job of batch) job.queue?.end({ end_ns: start });
    for (const owner of owners) if (owner) this.#recorder?.member(owner.request, owner.iteration);
    const runs = owners.map((owner) => owner && this.#recorder?.stage('run', owner, { start_ns: start }));
    try {
      const scores = await this.#recognizer.run(batch.map((job) => job.image));
      const end = this.#recorder?.nowNs();
      for (const run of runs) run?.end({ end_ns: end });
      for (const [row, job] of batch.entries()) {
        const decode = owners[row] && this.#recorder?.stage('decode', owners[row]);
        const line = this.#recognizer.decode(scores, row);
        decode?.end();
        job.done(line);
      }
    } finally {
      iteration?.end({ metadata: { rows: batch.length } });
    }
  }
}
