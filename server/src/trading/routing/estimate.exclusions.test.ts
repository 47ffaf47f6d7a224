import { describe, expect, it } from 'vitest';
import {
  routeScene,
  type Scene,
  type SceneAccount,
} from '../../../test/support/routing/fixture.ts';
import { AppError } from '../../kit/errors.ts';
import type { Level } from '../orderbook/types.ts';

const asks: readonly Level[] = [
  [100.01, 1],
  [100.11, 1],
  [100.4, 3],
];
const bids: readonly Level[] = [
  [99.99, 1],
  [99.89, 1],
  [99.6, 3],
];
const book = { bids, asks };
const alone = (account: Partial<SceneAccount> = {}, scene: Partial<Scene> = {}) =>
  routeScene({
    accounts: [{ id: 'a', venue: 'binance', takerBps: 4, ...account }],
    books: { binance: book },
    ...scene,
  });

describe('an account is left out', () => {
  const cases: readonly {
    readonly reason: string;
    readonly when: Partial<SceneAccount>;
    readonly scene?: Partial<Scene>;
    readonly request?: Parameters<ReturnType<typeof routeScene>['estimate']>[0];
    readonly message: RegExp;
    /** The nearest case in which it is not excluded. */
    readonly unless: Partial<SceneAccount>;
    readonly unlessScene?: Partial<Scene>;
    readonly unlessRequest?: Parameters<ReturnType<typeof routeScene>['estimate']>[0];
  }[] = [
    {
      reason: 'ACCOUNT_HALTED',
      when: { changes: { halted: true } },
      message: /^The account a is halted\.$/,
      unless: {},
    },
    {
      reason: 'NOT_SUPPORTED',
      when: { venue: 'hyperliquid' },
      message: /hyperliquid does not support spot trading/,
      unless: {},
    },
    {
      reason: 'NOT_SUPPORTED',
      when: { venue: 'kraken', changes: { mode: 'live' } },
      scene: { symbol: 'BTC/USD:USD', books: { kraken: book } },
      message: /needs futures_credentials for swap markets/,
      unless: { venue: 'kraken', changes: { mode: 'live', hasFuturesCredentials: true } },
      unlessScene: { symbol: 'BTC/USD:USD', books: { kraken: book } },
    },
    {
      reason: 'NOT_SUPPORTED',
      when: {},
      scene: { symbol: 'BTC/USD:BTC', markets: { binance: { isInverse: true } } },
      message: /^binance settles BTC\/USD:BTC in BTC: inverse contracts are not supported\.$/,
      unless: {},
      unlessScene: { symbol: 'BTC/USD:USD' },
    },
    {
      reason: 'NO_POSITION',
      when: { closable: 0 },
      scene: { symbol: 'BTC/USDT:USDT' },
      request: { reduceOnly: true },
      message: /^The account a has no position that the order would reduce\.$/,
      unless: { closable: 0.5 },
      unlessScene: { symbol: 'BTC/USDT:USDT' },
      unlessRequest: { reduceOnly: true },
    },
    {
      reason: 'NOT_SUPPORTED',
      when: { free: new AppError('NOT_SUPPORTED', { message: 'Error - no live trading here.' }) },
      message: /^no live trading here\.$/,
      unless: {},
    },
    {
      reason: 'MARKETS_UNAVAILABLE',
      when: {},
      scene: { unknown: ['binance'] },
      message: /The markets of binance are not known yet/,
      unless: {},
      unlessScene: { unknown: ['bybit'] },
    },
    {
      reason: 'SYMBOL_NOT_LISTED',
      when: {},
      scene: { markets: { binance: 'none' } },
      message: /binance lists no spot market BTC\/USDT/,
      unless: {},
      unlessScene: { markets: { bybit: 'none' } },
    },
    {
      reason: 'MARKET_NOT_ACTIVE',
      when: {},
      scene: { markets: { binance: { isActive: false } } },
      message: /binance is not accepting orders in BTC\/USDT/,
      unless: {},
    },
    {
      reason: 'NO_BOOK',
      when: {},
      scene: { books: { bybit: book } },
      message: /binance shows no book of BTC\/USDT now/,
      unless: {},
    },
    {
      reason: 'NO_BOOK',
      when: {},
      scene: { books: { binance: { ...book, hasData: false } } },
      message: /binance shows no book/,
      unless: {},
    },
    ...(['gap', 'checksum', 'crossed', 'restart'] as const).map((flagged) => ({
      reason: 'BOOK_FLAGGED',
      when: {},
      scene: { books: { binance: { ...book, flagged } } },
      message: new RegExp(`The book of binance is being put right \\(${flagged}\\)`),
      unless: {},
    })),
    {
      reason: 'BOOK_STALE',
      when: {},
      scene: { books: { binance: { ...book, stalenessMs: 2_000.5 } } },
      message: /is 2001 ms old, more than 2000 ms/,
      unless: {},
      unlessScene: { books: { binance: { ...book, stalenessMs: 2_000 } } },
    },
    {
      reason: 'LOW_CONFIDENCE',
      when: {},
      scene: { books: { binance: { ...book, confidence: 0.39999 } } },
      message: /is 0\.3999, below 0\.4/,
      unless: {},
      unlessScene: { books: { binance: { ...book, confidence: 0.4 } } },
    },
    {
      reason: 'EMPTY_SIDE',
      when: {},
      scene: { books: { binance: { bids } } },
      message: /The book of binance has no asks now/,
      unless: {},
    },
    {
      reason: 'EMPTY_SIDE',
      when: {},
      scene: { books: { binance: { asks } } },
      message: /The book of binance has no bids now/,
      unless: {},
    },
    {
      reason: 'BEYOND_MAX_SLIPPAGE',
      when: {},
      request: { maxSlippageBps: 0.99 },
      message: /best ask of binance, 100\.01, is 1\.00 bps beyond the mid 100, .* 0\.99\.$/,
      unless: {},
      unlessRequest: { maxSlippageBps: 1 },
    },
    {
      reason: 'BEYOND_MAX_SLIPPAGE',
      when: {},
      request: { worstPrice: 100 },
      message: /^The best ask of binance, 100\.01, is beyond the worst price 100\.$/,
      unless: {},
      unlessRequest: { worstPrice: 100.01 },
    },
    {
      reason: 'BEYOND_MAX_SLIPPAGE',
      when: {},
      request: { side: 'sell', worstPrice: 100 },
      message: /^The best bid of binance, 99\.99, is beyond the worst price 100\.$/,
      unless: {},
      unlessRequest: { side: 'sell', worstPrice: 99.99 },
    },
    {
      reason: 'NO_BALANCE',
      when: { free: 0 },
      message: /^The account a has no free USDT\.$/,
      unless: { free: 11 },
    },
    {
      reason: 'NO_BALANCE',
      when: { free: 10.003 },
      // The smallest slice is 0.1 at 100.01, with a fee of 4 bps 10.0050004.
      message: /has 10\.003 USDT free, enough for 0\.0999, less than its smallest slice of 0\.1\.$/,
      unless: { free: 10.006 },
    },
    {
      reason: 'NO_BALANCE',
      when: { free: 0.1 },
      request: { side: 'sell' },
      message: /has 0\.1 BTC free, enough for 0\.1, less than its smallest slice of 0\.1001\.$/,
      unless: { free: 0.1001 },
      unlessRequest: { side: 'sell' },
    },
    {
      reason: 'BALANCE_UNKNOWN',
      when: { free: new AppError('NETWORK_ERROR', { message: 'Could not reach binance.' }) },
      message: /^Could not reach binance\.$/,
      unless: {},
    },
    {
      reason: 'NO_DAILY_LIMIT',
      when: { dailyUsd: 0 },
      message: /has \$0 of its daily limit left/,
      unless: {},
    },
    {
      reason: 'NO_DAILY_LIMIT',
      when: { dailyUsd: 10.0009 },
      message: /has \$10\.0009 of its daily limit left, enough for 0\.0999, less than .* 0\.1\.$/,
      unless: { dailyUsd: 10.001 },
    },
    {
      reason: 'BELOW_MINIMUM',
      when: {},
      request: { quantity: 0.0999 },
      message: /^0\.0999 is less than its smallest slice of 0\.1\.$/,
      unless: {},
      unlessRequest: { quantity: 0.1 },
    },
    {
      reason: 'BELOW_MINIMUM',
      when: {},
      scene: { capUsd: 10 },
      message: /An order of the account a may be worth \$10, enough for 0\.0999/,
      unless: {},
      unlessScene: { capUsd: 10.001 },
    },
  ];

  it.each(cases)('$reason: $message', async (each) => {
    const { reason, when, scene, request, message } = each;
    const told = await alone(when, scene).estimate(request);
    expect(told.excluded).toEqual([
      {
        venue: when.venue ?? 'binance',
        accountId: 'a',
        reason,
        message: expect.stringMatching(message),
      },
    ]);
    expect(told).toMatchObject({ slices: [], allocated: 0, isRoutable: false, candidates: [] });
    const better = await alone(each.unless, each.unlessScene).estimate(each.unlessRequest);
    expect(better.excluded).toEqual([]);
    expect(better.allocated).toBeGreaterThan(0);
  });

  it('in the order in which accounts were named', async () => {
    const { estimate } = routeScene({
      accounts: [
        { id: 'late', venue: 'kraken', takerBps: 90 },
        { id: 'halted', venue: 'bybit', changes: { halted: true } },
        { id: 'used', venue: 'binance' },
        { id: 'poor', venue: 'kraken', free: 0 },
      ],
      books: { binance: book, bybit: book, kraken: book },
    });
    const { excluded } = await estimate();
    expect(excluded.map(({ accountId, reason }) => [accountId, reason])).toEqual([
      ['late', 'NOT_CHOSEN'],
      ['halted', 'ACCOUNT_HALTED'],
      ['poor', 'NO_BALANCE'],
    ]);
  });
});
