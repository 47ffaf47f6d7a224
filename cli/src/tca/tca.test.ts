import { describe, expect, test } from 'vitest';
import { emptyReport, fullReport } from '../../../server/test/support/analytics/tcaReports.ts';
import {
  createFakeIo,
  type FakeOptions,
  startMs,
  tradingAnswer,
} from '../../test/support/fakeIo.ts';
import { run } from '../run.ts';
import { renderBars } from './bars.ts';

async function runningTca(argv: readonly string[], options: FakeOptions = {}) {
  const fake = createFakeIo({ answer: () => tradingAnswer(fullReport()), ...options });
  const code = await run(['tca', ...argv], fake.io);
  const [request] = fake.requests;
  const query = Object.fromEntries(new URL(request?.url ?? 'http://none').searchParams);
  return { ...fake, code, query };
}

describe('tca', () => {
  test('shows what trading cost, by day, horizon, symbol and algorithm', async () => {
    const { code, out } = await runningTca(['paper-okx']);
    expect(out()).toMatchInlineSnapshot(`
      "account         paper-okx
      window          2023-11-15T00:00:00.000Z to 2023-12-15T00:00:00.000Z
      market          all swap
      fills           12
      turnover        30,000.00 USD
      fees            12.00 USD (4.00 bps)
      fee tier        2.00 bps maker, 5.00 bps taker
      slippage        3.60 USD (1.20 bps), 11 marked fills
      median, p95     1.00 bps, 4.00 bps
      marks           10 fills by the last before each, 40 ms older (p95 90 ms)
      without a mark  1: reported too late (1)
      markout 300 s   -0.80 bps; makers -1.40 bps, takers 0.30 bps
      toxic fills     60.00 %
      maker fills     25.00 %, of turnover 30.00 %
      cost drag       5.20 bps, 0.10 % of equity
      rebate gap      -0.50 bps
      maker net edge  1.10 bps

      COST BY DAY, USD
      2023-11-15  2.00  ███████████
      2023-11-16  7.00  ████████████████████████████████████████
      2023-11-17  6.60  ██████████████████████████████████████

      MARKOUT, BPS
      1 s     0.20                                  ████████
      30 s   -0.30                      ████████████
      60 s   -0.60          ████████████████████████
      300 s  -0.80  ████████████████████████████████

      SHORTFALL OF 1 ORDER, USD
      delay         3.00                ██████████
      spread        1.00                ███
      impact        2.00                ███████
      timing       -4.00  ██████████████
      fees          5.00                █████████████████
      opportunity   0.50                ██
      total         7.50                ██████████████████████████
      7.50 bps of 10,000.00 USD ordered

      SYMBOL         FILLS  TURNOVER   SLIPPAGE  BPS   FEES  BPS   MARKOUT  MAKER %
      BTC/USDT:USDT  12     10,000.00  1.50      1.50  4.00  4.00  -0.40    25.00

      ALGORITHM  FILLS  TURNOVER   SLIPPAGE  BPS   FEES  BPS   MARKOUT  MAKER %
      twap       4      10,000.00  1.50      1.50  4.00  4.00  -0.40    25.00
      manual     4      10,000.00  1.50      1.50  4.00  4.00  -0.40    25.00
      "
    `);
    expect(code).toBe(0);
  });

  test('of an account without fills says so', async () => {
    const answer = () => tradingAnswer(emptyReport());
    const { out } = await runningTca(['paper-okx', '--market-type', 'spot'], { answer });
    expect(out()).toMatchInlineSnapshot(`
      "account         paper-okx
      window          2023-11-15T00:00:00.000Z to 2023-12-15T00:00:00.000Z
      market          all spot
      fills           0
      turnover        0.00 USD
      fees            0.00 USD (-)
      fee tier        2.00 bps maker, 5.00 bps taker
      maker fills     -, of turnover -
      cost drag       -, - of equity
      rebate gap      -
      maker net edge  -

      no spot fills in this window; perpetuals and futures: --market-type swap
      "
    `);
    const usual = await runningTca(['paper-okx'], {
      answer: () => tradingAnswer({ ...emptyReport(), market_type: 'swap' }),
    });
    expect(usual.out()).toContain(
      'no fills of perpetuals and futures in this window; spot: --market-type spot\n',
    );
  });

  test('asks for what was meant', async () => {
    const usual = await runningTca(['paper-okx']);
    expect(usual.query).toEqual({
      exchange_account_id: 'paper-okx',
      market_type: 'swap',
      horizon: '300',
    });
    const narrow = ['--market-type', 'spot', '--symbol', 'btc-usdt', '--horizon', '5'];
    const { query } = await runningTca(['paper-okx', ...narrow, '--days', '7']);
    expect(query).toEqual({
      exchange_account_id: 'paper-okx',
      market_type: 'spot',
      horizon: '5',
      symbol: 'BTC/USDT',
      start: String(startMs - 7 * 86_400_000),
      end: String(startMs),
    });
    const times = ['--start', '2025-12-01', '--end', '2025-12-02T12:00:00+02:00'];
    const { query: timed } = await runningTca(['paper-okx', ...times]);
    expect(timed).toMatchObject({
      start: String(Date.parse('2025-12-01T00:00:00Z')),
      end: String(Date.parse('2025-12-02T10:00:00Z')),
    });
  });

  test('--json is the report as it came', async () => {
    const { out } = await runningTca(['paper-okx', '--json']);
    expect(JSON.parse(out())).toEqual(fullReport());
  });

  test('--html writes the page the service made', async () => {
    const files: [string, string][] = [];
    const writeText = (path: string, text: string) => void files.push([path, text]);
    const page = { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } };
    const { code, out, query } = await runningTca(['paper-okx', '--html', 'costs.html'], {
      answer: () => ({ ...page, text: '<!doctype html>' }),
      machine: { writeText: (...file) => writeText(...file) },
    });
    expect(query.format).toBe('html');
    expect(files).toEqual([['costs.html', '<!doctype html>']]);
    expect([code, out()]).toEqual([0, 'Wrote costs.html.\n']);
  });

  test('--html says why there is no page', async () => {
    const refused = await runningTca(['nobody', '--html', 'x.html'], {
      answer: () => tradingAnswer({ error: 'ACCOUNT_NOT_FOUND' }, 404),
    });
    expect([refused.code, refused.err()]).toEqual([1, 'windlass: Said so\n']);
    const other = await runningTca(['paper-okx', '--html', 'x.html']);
    expect(other.err()).toMatch(/^windlass: Expected .* received status 200/);
    const full = await runningTca(['paper-okx', '--html', '/full/x.html'], {
      answer: () => ({ status: 200, headers: { 'content-type': 'text/html' }, text: 'page' }),
      machine: { writeText: () => 'no space left' },
    });
    const line = 'windlass: /full/x.html cannot be written: no space left.\n';
    expect([full.code, full.err()]).toEqual([1, line]);
  });

  test.each([
    [['paper-okx', '--horizon', '2'], /Expected one of 1, 5, 30, 60, 300\.\n$/],
    [['paper-okx', '--days', '0'], /Expected an integer from 1 to 3650\.\n$/],
    [['paper-okx', '--start', 'yesterday'], /Expected a date like 2026-01-31/],
    [['paper-okx', '--end', '2026-01-31T10:00'], /or a time with its zone\.\n$/],
    [['paper-okx', '--days', '3', '--start', '2026-01-01'], /Give --days or --start, not both/],
    [['paper-okx', '--json', '--html', 'x.html'], /Give --json or --html, not both/],
    [['paper-okx', '--market-type', 'margin'], /Allowed choices are swap, spot/],
    [[], /missing required argument 'account'/],
  ])('refuses %j without sending', async (argv, line) => {
    const { code, err, requests } = await runningTca(argv);
    expect(err()).toMatch(line);
    expect([code, requests]).toEqual([2, []]);
  });
});

describe('bars', () => {
  const of = (...values: number[]) =>
    renderBars(
      values.map((value) => ({ name: 'a', value, text: String(value) })),
      20,
    );

  test('go from zero to the figure, to the left below it', () => {
    expect(of(4, -4, 0)).toBe('a   4        ██████\na  -4  ██████\na   0\n');
  });

  test('show what is small, and leave out what has no place', () => {
    expect(of(1_000, 0.001)).toContain('0.001  █\n');
    expect(renderBars([{ name: 'name', value: 1, text: '1,000,000.00' }], 20)).toBe(
      'name  1,000,000.00\n',
    );
  });
});
