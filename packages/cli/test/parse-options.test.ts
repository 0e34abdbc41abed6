import { describe, expect, test } from 'vitest';
import { parseOptions } from '../src/arguments/parse-options.ts';
import { suggest } from '../src/arguments/suggest.ts';
import { UsageError } from '../src/arguments/usage-error.ts';

const DEFINITIONS = [
  { name: 'session', value: 'ID', description: '' },
  { name: 'fail-on', value: 'SEVERITY', choices: ['warning', 'critical'], description: '' },
  { name: 'json', description: '' },
  { name: 'help', description: '' },
];

function failure(...words: string[]): UsageError {
  try {
    parseOptions(words, DEFINITIONS);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('the words were accepted');
}

describe('options', () => {
  test('options, values and paths in any order', () => {
    const parsed = parseOptions(['a.json', '--session', 's 1', '--json', '-', '--fail-on=critical', 'b'], DEFINITIONS);
    expect(parsed.positionals).toEqual(['a.json', '-', 'b']);
    expect([...parsed.values]).toEqual([
      ['session', 's 1'],
      ['fail-on', 'critical'],
    ]);
    expect([...parsed.switches]).toEqual(['json']);
  });

  test('after -- everything is a path', () => {
    expect(parseOptions(['--', '--json', '-x'], DEFINITIONS).positionals).toEqual(['--json', '-x']);
  });

  test('-h is --help', () => {
    expect(parseOptions(['-h'], DEFINITIONS).switches.has('help')).toBe(true);
  });

  test('an empty value is a value', () => {
    expect(parseOptions(['--session', ''], DEFINITIONS).values.get('session')).toBe('');
  });

  test('an unknown option is named, with what was probably meant', () => {
    const error = failure('--sesion', 'x');
    expect(error.message).toContain('--sesion');
    expect(error.hint).toBe('Did you mean --session?');
  });

  test('an option without its value says how to write it', () => {
    expect(failure('--session').message).toContain('--session ID');
    expect(failure('--session', '--json').hint).toContain('--session=--json');
  });

  test('a value that is none of the words allowed is refused with the words', () => {
    const error = failure('--fail-on', 'critcal');
    expect(error.message).toContain('warning or critical');
    expect(error.hint).toBe('Did you mean --fail-on critical?');
  });

  test('a switch takes no value, and nothing is given twice', () => {
    expect(failure('--json=yes').message).toContain('takes no value');
    expect(failure('--json', '--json').message).toContain('twice');
    expect(failure('--session=a', '--session=b').message).toContain('twice');
  });
});

describe('suggestions', () => {
  test.each([
    ['diagnoze', 'diagnose'],
    ['diag', 'diagnose'],
    ['sesions', 'sessions'],
    ['vaildate', 'validate'],
  ])('%s means %s', (typed, meant) => {
    expect(suggest(typed, ['diagnose', 'sessions', 'validate'])).toBe(meant);
  });

  test('a word unlike all others means none of them', () => {
    expect(suggest('frobnicate', ['diagnose', 'sessions', 'validate'])).toBeNull();
    expect(suggest('x', ['diagnose'])).toBeNull();
  });
});
