import { analyticsEndpoints, tcaEndpoints } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { positionOf } from '../../../../test/support/accounts/positions.ts';
import { bybit, createAnalyticsBench, okx } from '../../../../test/support/analytics/bench.ts';
import { reportFill } from '../../../../test/support/analytics/reportFills.ts';
import { symbolOf } from '../../../../test/support/paper/fixture.ts';
import type { LedgerRecord, TwapRecord } from '../types.ts';

const { getEnhancedPositions, getPerpsSummary, listPerpFills, listRebates, listTwapOrders } =
  analyticsEndpoints;
const owned = [getPerpsSummary, listPerpFills, listRebates, listTwapOrders];
const startMs = 1_700_000_000_000;
const ofOkx = { exchange_account_id: okx.id };
const ofBook = { portfolio_id: 'book' };

const fills = [0, 1, 2, 3, 4].map((at) =>
  reportFill({
    venueTradeId: `t${at}`,
    venueOrderId: `o${Math.floor(at / 2)}`,
    atMs: startMs + at,
    accountId: at === 4 ? bybit.id : okx.id,
  }),
);

function rebate(changes: Partial<LedgerRecord> = {}): LedgerRecord {
  return {
    accountId: okx.id,
    kind: 'rebate',
    marketType: 'swap',
    entryId: '1',
    symbol: undefined,
    asset: 'USDT',
    amount: '1.5',
    source: 'maker program',
    usd: 1,
    atMs: startMs,
    ...changes,
  };
}

describe('whose figures are asked for', () => {
  it.each(owned)('must be one account or one portfolio: $path', async (endpoint) => {
    const { refusal } = createAnalyticsBench();
    for (const query of [{}, { ...ofOkx, ...ofBook }]) {
      const { code, issues } = await refusal(endpoint, query);
      expect(code).toBe('VALIDATION_FAILED');
      expect(issues).toMatchObject([
        {
          field: 'exchange_account_id',
          message: 'exactly one of exchange_account_id and portfolio_id is required',
        },
      ]);
    }
  });

  it.each(owned)('must exist, and be reached whole: $path', async (endpoint) => {
    const { data, refusal } = createAnalyticsBench();
    const scoped = { exchangeAccountIds: [okx.id] };
    const codeOf = async (...asked: Parameters<typeof refusal>) => (await refusal(...asked)).code;
    expect(await codeOf(endpoint, { exchange_account_id: 'x' })).toBe('ACCOUNT_NOT_FOUND');
    expect(await codeOf(endpoint, { portfolio_id: 'x' })).toBe('PORTFOLIO_NOT_FOUND');
    expect(await codeOf(endpoint, { exchange_account_id: 'x' }, scoped)).toBe('FORBIDDEN');
    expect(await codeOf(endpoint, { portfolio_id: 'x' }, scoped)).toBe('FORBIDDEN');
    expect(await codeOf(endpoint, ofBook, scoped)).toBe('FORBIDDEN');
    expect(await codeOf(endpoint, ofOkx, null)).toBe('UNAUTHORIZED');
    expect(await codeOf(endpoint, ofBook, null)).toBe('UNAUTHORIZED');
    await data(endpoint, ofOkx, scoped);
    await data(endpoint, ofBook, { exchangeAccountIds: [okx.id, bybit.id] });
    await data(endpoint, { portfolio_id: 'empty' });
  });
});

describe('pages', () => {
  it.each([
    [listPerpFills, 501, 'size', 'size must be an integer between 1 and 500'],
    [listTwapOrders, 201, 'size', 'size must be an integer between 1 and 200'],
    [listRebates, 501, 'size', 'size must be an integer between 1 and 500'],
  ])('are no longer than $path allows', async (endpoint, size, field, message) => {
    const { refusal } = createAnalyticsBench();
    const { issues } = await refusal(endpoint, { ...ofOkx, size: String(size) });
    expect(issues).toMatchObject([{ field, message }]);
    const below = await refusal(endpoint, { ...ofOkx, page: '-1' });
    expect(below.issues).toMatchObject([{ field: 'page' }]);
  });

  it('have the usual size', async () => {
    const { data } = createAnalyticsBench();
    expect(await data(listPerpFills, ofOkx)).toMatchObject({ page: 0, size: 100 });
    expect(await data(listTwapOrders, ofOkx)).toMatchObject({ page: 0, size: 50 });
    expect(await data(listRebates, ofOkx)).toMatchObject({ page: 0, size: 50 });
  });
});

describe('fills', () => {
  it('come newest first, with how many there are', async () => {
    const { data } = createAnalyticsBench({ fills });
    const page = { page: '1', size: '2' };
    expect(await data(listPerpFills, { ...ofBook, ...page })).toMatchObject({
      total_orders: 3,
      total_fills: 5,
      page: 1,
      size: 2,
      fills: [{ trade_id: 't2' }, { trade_id: 't1' }],
    });
  });

  it('are written as the specification names them', async () => {
    const { data } = createAnalyticsBench({ fills: fills.slice(0, 1) });
    expect(await data(listPerpFills, ofOkx)).toMatchObject({
      fills: [
        {
          order_id: 'o0',
          trade_id: 't0',
          exchange_account_id: okx.id,
          side: 'buy',
          market: 'BTC/USDT:USDT',
          price: 100,
          amount: 2,
          cost: 200,
          fee: 0.1,
          fee_currency: 'USDT',
          timestamp: startMs,
          datetime: '2023-11-14T22:13:20.000Z',
          execution_date: '2023-11-14T22:13:20.000Z',
        },
      ],
    });
  });

  it('can be narrowed to a market and a time', async () => {
    const { data, refusal } = createAnalyticsBench({ fills });
    const narrow = { start_ts: String(startMs + 1), end_ts: String(startMs + 2) };
    expect(await data(listPerpFills, { ...ofOkx, ...narrow })).toMatchObject({ total_fills: 2 });
    const other = { ...ofOkx, market: 'ETH/USDT:USDT' };
    expect(await data(listPerpFills, other)).toMatchObject({ total_fills: 0, fills: [] });
    for (const market of ['BTC', 'BTC/USDT']) {
      const { issues } = await refusal(listPerpFills, { ...ofOkx, market });
      expect(issues).toMatchObject([{ field: 'market', value: market }]);
    }
    const turned = { start_ts: '2', end_ts: '1' };
    const { issues } = await refusal(listPerpFills, { ...ofOkx, ...turned });
    expect(issues).toMatchObject([{ field: 'start_ts' }]);
  });
});

describe('the summary', () => {
  it('is made of funding, profits and fills of all accounts, part by part', async () => {
    const ledger = [
      ...['1', '2', '3'].map((entryId) => rebate({ entryId, kind: 'funding' })),
      rebate({ kind: 'realised', accountId: bybit.id }),
      rebate(),
    ];
    const { data } = createAnalyticsBench({ fills, ledger });
    expect(await data(getPerpsSummary, ofBook)).toMatchObject({
      exchange_account_id: null,
      portfolio_id: 'book',
      funding: { summary: { total_funding: 4.5, count: 3, currency: 'USDT' } },
      pnl: { summary: { total_pnl: 1.5, total_profit: 1.5 } },
      // Five fills of a tenth each.
      by_symbol: { 'BTC/USDT:USDT': { total_fees: 0.5, net_return: -0.5 } },
    });
    expect(await data(getPerpsSummary, { ...ofOkx, end_ts: '1' })).toMatchObject({
      exchange_account_id: okx.id,
      portfolio_id: null,
      pnl: { summary: { total_pnl: 0, total_profit: 0 } },
    });
  });
});

describe('rebates', () => {
  it('come with their sums by currency', async () => {
    const ledger = [
      rebate(),
      rebate({ entryId: '2', amount: '0.5', atMs: startMs + 1 }),
      rebate({ entryId: '3', asset: 'BNB', amount: '0.01', source: undefined }),
    ];
    const { data } = createAnalyticsBench({ ledger });
    expect(await data(listRebates, { ...ofOkx, currency: 'USDT', size: '1' })).toEqual({
      total: 2,
      page: 0,
      size: 1,
      entries: [
        {
          _id: 'paper-okx:swap:2',
          exchange_account_id: okx.id,
          currency: 'USDT',
          amount: 0.5,
          source: 'maker program',
          timestamp: startMs + 1,
        },
      ],
      summary_by_currency: [{ currency: 'USDT', total_amount: 2, count: 2 }],
    });
    expect(await data(listRebates, ofOkx)).toMatchObject({
      total: 3,
      summary_by_currency: [{ currency: 'USDT' }, { currency: 'BNB', total_amount: 0.01 }],
    });
  });
});

describe('TWAP orders', () => {
  const hourMs = 3_600_000;
  const twap: TwapRecord = {
    accountId: okx.id,
    twapId: '7',
    symbol: symbolOf('BTC/USDT:USDT'),
    side: 'buy',
    totalSize: '4',
    atMs: startMs,
    fills: [
      { venueTradeId: 'a', price: 100, quantity: '1', fee: '0.1', atMs: startMs },
      { venueTradeId: 'b', price: 104, quantity: '3', fee: '0.3', atMs: startMs + 2 * hourMs },
    ],
  };

  it('have their average, range and pace', async () => {
    const { data } = createAnalyticsBench({ twaps: [twap] });
    expect(await data(listTwapOrders, ofOkx)).toMatchObject({
      total: 1,
      entries: [
        {
          _id: 'paper-okx:7',
          twap_id: '7',
          total_size: 4,
          total_filled: 4,
          fill_count: 2,
          avg_fill_price: 103,
          price_range: 4,
          price_range_pct: (4 / 103) * 100,
          time_span_hours: 2,
          fill_rate_per_hour: 1,
          first_fill_ts: startMs,
          last_fill_ts: startMs + 2 * hourMs,
          fills: [
            { price: 100, amount: 1, cost: 100, fee: 0.1, timestamp: startMs },
            { price: 104, amount: 3, cost: 312, fee: 0.3, timestamp: startMs + 2 * hourMs },
          ],
        },
      ],
    });
  });

  it('without fills, or with one, say what is not known', async () => {
    const none = { ...twap, totalSize: undefined, fills: [] };
    const one = { ...twap, totalSize: undefined, fills: twap.fills.slice(0, 1) };
    const { data } = createAnalyticsBench({ twaps: [none, one] });
    expect(await data(listTwapOrders, ofOkx)).toMatchObject({
      entries: [
        { total_size: 1, fill_rate_per_hour: null, price_range: 0, price_range_pct: 0 },
        {
          total_size: 0,
          total_filled: 0,
          avg_fill_price: null,
          price_range: null,
          price_range_pct: null,
          time_span_hours: 0,
          first_fill_ts: null,
        },
      ],
    });
  });
});

describe('positions', () => {
  it('are of all kinds of contracts, with their risk beside the data', async () => {
    const asked: unknown[] = [];
    const { ask, refusal } = createAnalyticsBench(
      {},
      {
        perps: {
          async positions({ marketType }) {
            asked.push(marketType);
            return { account: okx, positions: marketType === 'swap' ? [positionOf()] : [] };
          },
        },
      },
    );
    const { body, options } = await ask(getEnhancedPositions, ofOkx);
    expect(asked).toEqual(['swap', 'future']);
    expect('data' in body && body.data).toMatchObject([
      {
        symbol: 'BTC/USDT:USDT',
        exchange_account_id: okx.id,
        maintenance_margin: 4,
        margin_health_score: 96,
        liquidation_distance_pct: expect.closeTo(9.6, 9),
      },
    ]);
    expect(options.extra).toEqual({
      risk_summary: {
        total_notional: 1_000,
        total_unrealized_pnl: 0,
        avg_leverage: 10,
        positions_at_risk: 0,
        lowest_margin_health: 96,
        position_count: 1,
      },
    });
    expect((await refusal(getEnhancedPositions, {})).issues).toMatchObject([
      { field: 'exchange_account_id' },
    ]);
    const scoped = { exchangeAccountIds: [bybit.id] };
    expect((await refusal(getEnhancedPositions, ofOkx, scoped)).code).toBe('FORBIDDEN');
  });
});

it('every endpoint of analytics has its route', async () => {
  const { ask } = createAnalyticsBench();
  for (const endpoint of Object.values({ ...analyticsEndpoints, ...tcaEndpoints })) {
    await ask(endpoint, ofOkx);
  }
});
