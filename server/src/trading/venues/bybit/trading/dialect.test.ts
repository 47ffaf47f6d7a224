import { describe, expect, it } from 'vitest';
import {
  bybitExecution,
  bybitRecord,
  bybitSymbol,
  clientId,
  list,
  ok,
  openBybit,
  refusal,
  type SentToBybit,
} from '../../../../../test/support/exchanges/bybit/client.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { bybitDialect } from './dialect.ts';

const swap = { clientId, symbol: bybitSymbol('swap'), marketType: 'swap' } as const;
const spot = { clientId, symbol: bybitSymbol('spot'), marketType: 'spot' } as const;
const unseen = { venueOrderId: undefined };
const seen = { venueOrderId: 'fd4300ae' };
const [recent, history] = ['/v5/order/realtime', '/v5/order/history'];
const cancelPath = '/v5/order/cancel';
const asked = { category: 'linear', symbol: 'BTCUSDT', orderLinkId: clientId };

describe('an order at bybit is looked up', () => {
  it('by our id among what is open or has just ended, then in the history', async () => {
    const venue = openBybit({
      [recent]: [list()],
      [history]: [list(bybitRecord({ orderStatus: 'Filled' }))],
    });
    const state = await venue.ask((call) => bybitDialect.lookup(call, { ...swap, ...unseen }));
    expect(state).toMatchObject({ venueOrderId: 'fd4300ae', status: 'closed', clientId });
    expect(venue.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET ${recent}`,
      `GET ${history}`,
    ]);
    expect(venue.sent.map(({ fields }) => fields)).toEqual([asked, asked]);
  });

  it('on spot among orders of all kinds', async () => {
    const venue = openBybit({ [recent]: [list(bybitRecord({ orderStatus: 'Untriggered' }))] });
    const state = await venue.ask((call) => bybitDialect.lookup(call, { ...spot, ...seen }));
    expect(state).toMatchObject({ status: 'open', symbol: 'BTC/USDT', marketType: 'spot' });
    expect(venue.sent.map(({ fields }) => fields)).toEqual([{ ...asked, category: 'spot' }]);
  });

  it('and is absent only when the venue answered twice and named no other', async () => {
    const other = list(bybitRecord({ orderLinkId: 'f'.repeat(32) }));
    const venue = openBybit({ [recent]: [other], [history]: [list()] });
    for (const ref of [
      { ...swap, ...unseen },
      { ...spot, ...seen },
    ]) {
      const state = await venue.ask((call) => bybitDialect.lookup(call, ref));
      expect(state).toBeUndefined();
    }
    expect(venue.sent).toHaveLength(4);
  });

  it('and is not absent where an answer has no list', async () => {
    const venue = openBybit({ [recent]: [list()], [history]: [ok({})] });
    const answer = venue.ask((call) => bybitDialect.lookup(call, { ...swap, ...unseen }));
    await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError' });
  });
});

describe('an order at bybit is cancelled', () => {
  const gone = refusal(170213, 'Order does not exist.');
  const named = { symbol: 'BTCUSDT', orderLinkId: clientId };

  it('by our id', async () => {
    const venue = openBybit({ [cancelPath]: [ok({ orderId: 'x', orderLinkId: clientId })] });
    for (const ref of [swap, spot]) {
      await venue.ask((call) => bybitDialect.cancel(call, { ...ref, ...seen }));
    }
    expect(venue.sent.map(({ fields }) => fields)).toEqual([
      { ...named, category: 'linear' },
      { ...named, category: 'spot', orderFilter: 'Order' },
    ]);
  });

  it('on spot as a conditional one where there is no plain one', async () => {
    const venue = openBybit({ [cancelPath]: [gone, ok({})] });
    await venue.ask((call) => bybitDialect.cancel(call, { ...spot, ...unseen }));
    expect(venue.sent.map(({ method, fields }) => [method, fields.orderFilter])).toEqual([
      ['POST', 'Order'],
      ['POST', 'StopOrder'],
    ]);
  });

  it.each([
    ['spot', spot, 2],
    ['swap', swap, 1],
  ])('and one that is gone on %s is told', async (_, ref, requests) => {
    const venue = openBybit({ [cancelPath]: [gone] });
    const answer = venue.ask((call) => bybitDialect.cancel(call, { ...ref, ...unseen }));
    await expect(answer).rejects.toThrow(/170213/);
    expect(venue.sent).toHaveLength(requests);
  });

  it('once where it is not known what became of that', async () => {
    const venue = openBybit({ [cancelPath]: [refusal(10016, 'Server error.')] });
    const answer = venue.ask((call) => bybitDialect.cancel(call, { ...spot, ...unseen }));
    await expect(answer).rejects.toThrow(/10016/);
    expect(venue.sent).toHaveLength(1);
  });
});

describe('open orders at bybit', () => {
  it('of spot are one list, page by page', async () => {
    const full = Array.from({ length: 50 }, (_, i) =>
      bybitRecord({ orderId: `a${i}`, symbol: i === 0 ? 'BTCXYZ' : 'BTCUSDT' }),
    );
    const venue = openBybit({
      [recent]: [
        ok({ list: full, nextPageCursor: 'page%3D2%2C' }),
        ok({ list: [bybitRecord({ orderId: 'last' })], nextPageCursor: 'page%3D3' }),
      ],
    });
    const states = await venue.ask((call) => bybitDialect.openOrders(call, 'spot', undefined));
    // The first names no market of ours.
    expect(states).toHaveLength(50);
    // The venue lists the newest first.
    expect([states[0]?.venueOrderId, states.at(-1)?.venueOrderId]).toEqual(['last', 'a1']);
    expect(states[0]).toMatchObject({ symbol: 'BTC/USDT', marketType: 'spot' });
    expect(venue.sent.map(({ fields }) => fields)).toEqual([
      { category: 'spot', limit: '50' },
      { category: 'spot', limit: '50', cursor: 'page=2,' },
    ]);
  });

  it('of contracts are a list for each currency they settle in, perpetual and dated', async () => {
    const usdt = list(
      bybitRecord({ orderId: '1' }),
      bybitRecord({ orderId: '2', symbol: 'BTCUSDT-25DEC26' }),
    );
    const usdc = list(bybitRecord({ orderId: '3', symbol: 'BTCPERP' }));
    // A contract is worth a dollar; a dated one only names the month, and has no name here.
    const inverse = list(
      bybitRecord({ orderId: '4', symbol: 'BTCUSD', qty: '300', leavesQty: '300', price: '80' }),
      bybitRecord({ orderId: '5', symbol: 'BTCUSDZ26' }),
    );
    const venue = openBybit({ [recent]: [usdt, usdc, inverse, usdt, usdc, inverse] });
    const named = async (type: 'swap' | 'future') => {
      const states = await venue.ask((call) => bybitDialect.openOrders(call, type, undefined));
      return states.map(({ venueOrderId, symbol, quantity }) => [venueOrderId, symbol, quantity]);
    };
    expect(await named('swap')).toEqual([
      ['1', 'BTC/USDT:USDT', expect.any(String)],
      ['3', 'BTC/USDC:USDC', expect.any(String)],
      ['4', 'BTC/USD:BTC', '3.75'],
    ]);
    expect(await named('future')).toEqual([['2', 'BTC/USDT:USDT-261225', '0.5']]);
    expect(venue.sent.slice(0, 3).map(({ fields }) => fields)).toEqual([
      { category: 'linear', settleCoin: 'USDT', limit: '50' },
      { category: 'linear', settleCoin: 'USDC', limit: '50' },
      { category: 'inverse', limit: '50' },
    ]);
  });
});

describe('the wallet at bybit', () => {
  const coins = [
    // The free amount may be missing, and the amount that can be borrowed zero.
    {
      coin: 'USDT',
      walletBalance: '1000.5',
      availableToWithdraw: '',
      locked: '100',
      totalOrderIM: '10.25',
      totalPositionIM: '0.25',
      borrowAmount: '0',
      equity: '1001',
    },
    { coin: 'BTC', walletBalance: '0.8', availableToWithdraw: '0.3', locked: '0.5' },
    { coin: 'ETH', walletBalance: '0', availableToWithdraw: '', locked: '0' },
  ];

  it('is one for everything, and is asked for at once', async () => {
    const answer = ok({ list: [{ accountType: 'UNIFIED', coin: coins }] });
    const venue = openBybit({ '/v5/account/wallet-balance': [answer] });
    for (const type of ['spot', 'swap', 'future'] as const) {
      expect(await venue.ask((call) => bybitDialect.balances(call, type))).toEqual({
        USDT: { free: '890', used: '110.5', total: '1000.5' },
        BTC: { free: '0.3', used: '0.5', total: '0.8' },
      });
    }
    const { method, path, fields } = venue.sent[0] ?? {};
    expect([method, path, fields]).toEqual([
      'GET',
      '/v5/account/wallet-balance',
      { accountType: 'UNIFIED' },
    ]);
    expect(venue.sent).toHaveLength(3);
  });
});

describe('fills at bybit', () => {
  const path = '/v5/execution/list';
  const nowMs = 1_700_000_000_000;
  const dayMs = 24 * 3_600_000;
  const query = { symbol: swap.symbol, marketType: 'swap', limit: 3 } as const;
  const at = (execTime: number, changes: object = {}) =>
    bybitExecution({ execId: `e${execTime}`, execTime: String(execTime), ...changes });

  it('are the earliest since then, oldest first, from the first week that has any', async () => {
    const sinceMs = nowMs - 10 * dayMs;
    const times = [7, 5, 3, 2].map((minutes) => at(nowMs - dayMs + minutes * 60_000));
    const venue = openBybit({ [path]: [list(), list(...times)] });
    const fills = await venue.ask((call) => bybitDialect.fills(call, { ...query, sinceMs }));
    expect(fills.map(({ atMs }) => (atMs - nowMs + dayMs) / 60_000)).toEqual([2, 3, 5]);
    const asked = { category: 'linear', symbol: 'BTCUSDT', execType: 'Trade', limit: '100' };
    expect(venue.sent.map(({ fields }) => fields)).toEqual([
      { ...asked, startTime: String(sinceMs) },
      { ...asked, startTime: String(sinceMs + 7 * dayMs + 1) },
    ]);
  });

  it.each([
    [true, 'BTC/USDT:USDT', ['long', 'short', 'long', 'short']],
    [false, 'BTC/USDT:USDT', [undefined, undefined, undefined, undefined]],
    [true, 'BTC/USDC:USDC', [undefined, undefined, undefined, undefined]],
  ] as const)('name the leg they opened or closed: hedge mode %s of %s', async (is, name, legs) => {
    const rows = [
      { side: 'Buy', closedSize: '' },
      { side: 'Sell', closedSize: '0' },
      { side: 'Sell', closedSize: '0.5' },
      { side: 'Buy', closedSize: '0.5' },
    ].map((row, index) => at(nowMs - 9 + index, row));
    const venue = openBybit({ [path]: [list(...rows.toReversed())] });
    const asked = { ...query, symbol: name as InstrumentSymbol, sinceMs: nowMs - dayMs, limit: 9 };
    const fills = await venue.ask((call) =>
      bybitDialect.fills({ ...call, isHedged: () => is }, asked),
    );
    expect(fills.map(({ leg }) => leg)).toEqual(legs);
  });

  it('of an order name the leg that its record does', async () => {
    const filled = { orderStatus: 'Filled', cumExecQty: '0.5', cumExecValue: '50' };
    const venue = openBybit({
      [recent]: [list(bybitRecord({ ...filled, positionIdx: 2 }))],
      [path]: [list(bybitExecution({ execQty: '0.5' }))],
    });
    await venue.ask((call) => bybitDialect.lookup(call, { ...swap, ...unseen }));
    expect(venue.heard.map(({ leg }) => leg)).toEqual(['short']);
  });

  it('of one millisecond are in the order of their numbers, else as they were listed', async () => {
    const sinceMs = nowMs - dayMs;
    const rows = [
      ['d', 100],
      ['c', 99],
      ['b', 99],
      ['a', 7],
    ].map(([execId, seq]) => at(nowMs - 5, { execId, seq }));
    const venue = openBybit({ [path]: [list(...rows)] });
    const asked = { ...query, sinceMs, limit: 9 };
    const fills = await venue.ask((call) => bybitDialect.fills(call, asked));
    const places = fills.map(({ venueTradeId, sequence }) => `${venueTradeId} ${sequence}`);
    expect(places).toEqual(['a 7', 'b 99', 'c 99', 'd 100']);
  });

  it('are read to the last page, which has the oldest', async () => {
    const newest = Array.from({ length: 100 }, (_, i) => at(nowMs - i));
    const venue = openBybit({
      [path]: [ok({ list: newest, nextPageCursor: 'c%3A2' }), list(at(nowMs - 100))],
    });
    const sinceMs = nowMs - dayMs;
    const fills = await venue.ask((call) => bybitDialect.fills(call, { ...query, sinceMs }));
    expect(fills.map(({ atMs }) => nowMs - atMs)).toEqual([100, 99, 98]);
    expect(venue.sent.map(({ fields }) => fields.cursor)).toEqual([undefined, 'c:2']);
  });

  /** Answers with the fills of the requested time, the newest first, a hundred a page. */
  function listing(times: readonly number[]) {
    return ({ fields }: SentToBybit) => {
      const { startTime = 0, endTime = nowMs, cursor = 0 } = fields;
      const within = times
        .filter((atMs) => atMs >= Number(startTime) && atMs <= Number(endTime))
        .sort((one, other) => other - one);
      const nextPageCursor = String(Number(cursor) + 100);
      const page = within.slice(Number(cursor), Number(nextPageCursor));
      return ok({ list: page.map((atMs) => at(atMs)), nextPageCursor });
    };
  }

  it.each([
    ['evenly', 40, (index: number) => nowMs - 6 * dayMs + 5_000 + index * 150_000],
    ['at the end', 400, (index: number) => nowMs - 3_000 + index],
    ['at the beginning', 400, (index: number) => nowMs - 6 * dayMs + index],
    ['in bursts', 40, (index: number) => nowMs - (6 - (index % 6)) * dayMs + Math.floor(index / 6)],
  ])(
    'of a week with too many, spread %s, are read in shorter times',
    async (_, callsMax, timeOf) => {
      const times = Array.from({ length: 3_000 }, (_, index) => timeOf(index));
      const venue = openBybit({ [path]: [listing(times)] });
      const asked = { ...query, sinceMs: nowMs - 6 * dayMs, limit: 1_000 };
      const fills = await venue.ask((call) => bybitDialect.fills(call, asked));
      const earliest = times.toSorted((one, other) => one - other).slice(0, 1_000);
      expect(fills.map(({ atMs }) => atMs)).toEqual(earliest);
      // The wanted ones are ten pages. All at one moment are the worst case.
      expect(venue.sent.length).toBeLessThan(callsMax);
    },
  );

  it('are asked for as far back as the venue keeps them', async () => {
    const venue = openBybit({ [path]: [list()] });
    expect(await venue.ask((call) => bybitDialect.fills(call, { ...query, sinceMs: 0 }))).toEqual(
      [],
    );
    expect(venue.sent[0]?.fields.startTime).toBe(String(nowMs - 730 * dayMs));
    expect(venue.sent).toHaveLength(105);
  });

  it.each([
    ['spot', 'Buy', '0.001', 'BTC', '0.001'],
    ['spot', 'Sell', '0.05', 'USDT', '0.05'],
    ['spot', 'Buy', '-0.05', 'USDT', '-0.05'],
    ['spot', 'Sell', '-0.001', 'BTC', '-0.001'],
    ['swap', 'Sell', '0.05', 'USDT', '0.05'],
  ] as const)('on %s of a %s with fee %s pay in %s', async (type, side, execFee, asset, fee) => {
    const row = at(nowMs, { side, execFee, isMaker: true, execPrice: '95.10' });
    const venue = openBybit({ [path]: [list(row)] });
    const symbol = bybitSymbol(type);
    const [fill] = await venue.ask((call) =>
      bybitDialect.fills(call, { symbol, marketType: type, sinceMs: nowMs, limit: 1 }),
    );
    expect(fill).toEqual({
      venueTradeId: `e${nowMs}`,
      venueOrderId: 'fd4300ae',
      clientId,
      symbol,
      marketType: type,
      side: side === 'Buy' ? 'buy' : 'sell',
      price: 95.1,
      quantity: '0.5',
      fee,
      feeAsset: asset,
      liquidity: 'maker',
      atMs: nowMs,
      sequence: '4688002127',
    });
  });

  it('name the fee’s asset where the venue does', async () => {
    const venue = openBybit({ [path]: [list(at(nowMs, { feeCurrency: 'MNT' }))] });
    const [fill] = await venue.ask((call) =>
      bybitDialect.fills(call, { ...query, sinceMs: nowMs }),
    );
    expect(fill).toMatchObject({ feeAsset: 'MNT', liquidity: 'taker' });
  });
});
