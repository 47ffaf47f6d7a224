import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manualClock.ts';
import { accountOf, symbolOf } from '../../../test/support/paper/fixture.ts';
import type { VenuePosition } from '../venues/perpsPort.ts';
import { createFunds, type Funds, type FundsDeps } from './funds.ts';
import { createOrderAnnouncer, type OrderAnnouncer } from './orderEvents.ts';
import type { StoredOrder } from './orderStore.ts';

const account = accountOf('bybit');
const perp = { symbol: symbolOf('BTC/USDT:USDT'), marketType: 'swap' } as const;
const spot = { symbol: symbolOf('BTC/USDT'), marketType: 'spot' } as const;

let clock: ManualClock;
let announcer: OrderAnnouncer;
let calls: string[];
let gate: Promise<void>;
let leverage: number | undefined;
let positions: readonly VenuePosition[] | undefined;
let funds: Funds;

beforeEach(() => {
  clock = createManualClock();
  announcer = createOrderAnnouncer();
  [calls, gate, leverage, positions] = [[], Promise.resolve(), 10, []];
  const noted = async <Value>(call: string, value: () => Value): Promise<Value> => {
    calls.push(call);
    await gate;
    return value();
  };
  const wallet = { free: '5', used: '0', total: '5' };
  const deps: FundsDeps = {
    clock,
    events: announcer,
    execution: {
      balances: () => noted('balances', () => ({ account, balances: { USDT: wallet } })),
      dailyLimit: () =>
        noted('dailyLimit', () => ({ day: '', limitMicroUsd: 0, usedMicroUsd: 1, orders: 0 })),
    },
    orders: { live: () => noted('live', () => [order, order]) },
    leverageOf: () => noted('leverage', () => leverage),
    positionsOf: () => noted('positions', () => positions),
  };
  funds = createFunds(deps);
});

const order = { accountId: account.id, symbol: perp.symbol } as StoredOrder;
const position = (side: 'long' | 'short', changes: Partial<VenuePosition> = {}) =>
  ({ symbol: perp.symbol, side, contracts: 3, contractSize: 0.01, ...changes }) as VenuePosition;

describe('the buying power', () => {
  it('is the balance and the leverage, both asked for at once', async () => {
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    const asked = funds.power(account, perp, 'sell');
    await clock.advance(0);
    expect(calls).toEqual(['balances', 'leverage']);
    opened.resolve();
    expect(await asked).toEqual({ asset: 'USDT', free: 5, leverage: 10 });
  });

  it('has a leverage of 1 where none is told, and of spot, which is not asked', async () => {
    leverage = undefined;
    expect(await funds.power(account, perp, 'buy')).toMatchObject({ leverage: 1 });
    calls = [];
    expect(await funds.power(account, spot, 'buy')).toMatchObject({ leverage: 1 });
    expect(calls).toEqual(['balances']);
  });
});

describe('what an order closes', () => {
  it('is the position against it, in base units', async () => {
    positions = [position('long'), position('long', { symbol: spot.symbol })];
    expect(await funds.closable(account, perp, { side: 'sell' })).toBe(0.03);
    expect(await funds.closable(account, perp, { side: 'buy' })).toBe(0);
    expect(await funds.closable(account, spot, { side: 'sell' })).toBe(0);
    expect(calls).toEqual(['positions']);
  });

  it('is nothing in hedge mode, where an order may as well open', async () => {
    positions = [position('long'), position('short')];
    for (const side of ['buy', 'sell'] as const) {
      expect(await funds.closable(account, perp, { side })).toBe(0);
    }
  });

  it('is its own leg where it is reduce-only, and else nothing, once the mode is known', async () => {
    const hedged = { ...account, hedgeMode: true };
    positions = [position('long'), position('short', { contracts: 5 })];
    const closed = (side: 'buy' | 'sell', reduceOnly: boolean) =>
      funds.closable(hedged, perp, { side, reduceOnly });
    expect([await closed('sell', true), await closed('buy', true)]).toEqual([0.03, 0.05]);
    positions = [position('long')];
    await clock.advance(2_000);
    expect([await closed('sell', false), await closed('buy', true)]).toEqual([0, 0]);
  });

  it('is not known where no positions are told', async () => {
    positions = undefined;
    expect(await funds.closable(account, perp, { side: 'sell' })).toBeUndefined();
  });
});

it('counts the open orders of an account', async () => {
  expect(await funds.openOrders(account)).toBe(2);
});

it('keeps answers for two seconds, or until an order of ours changes', async () => {
  const askAll = () =>
    Promise.all([
      funds.power(account, perp, 'sell'),
      funds.closable(account, perp, { side: 'sell' }),
      funds.openOrders(account),
      funds.dailyRemainingMicroUsd(account),
    ]);
  await askAll();
  await clock.advance(1_999);
  await askAll();
  expect([...calls].sort()).toEqual(['balances', 'dailyLimit', 'leverage', 'live', 'positions']);
  calls = [];
  announcer.order(order);
  await askAll();
  expect([...calls].sort()).toEqual(['balances', 'dailyLimit', 'live', 'positions']);
  calls = [];
  await clock.advance(2_000);
  await askAll();
  expect([...calls].sort()).toEqual(['balances', 'dailyLimit', 'leverage', 'live', 'positions']);
});
