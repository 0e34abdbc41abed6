import { collectAnomalyCandidates } from '@stormlog/distributed-diagnostics';
import { type HtmlDiagnosis, renderHtmlReport } from '@stormlog/report';
import { describe, expect, test } from 'vitest';
import { pageOf, troubledRanks } from './browser/pages.ts';
import { type SampleRank, sampleDiagnosis } from './sample-diagnosis.ts';

/** What the script of a page is given. */
function dataOf(html: string) {
  const text = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1];
  if (text === undefined) throw new Error('the page has no data');
  return JSON.parse(text);
}

describe('the page of a diagnosis', () => {
  test('the same diagnosis gives the same bytes', () => {
    expect(pageOf(troubledRanks(), 8)).toBe(pageOf(troubledRanks(), 8));
  });

  test('every link within the page leads to an element of it, to the charts or to the signs', () => {
    const html = pageOf(troubledRanks(), 8);
    const ids = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), (match) => match[1]));
    const links = Array.from(html.matchAll(/href="#([^"]*)"/g), (match) => match[1]!);

    expect(links.length).toBeGreaterThan(15);
    for (const link of links) {
      if (link.startsWith('view?'))
        expect(link).toMatch(/^view\?ranks=\d+(,\d+)*(&amp;counter=\w+)?(&amp;at=[\d.e-]+)?$/);
      else if (link.startsWith('signs?')) expect(link).toMatch(/^signs\?rank=\d+$/);
      else expect(ids).toContain(link);
    }
    expect(ids.size).toBe(Array.from(html.matchAll(/ id="([^"]+)"/g)).length);
  });

  test('the first answer is the earliest onset, the findings stand in the order of their gravity', () => {
    const html = pageOf(troubledRanks(), 8);
    const titles = Array.from(
      html.matchAll(/<h3 id="finding-\d+-title"><span[^>]*>(\w+)<\/span> ([^<]+)</g),
      (match) => `${match[1]}: ${match[2]}`,
    );

    expect(/<p class="headline">.*?<\/span> (.*?)<\/p>/s.exec(html)?.[1]).toMatch(/^rank 2 grows unlike its peers/);
    expect(titles[0]).toMatch(/^Critical: missing: 7/);
    expect(titles[1]).toMatch(/^Critical: rank 5 stopped/);
    expect(titles[2]).toMatch(/^Warning: rank 2 grows/);
  });

  test('without causes the earliest sign of the model is told, and said to be recorded', () => {
    const { load, model } = sampleDiagnosis(troubledRanks(), 7);
    const html = renderHtmlReport({ load, model });

    expect(html).toContain('What happened first');
    expect(/<p class="headline">.*?<\/p>/s.exec(html)?.[0]).toMatch(/on rank \d: /);
    expect(html).toContain('no cause was found beside it');
  });

  test('a quiet run is said to be quiet', () => {
    const ranks = [0, 1, 2].map((rank): SampleRank => ({ rank }));
    const html = pageOf(ranks, 3);

    expect(html).toContain('Nothing stands out: every expected rank is there');
    expect(dataOf(html).statements).toEqual([]);
  });

  test('a run without a sample is a page too', () => {
    const { load, model } = sampleDiagnosis([{ rank: 0, samples: 1 }], 1);
    const events = load.events.map((event) => ({ ...event, event_type: 'start' }));
    const html = renderHtmlReport({ load: { ...load, events }, model: { ...model, per_rank_timelines: new Map() } });

    expect(dataOf(html)).toMatchObject({ tracks: [], counters: [] });
  });

  test('counters that say again what another says are left out', () => {
    const plain = dataOf(
      pageOf(
        [0, 1].map((rank) => ({ rank })),
        2,
      ),
    );
    const hidden = dataOf(
      pageOf(
        [0, 1].map((rank) => ({ rank, used: (i: number) => 150 + i })),
        2,
      ),
    );

    expect(plain.counters).toEqual(['allocated']);
    expect(hidden.counters).toEqual(['allocated', 'device_used', 'hidden']);
  });

  test('samples that are too many for the page are thinned out, and the page says so', () => {
    const diagnosis = sampleDiagnosis(troubledRanks(), 8);
    const whole = renderHtmlReport(diagnosis);
    const thin = renderHtmlReport(diagnosis, { sampleBytes: 10_000 });

    expect(whole).not.toContain('Charts show');
    expect(dataOf(whole).tracks[0]).toMatchObject({ precision: 'exact', samples: 240, kept: 240 });
    expect(thin).toMatch(/Charts show \d+ of 1,612 samples: of every stretch of time the smallest and the largest/);
    expect(dataOf(thin).tracks[0].kept).toBeLessThan(240);
  });

  test('an alert that comes again and again is one sign with a count', () => {
    const { load, model } = sampleDiagnosis([{ rank: 0 }, { rank: 1 }], 2);
    const first = load.events[0]!.timestamp_ns;
    const candidates = Array.from({ length: 5 }, (_, i) => ({
      rank: 0,
      severity: 'warning' as const,
      timestamp_ns: first + BigInt(i) * 1_000_000n,
      signal: 'gap_ratio_breach',
      details: `share ${i}`,
      confidence: null,
      reason_codes: [],
      phase_path: null,
    }));
    const { signs, texts } = dataOf(renderHtmlReport({ load, model, candidates }));

    expect(signs).toEqual([
      {
        rank: 0,
        severity: 'warning',
        signal: 'gap_ratio_breach',
        start: 0,
        end: 0.004,
        count: 5,
        details: 0,
        phase: -1,
        confidence: null,
      },
    ]);
    expect(texts).toEqual(['share 0']);
  });

  test('every rank is in the table, missing ones too, with what is said of it', () => {
    const { ranks, statements } = dataOf(pageOf(troubledRanks(), 8));

    expect(ranks.map(({ rank }: { rank: number }) => rank)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(ranks[7]).toMatchObject({ missing: true, samples: 0, allocated: null });
    expect(statements[ranks[5].statements[0]].title).toContain('rank 5 stopped');
  });

  test('the records around an onset are those of its rank, with their exact figures', () => {
    const html = pageOf(troubledRanks(), 8);
    const details = /<details id="finding-2-records">.*?<\/details>/s.exec(html)?.[0] ?? '';

    expect(details).toContain('CUDA out of memory: tried to allocate 2 GiB');
    expect(details.match(/<tr class="onset">/g)).toHaveLength(1);
    expect(details).toMatch(/title="1787650\d{12} ns"/);
    expect(details).toMatch(/title="\d{1,3}(,\d{3})+ bytes"/);
  });

  test('texts of files are in the page as texts, in its data without a character of markup', () => {
    const context = '</script><script>alert(1)</script><!-- \u2028 \ud800 \u202e';
    const html = pageOf([{ rank: 0, alert: { sample: 3, type: 'critical', context } }, { rank: 1 }], 2);
    const data = html.slice(html.indexOf('id="page-data">') + 15, html.lastIndexOf('</script>\n<script>'));

    expect(html).not.toContain('<script>alert(');
    expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- \\u2028 \\ud800 \\u202e');
    expect(data).not.toMatch(/[<>&\u2028\u2029]/);
    expect(html.isWellFormed()).toBe(true);
  });

  test('the policy names the digests of the one script and the one style, and forbids the rest', () => {
    const html = pageOf(troubledRanks(), 8);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];

    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'$/,
    );
    expect(html).not.toMatch(/ style="| on\w+="/);
    expect(html.match(/<script/g)).toHaveLength(2);
  });

  test('a thousand ranks stay below ten megabytes', () => {
    const html = renderHtmlReport(manyRanks(1024, 600));

    expect(html.length).toBeLessThan(10 * 1000 * 1000);
    expect(dataOf(html).tracks).toHaveLength(1024);
  });
});

/** A diagnosis of many ranks with one timeline each, made without events. */
function manyRanks(ranks: number, samples: number): HtmlDiagnosis {
  const { load, model } = sampleDiagnosis([{ rank: 0 }], 1);
  const start = load.events[0]!.timestamp_ns;
  const timestamps_ns = BigInt64Array.from({ length: samples }, (_, i) => start + BigInt(i) * 100_000_000n);
  const noise = (rank: number, i: number) => ((rank * 7919 + i * 104_729) % 1_000_003) * 4096;
  const row = model.rows[0]!;
  const all = Array.from({ length: ranks }, (_, rank) => rank);
  return {
    load,
    candidates: collectAnomalyCandidates(load.events),
    model: {
      ...model,
      rows: all.map((rank) => ({ ...row, rank, samples })),
      expected_ranks: all,
      present_ranks: all,
      per_rank_timelines: new Map(
        all.map((rank) => [
          rank,
          {
            timestamps_ns,
            allocated: Float64Array.from({ length: samples }, (_, i) => noise(rank, i)),
            reserved: Float64Array.from({ length: samples }, (_, i) => noise(rank, i) + noise(i, rank)),
            gap: Float64Array.from({ length: samples }, (_, i) => noise(rank + i, i)),
          },
        ]),
      ),
    },
  };
}
