import { renderHtmlCorrelation } from '@stormlog/report';
import { describe, expect, test } from 'vitest';
import { busyShares } from '../src/html/correlation/busy-buckets.ts';
import { clockPanels } from '../src/html/correlation/clock-panel.ts';
import { formatShare } from '../src/units/share.ts';
import { event, iteration, kernel, ref, runOf, TRACE } from './correlation-samples.ts';

describe('what stands on one time axis', () => {
  test('is what one clock measured: busy time of a device, and that of iterations apart', () => {
    const { graph } = runOf(kernel('a', 'i1', 100, 200), kernel('b', 'i1', 150, 300), kernel('c', null, 250, 400));

    const [panel] = clockPanels(graph);

    expect(panel).toMatchObject({ clock: 'host/trace', start: 100n, end: 400n, aligned: [] });
    expect(panel!.devices).toEqual([{ device_uuid: 'GPU-1', linked: [[100n, 300n]], all: [[100n, 400n]] }]);
  });

  test('clocks without an alignment stay apart', () => {
    const { graph } = runOf(kernel('a', 'i1', 1_000_100, 1_000_200), iteration('i1', 50, 250));

    expect(clockPanels(graph).map(({ clock }) => clock)).toEqual(['host/trace', 'host/monotonic']);
  });

  test('an alignment brings the clock of the engine onto that of the trace', () => {
    const alignment = event('infer.clock_alignment', {
      from_clock_domain: 'host/monotonic',
      to_clock_domain: 'host/trace',
      offset_ns: 1_000_000,
      uncertainty_ns: 5,
    });
    const { graph } = runOf(kernel('a', 'i1', 1_000_100, 1_000_200), iteration('i1', 50, 250), alignment);

    const panels = clockPanels(graph);

    expect(panels).toHaveLength(1);
    expect(panels[0]!.aligned).toEqual(['host/monotonic (monotonic)']);
    expect(panels[0]!.iterations.get('engine')).toEqual([{ name: 'i1', start: 1_000_050n, end: 1_000_250n }]);
  });
});

describe('the shares of stretches of time', () => {
  test('are those that intervals fill', () => {
    const shares = busyShares(
      [
        [0n, 15n],
        [20n, 40n],
      ],
      0n,
      40n,
      4,
    );

    expect([...shares]).toEqual([1, 0.5, 1, 1]);
  });

  test('add up to the time that was busy', () => {
    const shares = busyShares([[7n, 93n]], 0n, 100n, 7);

    expect(shares.reduce((sum, share) => sum + (share * 100) / 7, 0)).toBeCloseTo(86, 9);
  });

  test('of nothing are nothing', () => {
    expect([...busyShares([[5n, 5n]], 5n, 5n, 2)]).toEqual([0, 0]);
  });
});

test.each([
  [0n, 10n, '0.0 %'],
  [1n, 100_000n, '<0.1 %'],
  [99_999n, 100_000n, '99.9 %'],
  [10n, 10n, '100.0 %'],
  [15n, 10n, '150.0 %'],
  [1n, 0n, ''],
  [1n, null, ''],
])('a share of %s of %s is written %j', (part, whole, text) => {
  expect(formatShare(part, whole)).toBe(text);
});

describe('the page of correlation artifacts', () => {
  const run = () =>
    runOf(
      kernel('a', 'i1', 100, 200),
      kernel('c', null, 250, 400),
      iteration('i1', 50, 250),
      event('infer.request', { request_ref: ref('r1'), start_ns: 40, end_ns: 260, status: 'finished' }),
      event('infer.stage', {
        stage_ref: ref('st1'),
        name: 'decode',
        request_ref: ref('r1'),
        start_ns: 60,
        end_ns: 160,
      }),
      event('infer.membership', { request_ref: ref('r1'), iteration_ref: ref('i1'), role: 'decode' }),
    );

  test('shows how busy the device was, and the part of no iteration as such', () => {
    const page = renderHtmlCorrelation([run()]);

    expect(page).toContain('busy 250 ns');
    expect(page).toContain('150 ns (60.0 %) in no iteration');
    expect(page).toContain('class="unlinked"');
    expect(page).toContain('<title>i1: 200 ns</title>');
    expect(page).toContain('<title>decode: 100 ns</title>');
    expect(page).toContain('1 activity of no iteration');
  });

  test('draws no time of a wall clock, which accounting does not measure either', () => {
    const { graph } = runOf(kernel('a', null, 100, 200, { ...TRACE, clock_kind: 'wall' }));

    expect(clockPanels(graph)).toEqual([]);
  });

  test('has the same bytes for the same runs', () => {
    const one = run();

    expect(renderHtmlCorrelation([one])).toBe(renderHtmlCorrelation([structuredClone(one)]));
  });

  test('runs nothing, whatever names there are', () => {
    const hostile = '</title><script>alert(1)</script><img src=x onerror=alert(1)>\u202e';
    const page = renderHtmlCorrelation([
      runOf(
        kernel(hostile, null, 1, 2, { ...TRACE, device_uuid: hostile }),
        event('infer.request', { request_ref: ref(hostile), start_ns: 1, end_ns: 3, status: hostile }),
      ),
    ]);

    expect(page).toContain("script-src 'none'");
    expect(page).not.toMatch(/<script|<img|\u202e/);
  });

  test('says so when nothing was measured', () => {
    const page = renderHtmlCorrelation([runOf(event('infer.iteration', { iteration_ref: ref('i1') }))]);

    expect(page).toContain('none measured');
    expect(page).toContain('No event has both ends on a clock.');
  });

  test('finds the same busy time as the account', () => {
    const { graph, report } = run();

    const [device] = clockPanels(graph)[0]!.devices;

    const busy = device!.all.reduce((sum, [start, end]) => sum + end - start, 0n);
    expect(report.account.device_totals.map(({ busy_ns }) => busy_ns)).toEqual([busy]);
  });
});
