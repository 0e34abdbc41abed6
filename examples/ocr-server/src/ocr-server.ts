import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EngineRecorder, RequestSpan } from '@stormlog/capture';
import { BatchingEngine } from './batching-engine.ts';
import { type GrayImage, imageFromPgm } from './gray-image.ts';
import { isLineImage, type Recognizer } from './recognizer.ts';

const MAX_BODY_BYTES = 1024 * 1024;

export interface OcrServerOptions {
  readonly recognizer: Recognizer;
  /** Null: nothing is recorded. */
  readonly recorder: EngineRecorder | null;
  readonly port: number;
  readonly maxBatch: number;
}

export interface OcrServer {
  readonly url: string;
  /** Takes no more requests and waits for those under way. */
  close(): Promise<void>;
}

/** Serves `POST /recognize`: a PGM image of a text line, 48 pixels high, is answered with its text. */
export async function startOcrServer({ recognizer, recorder, port, maxBatch }: OcrServerOptions): Promise<OcrServer> {
  const engine = new BatchingEngine(recognizer, recorder, maxBatch);
  const serve = async (message: IncomingMessage, response: ServerResponse, request: RequestSpan | null) => {
    const body = await bodyOf(message);
    const read = (): GrayImage | null => imageFromPgm(body);
    const image = request === null || recorder === null ? read() : recorder.span('preprocess', request, read);
    if (image === null || !isLineImage(image)) {
      request?.end({ status: 'refused' });
      return answer(response, 400, { error: 'expected a binary PGM image, 48 pixels high' });
    }
    const line = await engine.recognize(image, request);
    request?.end({ status: 'ok', output_tokens: line.text.length });
    answer(response, 200, { ...line, request: request?.request_ref.id });
  };
  const server = createServer((message, response) => {
    if (message.method !== 'POST' || message.url !== '/recognize') return answer(response, 404, { error: 'not found' });
    const header = message.headers['traceparent'];
    const traceparent = typeof header === 'string' ? header : null;
    const work = (request: RequestSpan | null): Promise<void> => serve(message, response, request);
    const served = recorder === null ? work(null) : recorder.withRequest({ traceparent }, work);
    served.catch((error: unknown) => answer(response, 500, { error: String(error) }));
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  // Listening on a port, so the address is one.
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${bound}`, close: () => closeServer(server) };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function answer(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function closeServer(server: Server): Promise<void> {
  return new Promise((closed, failed) => {
    server.close((error) => (error ? failed(error) : closed()));
    server.closeIdleConnections();
  });
}
