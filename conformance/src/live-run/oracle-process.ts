import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { isJsonObject, parseJson, stringifyJson } from '@stormlog/records';
import type { ConformanceCase } from '../adapter.ts';
import type { AnsweredCase } from '../case-runner.ts';

const ORACLE = join(resolve(import.meta.dirname, '..', '..'), 'oracle', 'oracle.py');

interface Waiting {
  readonly question: ConformanceCase;
  readonly answered: (answer: AnsweredCase) => void;
  readonly failed: (error: Error) => void;
}

/** The Python package in one long-lived process, which answers questions in the order in which they are asked. */
export class OracleProcess implements Disposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting: Waiting[] = [];
  #ended: Error | null = null;

  /** Starts the process with the given interpreter, which must have the reference package. */
  constructor(python: string) {
    this.#child = spawn(python, [ORACLE], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#child.stdout, crlfDelay: Infinity }).on('line', (line) => this.#receive(line));
    this.#child.on('error', (error) => this.#end(error));
    this.#child.on('exit', (code, signal) => this.#end(new Error(`the Python process ended (${signal ?? code})`)));
    // A pipe that breaks is reported by the exit that follows.
    this.#child.stdin.on('error', () => undefined);
  }

  ask(question: ConformanceCase): Promise<AnsweredCase> {
    return new Promise((answered, failed) => {
      if (this.#ended !== null) {
        failed(this.#ended);
        return;
      }
      this.#waiting.push({ question, answered, failed });
      const { id, op, input, files } = question;
      const text = stringifyJson({ id, op, input, ...(files === undefined ? {} : { files }) }, { ascii: true });
      this.#child.stdin.write(`${text}\n`);
    });
  }

  [Symbol.dispose](): void {
    this.#ended ??= new Error('the Python process was closed');
    this.#child.stdin.end();
    this.#child.kill();
  }

  #receive(line: string): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) return;
    const answer = parseJson(line);
    if (!isJsonObject(answer) || answer['id'] !== waiting.question.id) {
      waiting.failed(new Error(`an answer to ${waiting.question.id} was expected: ${line.slice(0, 200)}`));
      return;
    }
    const { result, error } = answer;
    waiting.answered({
      ...waiting.question,
      ...(result === undefined ? {} : { result }),
      ...(typeof error === 'string' ? { error } : {}),
    });
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const waiting of this.#waiting.splice(0)) {
      waiting.failed(new Error(`${error.message}, asked ${waiting.question.id} ${waiting.question.op}`));
    }
  }
}
