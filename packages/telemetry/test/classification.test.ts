import { describe, expect, it } from 'vitest';
import { eventBackend, eventSeverity, isAlertEvent, isOomEvent, normalizeText } from '../src/index.ts';

describe('normalised text', () => {
  it.each([
    ['  CUDA   Out\u0085of\u00a0MEMORY ', 'cuda out of memory'],
    ['at 0xDEADBEEF', 'at <hex>'],
    ['10x5', '<num><hex>'],
    ['43.5%x', '<num>%x'],
    ['12.34abc', '<num>.34abc'],
    ['1.2.3', '<num>.<num>'],
    ['v2 2nd 1e5 -5', 'v2 2nd 1e5 -<num>'],
    ['٣ ready', '<num> ready'],
    [' \u001c', 'unknown'],
  ])('of %j is %j', (text, normalised) => {
    expect(normalizeText(text)).toBe(normalised);
  });

  it('does not take U+FEFF for white space', () => {
    expect(normalizeText('\ufeff')).toBe('\ufeff');
  });
});

describe('classification', () => {
  it('lets the severity of metadata outweigh the type, unless it is not text', () => {
    expect(eventSeverity({ event_type: 'error', metadata: { severity: ' Info ' } })).toBe('info');
    expect(eventSeverity({ event_type: 'error', metadata: { severity: 3 } })).toBe('critical');
  });

  it('takes an event for an alert by its severity alone', () => {
    expect(isAlertEvent({ event_type: 'sample', metadata: { severity: 'WARNING' } })).toBe(true);
    expect(isAlertEvent({ event_type: ' error', metadata: {} })).toBe(false);
  });

  it('looks only at own keys', () => {
    expect(isOomEvent({ event_type: 'error', metadata: Object.create({ oom_reason: 'inherited' }) })).toBe(false);
    expect(eventBackend({ event_type: 'sample', metadata: {} })).toBe('unknown');
  });
});
