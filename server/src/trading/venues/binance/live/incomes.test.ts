import { describe, expect, it } from 'vitest';
import { type WireRequest, wireCall } from '../../../../../test/support/wireCall.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import { binanceDialect } from './dialect.ts';
import { binancePerps } from './perps.ts';

const btc = parseSymbol('BTC/USDT:USDT') ?? ('' as never);
const markets = [
  { id: 'BTCUSDT', symbol: btc },
  { id: 'BTCUSD_PERP', symbol: 'BTC/USD:BTC', contractSize: 100 },
];
const dayMs = 24 * 3_600_000;
const entry = (time: number, changes: object = {}) => ({
  ...{ symbol: 'BTCUSDT', incomeType: 'FUNDING_FEE', income: '-0.37500000', asset: 'USDT' },
  ...{ time, info: 'FUNDING_FEE', tranId: time, tradeId: '', ...changes },
});
type Entry = ReturnType<typeof entry>;
const swap = { marketType: 'swap', symbol: undefined, sinceMs: undefined, limit: 100 } as const;

/** A venue with these entries, oldest first, which it lists by their times. */
async function ledger(make: (nowMs: number) => readonly Entry[], house = '/fapi/v1/income') {
  let rows: readonly Entry[] = [];
  const made = await wireCall(binanceDialect, markets, ({ path, fields }: WireRequest) => {
    if (path !== house) return [];
    const [from, to] = [Number(fields.startTime), Number(fields.endTime)];
    return rows.filter(({ time }) => time >= from && time <= to).slice(0, Number(fields.limit));
  });
  rows = make(made.clock.now());
  return { ...made, nowMs: made.clock.now() };
}

describe('the income of binance', () => {
  it('is told in the exact text of the venue, with an id of its own', async () => {
    const text = '-12345678901234567.123456789012345678';
    const big = '4480321991774044580';
    const { call } = await ledger((now) => [
      entry(now - 1, { income: text, tranId: big }),
      entry(now - 1, { symbol: 'ETHUSDT', tranId: big }),
    ]);
    const found = await binancePerps.fundingPayments(call, swap);
    expect(found).toMatchObject([
      { id: `${big}-BTCUSDT-FUNDING_FEE`, symbol: btc, amount: text, asset: 'USDT' },
      { id: `${big}-ETHUSDT-FUNDING_FEE`, symbol: 'ETH/USDT:USDT', amount: '-0.37500000' },
    ]);
    expect(found[0]?.info).toMatchObject({ income: text, tradeId: '' });
  });

  it('keeps all digits of a number that the venue does not quote', async () => {
    const { clock, call } = await wireCall(binanceDialect, markets, ({ path }) => {
      if (path !== '/fapi/v1/income') return [];
      const row = JSON.stringify(entry(clock.now() - 1, { tranId: 'x' }));
      return { status: 200, text: `[${row.replace('"x"', '4480321991774044581')}]` };
    });
    const [found] = await binancePerps.fundingPayments(call, swap);
    expect(found?.id).toBe('4480321991774044581-BTCUSDT-FUNDING_FEE');
  });

  it('of a name that none of ours is has no symbol, and is not lost', async () => {
    const { call } = await ledger((now) => [entry(now - 1, { symbol: '币安人生USDT' })]);
    const found = await binancePerps.fundingPayments(call, swap);
    expect(found).toMatchObject([{ symbol: undefined, amount: '-0.37500000' }]);
  });

  it('of dated contracts is apart from that of perpetuals', async () => {
    const { call } = await ledger((now) => [
      entry(now - 2),
      entry(now - 1, { symbol: 'BTCUSDT_261225' }),
    ]);
    const of = async (marketType: 'swap' | 'future') =>
      (await binancePerps.realizedPnl(call, { ...swap, marketType })).map(({ symbol }) => symbol);
    expect([await of('swap'), await of('future')]).toEqual([[btc], ['BTC/USDT:USDT-261225']]);
  });

  it('that is the newest is looked for further and further back, in windows that meet', async () => {
    const old = await ledger((now) => [entry(now - 89 * dayMs), entry(now - 20 * dayMs)]);
    const both = await binancePerps.fundingPayments(old.call, { ...swap, symbol: btc });
    expect(both.map(({ atMs }) => Math.round((old.nowMs - atMs) / dayMs))).toEqual([20, 89]);
    const windows = old.requests.map(({ fields }) => [
      Number(fields.startTime) - old.nowMs,
      Number(fields.endTime) - old.nowMs,
    ]);
    const keptMs = 90 * dayMs - 3_600_000;
    expect(windows).toEqual([
      [-dayMs, 0],
      [-7 * dayMs, -dayMs - 1],
      [-30 * dayMs, -7 * dayMs - 1],
      [-keptMs, -30 * dayMs - 1],
    ]);
    const fresh = await ledger((now) => [entry(now - 2 * dayMs), entry(now - 1)]);
    await binancePerps.fundingPayments(fresh.call, { ...swap, symbol: btc, limit: 1 });
    expect(fresh.requests).toHaveLength(1);
  });

  it('since a time goes on where a page ended, and ends with as many as were wanted', async () => {
    // Three of each moment: the page of a thousand ends within one.
    const rows = (now: number) =>
      Array.from({ length: 2_100 }, (_, at) =>
        entry(now - 50_000 + Math.floor(at / 3), { tranId: at }),
      );
    const { call, requests, nowMs } = await ledger(rows);
    const query = { ...swap, symbol: btc, sinceMs: nowMs - 60_000, limit: 1_000 };
    expect(await binancePerps.fundingPayments(call, query)).toHaveLength(1_000);
    expect(requests).toHaveLength(1);
    const all = await binancePerps.fundingPayments(call, { ...query, limit: 5_000 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(2_100);
    expect(requests.slice(1).map(({ fields }) => Number(fields.startTime) - nowMs)).toEqual([
      ...[-60_000, -50_000 + 333, -50_000 + 666],
    ]);
  });

  it('since a time before all that is kept begins with what is kept', async () => {
    const { call, requests, nowMs } = await ledger(() => []);
    await binancePerps.fundingPayments(call, { ...swap, symbol: btc, sinceMs: 5 });
    expect(Number(requests[0]?.fields.startTime)).toBe(nowMs - 90 * dayMs + 3_600_000);
    const later = { ...swap, symbol: btc, sinceMs: nowMs + dayMs };
    expect(await binancePerps.fundingPayments(call, later)).toEqual([]);
  });

  it('of more than can be read at once is no answer', async () => {
    const { call, requests } = await ledger((now) =>
      Array.from({ length: 21_000 }, (_, at) => entry(now - 30_000 + at, { tranId: at })),
    );
    await expect(binancePerps.fundingPayments(call, { ...swap, symbol: btc })).rejects.toThrow(
      'more records than can be read',
    );
    expect(requests).toHaveLength(20);
  });

  it('is asked of the house of the market alone', async () => {
    const coin = { ...swap, symbol: parseSymbol('BTC/USD:BTC') ?? btc, limit: 1 };
    const { call, requests } = await ledger(
      (now) => [entry(now - 1, { symbol: 'BTCUSD_PERP', asset: 'BTC' })],
      '/dapi/v1/income',
    );
    expect(await binancePerps.fundingPayments(call, coin)).toMatchObject([{ asset: 'BTC' }]);
    expect(requests.map(({ path, fields }) => [path, fields.symbol])).toEqual([
      ['/dapi/v1/income', 'BTCUSD_PERP'],
    ]);
  });
});
