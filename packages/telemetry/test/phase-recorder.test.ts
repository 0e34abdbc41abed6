import { ArgumentError, parseJson } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import { phaseBoundarySchema } from '../src/phase-recorder/phase-boundary.ts';
import { PhaseProtocolError } from '../src/phase-recorder/phase-protocol-error.ts';
import { PhaseRecorder } from '../src/phase-recorder/phase-recorder.ts';

const MAIN = { id: 11, name: 'MainThread' };
const WORKER = { id: 12, name: '' };
const WHERE = { sessionId: 'run-1', rank: 0 };

function faultOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(PhaseProtocolError);
    expect(error).toMatchObject({ code: 'phase_protocol' });
    return (error as PhaseProtocolError).fault;
  }
  return null;
}

describe('phase recorder', () => {
  it('nests phases of one thread and numbers all boundaries', () => {
    const recorder = new PhaseRecorder();
    const train = recorder.enter({ ...WHERE, name: ' train ', thread: MAIN, attributes: { epoch: 3 } });
    const step = recorder.enter({ ...WHERE, name: 7, thread: MAIN, attributes: {} });
    const left = recorder.exit(step.token, MAIN);
    expect(step.boundary.metadata.phase_scope).toEqual({
      action: 'enter',
      name: '7',
      path: ['train', '7'],
      depth: 2,
      scope_id: 'run-1:2',
      parent_scope_id: 'run-1:1',
      thread_id: 11,
      thread_name: 'MainThread',
      sequence: 2,
    });
    expect(left).toMatchObject({
      event_type: 'phase_exit',
      metadata: { phase_scope: { action: 'exit', sequence: 3 } },
    });
    expect(train.boundary.metadata.phase_scope.attributes).toEqual({ epoch: 3 });
    expect(phaseBoundarySchema.array().safeParse([train.boundary, step.boundary, left]).success).toBe(true);
  });

  it('names a thread that has no name, or no id, after its id', () => {
    const recorder = new PhaseRecorder();
    const named = (thread: object | undefined) =>
      recorder.enter({ ...WHERE, name: 'a', thread }).boundary.metadata.phase_scope.thread_name;
    expect([named(WORKER), named({ id: null, name: null }), named(undefined)]).toEqual([
      'thread-12',
      'thread-0',
      'thread-0',
    ]);
  });

  it('says why a phase cannot be closed, and changes nothing', () => {
    const recorder = new PhaseRecorder();
    const outer = recorder.enter({ ...WHERE, name: 'outer', thread: MAIN });
    const inner = recorder.enter({ ...WHERE, name: 'inner', thread: MAIN });
    const other = recorder.enter({ ...WHERE, name: 'other', thread: WORKER });
    expect(faultOf(() => recorder.exit(outer.token, MAIN))).toBe('not_innermost');
    expect(faultOf(() => recorder.exit(inner.token, WORKER))).toBe('opened_on_other_thread');
    expect(faultOf(() => recorder.exit({ ...WHERE, scopeId: 'nope' }, MAIN))).toBe('unknown_scope');
    expect(faultOf(() => recorder.exit({ ...WHERE, scopeId: 'nope' }, { id: 99 }))).toBe('nothing_open');
    expect(faultOf(() => recorder.exit({ ...inner.token, rank: 1 }, MAIN))).toBe('nothing_open');
    expect(recorder.exit(other.token, WORKER).metadata.phase_scope.sequence).toBe(4);
    expect(recorder.exit(inner.token, MAIN).metadata.phase_scope.sequence).toBe(5);
  });

  it('refuses a blank name without counting it', () => {
    const recorder = new PhaseRecorder();
    expect(() => recorder.enter({ ...WHERE, name: '\u2003 ' })).toThrowError(ArgumentError);
    expect(recorder.enter({ ...WHERE, name: 'a' }).boundary.scope_id).toBe('run-1:1');
  });

  it('does not confuse sessions, ranks and threads whose names run together', () => {
    const recorder = new PhaseRecorder();
    recorder.enter({ sessionId: '2 x', rank: 1, name: 'a', thread: { id: 1 } });
    const second = recorder.enter({ sessionId: 'x', rank: 1, name: 'b', thread: { id: 12 } });
    expect(second.boundary.path).toEqual(['b']);
  });

  it('starts anew after a reset', () => {
    const recorder = new PhaseRecorder();
    const { token } = recorder.enter({ ...WHERE, name: 'a' });
    recorder.reset();
    expect(faultOf(() => recorder.exit(token))).toBe('nothing_open');
    expect(recorder.enter({ ...WHERE, name: 'b' }).boundary).toMatchObject({ scope_id: 'run-1:1', path: ['b'] });
  });

  it('keeps boundaries apart from what the caller does with his attributes, keys of any name included', () => {
    const recorder = new PhaseRecorder();
    const attributes = parseJson('{"__proto__":1}') as { readonly [key: string]: never };
    const { boundary } = recorder.enter({ ...WHERE, name: 'a', attributes });
    expect(Object.keys(boundary.metadata.phase_scope.attributes ?? {})).toEqual(['__proto__']);
    expect(boundary.metadata.phase_scope.attributes).not.toBe(attributes);
  });
});

describe('phase handle', () => {
  it('closes once, and stays open after a failure', () => {
    const recorder = new PhaseRecorder();
    const outer = recorder.open({ ...WHERE, name: 'outer', thread: MAIN });
    const inner = recorder.open({ ...WHERE, name: 'inner', thread: MAIN });
    expect(faultOf(() => outer.close())).toBe('not_innermost');
    expect(outer.closed).toBe(false);
    expect(faultOf(() => inner.close(WORKER))).toBe('opened_on_other_thread');
    expect(inner.close()).toMatchObject({ event_type: 'phase_exit', path: ['outer', 'inner'] });
    expect(inner.close()).toBeNull();
    expect(outer.close()).toMatchObject({ scope_id: outer.scopeId });
  });

  it('closes when its block is left, by an error too', () => {
    const recorder = new PhaseRecorder();
    const failing = (): void => {
      using handle = recorder.open({ ...WHERE, name: 'a' });
      throw new RangeError(handle.name);
    };
    expect(failing).toThrowError(RangeError);
    expect(recorder.enter({ ...WHERE, name: 'b' }).boundary.path).toEqual(['b']);
  });
});
