import { routingEndpoints } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import {
  chosenAccounts,
  describeRoute,
  readRoute,
  routable,
  type TradedAccount,
  usualRoute,
} from './routeTicket.ts';

const account = (exchange: string, change: Partial<TradedAccount> = {}): TradedAccount => ({
  exchange_account_id: `paper-${exchange}`,
  exchange,
  mode: 'paper',
  portfolio_id: null,
  halted: false,
  environment: 'production',
  region: 'global',
  ...change,
});
const accounts = [account('binance'), account('okx'), account('kraken', { halted: true })];
const ticket = { side: 'buy', quantity: '5' } as const;
const place = { symbol: 'BTC/USDT', accounts: accounts.slice(0, 2) };

describe('the accounts of a route', () => {
  test('are those whose exchange lists the symbol and that may trade', () => {
    const able = routable(accounts, ['binance', 'kraken']);
    expect(able.map(({ exchange }) => exchange)).toEqual(['binance']);
  });

  test('are all until somebody chose, and then those that were chosen and still can', () => {
    expect(chosenAccounts(usualRoute, accounts)).toHaveLength(3);
    const chosen = { ...usualRoute, accountIds: ['paper-okx', 'paper-gone'] };
    expect(chosenAccounts(chosen, accounts)).toEqual([account('okx')]);
  });

  test('never take real money beside paper unless it was chosen', () => {
    const real = account('binance', { exchange_account_id: 'real', mode: 'live' });
    expect(chosenAccounts(usualRoute, [real, account('okx')])).toEqual([account('okx')]);
    expect(chosenAccounts(usualRoute, [real])).toEqual([real]);
    expect(chosenAccounts({ ...usualRoute, accountIds: ['real'] }, [real])).toEqual([real]);
  });
});

describe('a route', () => {
  test('is what the service takes', () => {
    const reading = readRoute(usualRoute, ticket, place);
    expect(reading).toEqual({
      kind: 'whole',
      input: {
        symbol: 'BTC/USDT',
        side: 'buy',
        quantity: 5,
        max_venues: 3,
        max_slippage_bps: 50,
        exchange_account_ids: ['paper-binance', 'paper-okx'],
      },
    });
    if (reading.kind !== 'whole') return;
    expect(routingEndpoints.estimateRoute.body?.safeParse(reading.input).success).toBe(true);
    expect(describeRoute(reading.input)).toBe('Buy 5 BTC/USDT over up to 2 accounts');
  });

  test('that only reduces is one of contracts alone', () => {
    const reducing = { ...usualRoute, reduceOnly: true };
    const of = (symbol: string) => {
      const reading = readRoute(reducing, ticket, { ...place, symbol });
      return reading.kind === 'whole' ? reading.input : undefined;
    };
    expect(of('BTC/USDT')?.reduce_only).toBeUndefined();
    const perp = of('BTC/USDT:USDT');
    expect([perp?.reduce_only, perp && describeRoute(perp)]).toEqual([
      true,
      'Buy 5 BTC/USDT:USDT over up to 2 accounts, reduce-only',
    ]);
  });

  test('says what it lacks', () => {
    expect(readRoute(usualRoute, { ...ticket, quantity: '' }, { ...place, accounts: [] })).toEqual({
      kind: 'unfinished',
      missing: ['a quantity', 'an account'],
      wrong: {},
    });
  });

  test.each([
    ['max_venues', { maxVenues: '1.5' }],
    ['max_venues', { maxVenues: '' }],
    ['max_slippage_bps', { maxSlippageBps: '1001' }],
    ['max_slippage_bps', { maxSlippageBps: 'x' }],
  ])('says what is wrong with %s', (field, change) => {
    const reading = readRoute({ ...usualRoute, ...change }, ticket, place);
    expect(reading).toMatchObject({ kind: 'unfinished', wrong: { [field]: expect.any(String) } });
  });
});
