import { tcaEndpoints } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { positionOf } from '../../../../test/support/accounts/positions.ts';
import {
  bybit,
  createAnalyticsBench,
  kraken,
  nowMs,
  okx,
} from '../../../../test/support/analytics/bench.ts';
import { reportFill } from '../../../../test/support/analytics/reportFills.ts';
import { symbolOf } from '../../../../test/support/paper/fixture.ts';
import { AppError } from '../../../kit/errors.ts';
import type { LedgerRecord, ShortfallOrder } from '../types.ts';

const { getTcaReport } = tcaEndpoints;
const ofOkx = { exchange_account_id: okx.id };
const dayMs = 86_400_000;
const swap = symbolOf('BTC/USDT:USDT');
const spot = symbolOf('BTC/USDT');

const fillAt = (venueTradeId: string, changes: Parameters<typeof reportFill>[0] = {}) =>
  reportFill({ venueTradeId, atMs: nowMs - dayMs, ...changes });
const orderOf = (changes: Partial<ShortfallOrder> = {}): ShortfallOrder => ({
  id: 'a',
  type: 'twap',
  symbol: swap,
  side: 'buy',
  quantity: 1,
  filled: 1,
  accounts: 1,
  arrivalPrice: 100,
  endPrice: 101,
  createdAtMs: nowMs - dayMs,
  endedAtMs: nowMs - 1,
  ...changes,
});

const timeError = (field: string) =>
  `${field} must be a time in epoch milliseconds, before the year 10000`;

describe('a report of costs', () => {
  it('is of the last 30 days of perpetuals, 5 minutes after, unless said otherwise', async () => {
    const { data, told } = createAnalyticsBench();
    await data(getTcaReport, ofOkx);
    expect(told.terms).toMatchObject([
      {
        accountId: okx.id,
        marketType: 'swap',
        symbol: undefined,
        horizon: 300,
        fromMs: nowMs - 30 * dayMs,
        toMs: nowMs,
        isEstimated: false,
      },
    ]);
    const end = 40 * dayMs;
    await data(getTcaReport, { ...ofOkx, end: String(end), horizon: '5', market_type: 'spot' });
    expect(told.terms[1]).toMatchObject({
      fromMs: 10 * dayMs,
      toMs: end,
      horizon: 5,
      marketType: 'spot',
    });
  });

  it.each([
    [{ market_type: 'margin' }, 'market_type', "market_type must be 'swap' or 'spot'"],
    [{ horizon: '2' }, 'horizon', 'horizon must be one of 1, 5, 30, 60, 300 seconds'],
    [{ horizon: 'x' }, 'horizon', 'horizon must be one of 1, 5, 30, 60, 300 seconds'],
    [{ start: '2', end: '1' }, 'start', 'start must not be after end'],
    [{ start: '1.5' }, 'start', timeError('start')],
    [{ end: '9007199254740991', format: 'html' }, 'end', timeError('end')],
    [{ start: String(nowMs + 1) }, 'start', 'start must not be after now where no end is given'],
    [{ format: 'pdf' }, 'format', "format must be 'json' or 'html'"],
    [{ symbol: 'BTC' }, 'symbol', 'symbol must be like BTC/USDT or BTC/USDT:USDT'],
    [{ symbol: spot }, 'market_type', 'BTC/USDT is a spot market, not swap'],
    [
      { symbol: swap, market_type: 'spot' },
      'market_type',
      'BTC/USDT:USDT is a swap market, not spot',
    ],
  ])('refuses %j and names the field', async (query, field, message) => {
    const { refusal, told } = createAnalyticsBench();
    const { code, issues } = await refusal(getTcaReport, { ...ofOkx, ...query });
    expect(code).toBe('VALIDATION_FAILED');
    expect(issues).toMatchObject([{ field, message }]);
    expect(told.terms).toEqual([]);
  });

  it('needs an account that exists and is reached', async () => {
    const { refusal } = createAnalyticsBench();
    const scoped = { exchangeAccountIds: [bybit.id] };
    expect((await refusal(getTcaReport, ofOkx, scoped)).code).toBe('FORBIDDEN');
    const nobody = { exchange_account_id: 'x' };
    expect((await refusal(getTcaReport, nobody)).code).toBe('ACCOUNT_NOT_FOUND');
    expect((await refusal(getTcaReport, {})).issues).toMatchObject([
      { field: 'exchange_account_id' },
    ]);
  });

  it('is fed every fill once, with what its parents are', async () => {
    const fills = [
      fillAt('1', { parentId: 'a' }),
      fillAt('2', { marketType: 'future' }),
      fillAt('3', { marketType: 'spot', symbol: spot }),
      fillAt('4', { parentId: 'b' }),
      fillAt('5', { parentId: 'gone' }),
      fillAt('6', { atMs: nowMs + 1 }),
    ];
    const { data } = createAnalyticsBench({ fills, kinds: { a: 'twap', b: 'router' } });
    const of = (algorithm: string) => ({ algorithm, fills_count: 1 });
    expect(await data(getTcaReport, ofOkx)).toMatchObject({
      fills_count: 4,
      by_algorithm: ['manual', 'router', 'twap', 'unknown'].map(of),
    });
  });

  it('reads on until the last of its orders has ended', async () => {
    const own = (id: string, atMs = nowMs - 1) => fillAt(id, { parentId: 'a', atMs });
    const fills = [own('1'), own('2', nowMs + 5), own('3', nowMs + 9)];
    const orders = [
      orderOf({ quantity: 4, filled: 4, endedAtMs: nowMs + 5 }),
      orderOf({ id: 'b', symbol: spot }),
    ];
    const { data, told } = createAnalyticsBench({ fills, orders });
    expect(await data(getTcaReport, ofOkx)).toMatchObject({
      fills_count: 1,
      implementation_shortfall: { orders: [{ order_id: 'a', filled_quantity: 4 }] },
    });
    expect(told.terms[0]?.orders.map(({ id }) => id)).toEqual(['a']);
  });

  it('knows the tier of its symbol, or of the market traded last', async () => {
    const { data, told } = createAnalyticsBench({ fills: [fillAt('1')] });
    await data(getTcaReport, ofOkx);
    await data(getTcaReport, { ...ofOkx, market_type: 'spot' });
    await data(getTcaReport, { ...ofOkx, market_type: 'spot', symbol: spot });
    expect(told.terms.map(({ tier }) => tier.makerBps)).toEqual([2, 9, 2]);
  });

  it('counts rebates of its kind of market', async () => {
    const entry: LedgerRecord = {
      accountId: okx.id,
      kind: 'rebate',
      symbol: undefined,
      source: undefined,
      marketType: 'swap',
      entryId: '1',
      asset: 'BNB',
      amount: '0.5',
      usd: 600,
      atMs: nowMs - 1,
    };
    const ledger: readonly LedgerRecord[] = [
      entry,
      { ...entry, marketType: 'spot', entryId: '2' },
      { ...entry, entryId: '3', usd: undefined },
    ];
    const { data, told } = createAnalyticsBench({ ledger });
    await data(getTcaReport, ofOkx);
    expect(told.terms[0]?.rebatesUsd).toBe(300);
  });
});

describe('what an account is worth', () => {
  const balances = async (_id: string, marketType: string) => ({
    balances: {
      USDT: { free: '0', used: '0', total: marketType === 'spot' ? '100' : '50' },
      BTC: { free: '0', used: '0', total: '2' },
    },
  });
  const usd = async (asset: string) => (asset === 'BTC' ? 10 : 1);
  const perps = {
    positions: async ({ marketType }: { marketType?: string | undefined }) => ({
      account: okx,
      positions: marketType === 'swap' ? [positionOf({ unrealizedPnl: -7 })] : [],
    }),
  };
  const navOf = async (
    changes: Parameters<typeof createAnalyticsBench>[1],
    id: string = okx.id,
  ) => {
    const { data, told } = createAnalyticsBench({}, { balances, usd, perps, ...changes });
    await data(getTcaReport, { exchange_account_id: id });
    return told.terms[0]?.navUsd;
  };

  it('is its balances, each wallet once, and what its positions would bring', async () => {
    // One wallet serves all markets of one account; the other account has two.
    expect(await navOf({}, bybit.id)).toBe(100 + 20 - 7);
    expect(await navOf({}, kraken.id)).toBe(100 + 20 + 50 + 20 - 7);
  });

  it('is not known when a part of it is not, and the report is made all the same', async () => {
    const failing = async () => {
      throw new AppError('NETWORK_ERROR');
    };
    expect(await navOf({ balances: failing })).toBeUndefined();
    expect(await navOf({ perps: { positions: failing } })).toBeUndefined();
    const unpriced = async () => {
      throw new AppError('PRICES_UNAVAILABLE');
    };
    expect(await navOf({ usd: unpriced })).toBeUndefined();
  });

  it('needs no contracts where an exchange has none', async () => {
    const unsupported = async () => {
      throw new AppError('NOT_SUPPORTED');
    };
    expect(await navOf({ perps: { positions: unsupported } })).toBeGreaterThan(0);
  });
});

it('a page is HTML without the envelope; its refusals are JSON', async () => {
  const { ask, refusal } = createAnalyticsBench({ fills: [fillAt('1')] });
  const { body } = await ask(getTcaReport, { ...ofOkx, format: 'html' });
  expect('page' in body && body.page).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect((await refusal(getTcaReport, { ...ofOkx, format: 'html', horizon: '9' })).code).toBe(
    'VALIDATION_FAILED',
  );
});
