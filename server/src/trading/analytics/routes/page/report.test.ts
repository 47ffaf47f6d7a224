import { describe, expect, it } from 'vitest';
import { emptyReport, fullReport } from '../../../../../test/support/analytics/tcaReports.ts';
import { html } from './html.ts';
import { renderReport } from './report.ts';
import { scaleOf } from './scale.ts';

const madeAtMs = 1_702_600_000_000;
const bins = [
  { fromBps: undefined, toBps: -1, fillsCount: 2 },
  { fromBps: -1, toBps: 0, fillsCount: 3 },
  { fromBps: 0, toBps: undefined, fillsCount: 6 },
];
const pageOf = (report = fullReport(), slippageBins = bins) =>
  renderReport(report, { slippageBins, madeAtMs });
const titlesOf = (page: string) => [...page.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, text]) => text);

describe('the page of a report', () => {
  it('shows headline, plots, shortfall and tables', () => {
    const page = pageOf();
    expect(titlesOf(page)).toEqual([
      'Cost by day',
      'Markout',
      'Slippage by fill',
      'Implementation shortfall',
    ]);
    for (const caption of ['In detail', 'By symbol', 'By algorithm', 'By day']) {
      expect(page).toContain(`<caption>${caption}</caption>`);
    }
    expect(page).toContain('30,000.00 USD');
    expect(page).toContain('2023-11-15 00:00 UTC to 2023-12-15 00:00 UTC');
    expect(page).toContain('Made 2023-12-15 00:26 UTC');
  });

  it('loads nothing, runs nothing and links nowhere', () => {
    const page = pageOf();
    expect(page).not.toMatch(/<script|<link|<img|<iframe|<form|@import|url\(|https?:|\son\w+=/i);
  });

  it('shows names as data, whatever is in them', () => {
    const evil = `"><script>alert('x')</script>&`;
    const part = fullReport().by_symbol[0];
    const page = pageOf(
      fullReport({
        exchange_account_id: evil,
        symbol: evil,
        by_algorithm: part ? [{ ...part, algorithm: evil }] : [],
      }),
    );
    expect(page).not.toContain('<script');
    const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;';
    expect(page.split(escaped).length - 1).toBeGreaterThanOrEqual(4);
  });

  it('is whole without fills', () => {
    for (const report of [emptyReport(), { ...fullReport(), fills_count: 0, by_day: [] }]) {
      const page = pageOf(report, []);
      expect(titlesOf(page)).toEqual(['No fills']);
      expect(page).not.toMatch(/NaN|Infinity|null|undefined/);
    }
  });

  it('of spot has fees alone', () => {
    const page = pageOf(
      fullReport({
        market_type: 'spot',
        slippage: null,
        markout: null,
        adverse_selection: null,
        implementation_shortfall: null,
      }),
      [],
    );
    expect(titlesOf(page)).toEqual(['Cost by day']);
    expect(page).toContain('On spot markets only fees are reported.');
    expect(page).not.toContain('slippage USD');
  });

  it('says where no mark price is known instead of drawing nothing', () => {
    const { markout } = fullReport();
    const curve = markout?.curve.map((point) => ({ ...point, bps: null })) ?? [];
    const page = pageOf(fullReport({ markout: markout && { ...markout, curve } }), []);
    expect(page.split('No mark price is known').length - 1).toBe(2);
  });

  it('is balanced: every element that is opened is closed', () => {
    const open: string[] = [];
    const body = pageOf().replace(/<style>[\s\S]*<\/style>/, '');
    for (const [, slash, name = '', rest = ''] of body.matchAll(/<(\/?)([a-z]\w*)([^>]*)>/g)) {
      if (name === 'meta' || rest.endsWith('/')) continue;
      if (slash === '') open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });

  it('names every day of a few, and the ends of many', () => {
    const [day] = fullReport().by_day;
    const labelsOf = (count: number) => {
      const days = Array.from({ length: count }, (_, at) => ({
        date: Date.UTC(2024, 0, 1 + at),
        fees_usd: 1,
        slippage_usd: 1,
      }));
      const page = pageOf(
        fullReport({ by_day: day ? days.map((one) => ({ ...day, ...one })) : [] }),
      );
      return [...page.matchAll(/<text [^>]*>((?:\d{4}-)?\d\d-\d\d)<\/text>/g)].map(
        ([, text]) => text,
      );
    };
    expect(labelsOf(1)).toEqual(['01-01']);
    expect(labelsOf(3)).toEqual(['01-01', '01-02', '01-03']);
    expect(labelsOf(30)).toEqual(['2024-01-01', '2024-01-30']);
  });

  it('draws bars from the zero line in the direction of their figure', () => {
    const page = pageOf();
    const zero = Number(/class="zero" x1="48" x2="412" y1="([\d.]+)"/.exec(page)?.[1]);
    const barOf = (title: string) => {
      const found = new RegExp(`y="([\\d.]+)" width="[\\d.]+" height="([\\d.]+)"><title>${title}`);
      const [, y = '', height = ''] = found.exec(page) ?? [];
      return { top: Number(y), bottom: Number(y) + Number(height) };
    };
    expect(barOf('2023-11-15: slippage').top).toBeCloseTo(zero, 1);
    expect(barOf('2023-11-16: slippage').bottom).toBeCloseTo(zero, 1);
    expect(barOf('2023-11-16: slippage').top).toBeLessThan(zero);
  });
});

describe('a template', () => {
  it('escapes text and keeps HTML', () => {
    const inner = html`<b>${'a<b'}</b>`;
    expect(html`<p title="${'"'}">${inner}${[inner]}${3}</p>`.text).toBe(
      '<p title="&quot;"><b>a&lt;b</b><b>a&lt;b</b>3</p>',
    );
  });
});

describe('a scale', () => {
  it('goes from one round value to another, with zero in it', () => {
    expect(scaleOf({ values: [3, 97], from: 0, to: 1 }).ticks).toEqual([0, 50, 100]);
    expect(scaleOf({ values: [-7], from: 0, to: 1 }).ticks).toEqual([-8, -6, -4, -2, 0]);
  });

  it('has a place for values that are all zero, or none', () => {
    for (const values of [[], [0, 0]]) {
      const scale = scaleOf({ values, from: 100, to: 0 });
      expect(scale(0)).toBe(100);
      expect(scale.ticks.every(Number.isFinite)).toBe(true);
    }
  });
});
