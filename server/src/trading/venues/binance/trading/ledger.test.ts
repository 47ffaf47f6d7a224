import { describe, expect, it } from 'vitest';
import { type WireRequest, wireCall } from '../../../../../test/support/ccxt/wireCall.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { binanceDialect } from './dialect.ts';
import { binancePerps } from './perps.ts';

const btc = parseSymbol('BTC/USDT:USDT') ?? ('' as never);
const markets = [
  { id: 'BTCUSDT', symbol: btc },
  { id: 'BTCUSD_PERP', symbol: 'BTC/USD:BTC', contractSize: 100 },
  { id: 'BTCUSDT_261225', symbol: 'BTC/USDT:USDT-261225' },
];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const entry = (time: number, changes: object = {}) => ({
  symbol: 'BTCUSDT',
  incomeType: 'FUNDING_FEE',
  income: '-0.37500000',
  asset: 'USDT',
  time,
  info: 'FUNDING_FEE',
  tranId: time,
  tradeId: '',
  ...changes,
});
type Entry = ReturnType<typeof entry>;
const swap = { marketType: 'swap', symbol: undefined, sinceMs: undefined, limit: 100 } as const;

/** Creates a venue with these entries, oldest first, which it lists by their times. */
async function ledger(make: (nowMs: number) => readonly Entry[], marginType = '/fapi/v1/income') {
  let rows: readonly Entry[] = [];
  const made = await wireCall(binanceDialect, markets, ({ path, fields }: WireRequest) => {
    if (path !== marginType) return [];
    const [from, to] = [Number(fields.startTime), Number(fields.endTime)];
    const { symbol } = fields;
    return rows
      .filter((each) => symbol === undefined || each.symbol === symbol)
      .filter(({ time }) => time >= from && time <= to)
      .slice(0, Number(fields.limit));
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
    const { call } = await ledger((now) => [entry(now - 1, { symbol: 'no-name-USDT' })]);
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
    const keptMs = 90 * dayMs - hourMs;
    expect(windows).toEqual([
      [-hourMs, 0],
      [-dayMs, -hourMs - 1],
      [-7 * dayMs, -dayMs - 1],
      [-30 * dayMs, -7 * dayMs - 1],
      [-keptMs, -30 * dayMs - 1],
    ]);
    const fresh = await ledger((now) => [entry(now - 2 * dayMs), entry(now - 1)]);
    await binancePerps.fundingPayments(fresh.call, { ...swap, symbol: btc, limit: 1 });
    expect(fresh.requests).toHaveLength(1);
  });

  it('since a time goes on where a page ended, and ends with as many as were wanted', async () => {
    // Three of each moment: the page of a thousand ends within one moment.
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
      -60_000,
      -50_000 + 333,
      -50_000 + 666,
    ]);
  });

  it('since a time before all that is kept begins with what is kept', async () => {
    const { call, requests, nowMs } = await ledger(() => []);
    await binancePerps.fundingPayments(call, { ...swap, symbol: btc, sinceMs: 5 });
    expect(Number(requests[0]?.fields.startTime)).toBe(nowMs - 90 * dayMs + 3_600_000);
    const later = { ...swap, symbol: btc, sinceMs: nowMs + dayMs };
    expect(await binancePerps.fundingPayments(call, later)).toEqual([]);
  });

  /** Returns that many entries, one per step, the last of them a moment ago. */
  const many = (now: number, [count, stepMs]: readonly [number, number], changes: object = {}) =>
    Array.from({ length: count }, (_, at) =>
      entry(now - (count - at) * stepMs, { tranId: at, ...changes }),
    );
  const idsOf = (entries: readonly { readonly id: string; readonly atMs: number }[]) =>
    [...entries].sort((a, b) => a.atMs - b.atMs).map(({ id }) => Number(id.split('-')[0]));

  it('that is the newest of far too many is found in few pages', async () => {
    // An hour of 180 pages, and a burst at the beginning of a quiet hour.
    const dense = (now: number) => many(now, [180_000, 20]);
    const burst = (now: number) =>
      Array.from({ length: 3_500 }, (_, at) =>
        entry(now - 3_000_000 + Math.floor(at / 4), { tranId: at }),
      );
    for (const [rows, count] of [
      [dense, 180_000],
      [burst, 3_500],
    ] as const) {
      const { call, requests } = await ledger(rows);
      const found = await binancePerps.fundingPayments(call, { ...swap, symbol: btc, limit: 10 });
      const last = Array.from({ length: 10 }, (_, at) => count - 10 + at);
      expect(idsOf(found).slice(-10)).toEqual(last);
      expect(requests.length).toBeLessThanOrEqual(20);
    }
  });

  it('that is the newest has no hole, however it is spread', async () => {
    // Thin, dense, thin again, and a moment with many entries.
    const rows = (now: number) => [
      ...many(now - 20 * dayMs, [1_500, 60_000]),
      ...many(now - 2 * dayMs, [2_700, 1_000], { symbol: 'ETHUSDT' }),
      ...many(now - 1_000, [40, 60_000], { symbol: 'BNBUSDT' }),
    ];
    const { call, nowMs } = await ledger(rows);
    const found = await binancePerps.fundingPayments(call, { ...swap, limit: 3_000 });
    const wanted = rows(nowMs).map(({ time }) => time);
    const times = found.map(({ atMs }) => atMs).sort((a, b) => a - b);
    expect(times.slice(-3_000)).toEqual(wanted.slice(-3_000));
    const dense = await ledger((now) => many(now, [9_000, 100]));
    const query = { ...swap, symbol: btc, limit: 8_000 };
    const newest = idsOf(await binancePerps.fundingPayments(dense.call, query));
    expect(newest.slice(-8_000)).toEqual(Array.from({ length: 8_000 }, (_, at) => 1_000 + at));
  });

  it('of more than can be read at once is refused, and not asked for again', async () => {
    const dated = { symbol: 'BTCUSDT_261225' };
    const { call, requests, nowMs } = await ledger((now) => many(now, [21_000, 1], dated));
    const query = { ...swap, sinceMs: nowMs - dayMs };
    const reading = binancePerps.realizedPnl(call, query);
    const error = await reading.catch((thrown: unknown) => thrown);
    expect(failureOf(error, binanceDialect.errorMeanings)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('more records than can be read'),
    });
    expect(requests.filter(({ path }) => path === '/fapi/v1/income')).toHaveLength(20);
  });

  it('of a moment with a whole page ends with it', async () => {
    const { call, requests, nowMs } = await ledger((now) =>
      Array.from({ length: 1_000 }, (_, at) => entry(now, { tranId: at })),
    );
    const query = { ...swap, symbol: btc, sinceMs: nowMs, limit: 5_000 };
    expect(await binancePerps.fundingPayments(call, query)).toHaveLength(1_000);
    expect(requests).toHaveLength(1);
  });

  it('in funding is none of dated contracts, and is not asked for', async () => {
    const { call, requests } = await ledger((now) => [entry(now - 1)]);
    const future = { ...swap, marketType: 'future' } as const;
    expect(await binancePerps.fundingPayments(call, future)).toEqual([]);
    expect(requests).toEqual([]);
  });

  it('of dated contracts is looked for in ten pages among many perpetuals', async () => {
    const future = { ...swap, marketType: 'future' } as const;
    const isDated = { symbol: 'BTCUSDT_261225', tranId: 77_777 };
    const { call, requests, nowMs } = await ledger((now) => [
      ...many(now - 5, [30_000, 1_000]),
      entry(now - 1, isDated),
    ]);
    const pages = () => requests.filter(({ path }) => path === '/fapi/v1/income').length;
    expect(idsOf(await binancePerps.realizedPnl(call, future))).toEqual([77_777]);
    expect(pages()).toBe(10);
    const since = { ...future, sinceMs: nowMs - 80 * dayMs };
    expect(await binancePerps.realizedPnl(call, since)).toEqual([]);
    expect(pages()).toBe(20);
    // By its name it is found wherever it is.
    const symbol = parseSymbol('BTC/USDT:USDT-261225') ?? btc;
    expect(idsOf(await binancePerps.realizedPnl(call, { ...since, symbol }))).toEqual([77_777]);
    const busy = await ledger((now) => many(now, [10_500, 1_000], isDated));
    const named = { ...future, symbol, sinceMs: busy.nowMs - dayMs, limit: 20_000 };
    expect(await binancePerps.realizedPnl(busy.call, named)).toHaveLength(1);
    expect(busy.requests).toHaveLength(11);
    expect(requests.at(-1)?.fields.symbol).toBe('BTCUSDT_261225');
  });

  it('is asked of the API of the market alone', async () => {
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
