import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { newIntent } from '../../../test/support/orders/fixture.ts';
import type { Account, AccountId } from '../model/account.ts';
import { type InstrumentSymbol, parseSymbol } from '../model/symbol.ts';
import type { DeadMansSetting, VenueSession } from '../venues/venuePort.ts';
import { createDeadMansSwitches } from './deadMansSwitch.ts';
import { createOrderAnnouncer } from './orderEvents.ts';
import type { StoredOrder } from './orderStore.ts';
import { pendingOrder } from './storedOrders.ts';

const swap = (name: string): InstrumentSymbol => {
  const symbol = parseSymbol(name);
  if (!symbol) throw new Error(name);
  return symbol;
};
const btc = swap('BTC/USDT:USDT');
const eth = swap('ETH/USDT:USDT');

const orderOf = (name: string, changes: Partial<StoredOrder> = {}): StoredOrder => ({
  ...pendingOrder(newIntent(name)),
  status: 'open',
  symbol: btc,
  marketType: 'swap',
  ...changes,
});

interface Given {
  readonly seconds?: number;
  readonly mode?: Account['mode'];
  readonly hasSwitch?: boolean;
  readonly earlier?: readonly StoredOrder[];
}

async function keeping({ seconds, mode = 'live', hasSwitch = true, earlier = [] }: Given) {
  const clock = createManualClock();
  const account = {
    id: 'desk' as AccountId,
    venue: 'binance',
    mode,
    limits: { cancelAfterS: seconds },
  } as Account;
  const set: DeadMansSetting[] = [];
  const state = { fails: false, account: account as Account | undefined };
  const session = {
    ...(hasSwitch && {
      deadMansSwitch: {
        marketTypes: ['swap'],
        async set(setting: DeadMansSetting) {
          set.push(setting);
          if (state.fails) throw new Error('nobody answers');
        },
      },
    }),
  } as unknown as VenueSession;
  const told: string[] = [];
  const announcer = createOrderAnnouncer();
  const find = async () => {
    if (!state.account) throw new Error('it is gone');
    return state.account;
  };
  const switches = createDeadMansSwitches({
    events: announcer,
    clock,
    orders: { live: async () => earlier },
    accounts: { find, list: async () => [account] },
    sessions: { of: () => session },
    observe: {
      switchFailed: (...[id, type, reason]) => told.push(`${id} ${type}: ${reason}`),
      switchWell: () => told.push('well'),
    },
    failed: (error) => {
      throw error;
    },
  });
  await switches.start();
  return { clock, account, set, state, told, announcer, switches };
}

const on = (...symbols: readonly InstrumentSymbol[]): DeadMansSetting => ({
  marketType: 'swap',
  symbols,
  delayMs: 15_000,
});
const off = (...symbols: readonly InstrumentSymbol[]): DeadMansSetting => ({
  marketType: 'swap',
  symbols,
  delayMs: undefined,
});

describe("a dead man's switch", () => {
  it('is set within a second of the first order, renewed, and taken off after the last', async () => {
    const { clock, set, announcer, switches } = await keeping({ seconds: 15 });
    await clock.advance(60_000);
    expect(set).toEqual([]);
    announcer.order(orderOf('one'));
    await clock.advance(1_000);
    expect([set, switches.figures()]).toEqual([[on(btc)], { armed: 1, failing: 0 }]);
    await clock.advance(15_000);
    expect(set).toEqual([on(btc), on(btc), on(btc), on(btc)]);
    announcer.order(orderOf('one', { status: 'closed' }));
    await clock.advance(60_000);
    expect(set.slice(4)).toEqual([off(btc)]);
    expect(switches.figures()).toEqual({ armed: 0, failing: 0 });
  });

  it('takes in another symbol at once, and lets go of both in the end', async () => {
    const { clock, set, announcer } = await keeping({ seconds: 15 });
    announcer.order(orderOf('one'));
    await clock.advance(1_000);
    announcer.order(orderOf('two', { symbol: eth }));
    await clock.advance(1_000);
    expect(set).toEqual([on(btc), on(btc, eth)]);
    announcer.order(orderOf('one', { status: 'canceled' }));
    announcer.order(orderOf('two', { status: 'canceled', symbol: eth }));
    await clock.advance(1_000);
    expect(set.at(-1)).toEqual(off(btc, eth));
  });

  it.each<[string, Given]>([
    ['nobody wants it', {}],
    ['the account is on paper', { seconds: 15, mode: 'paper' }],
    ['the exchange has none', { seconds: 15, hasSwitch: false }],
  ])('is left alone where %s', async (_, given) => {
    const { clock, set, told, announcer, switches } = await keeping(given);
    announcer.order(orderOf('one'));
    await clock.advance(30_000);
    expect([set, told, switches.figures()]).toEqual([[], [], { armed: 0, failing: 0 }]);
  });

  it('is left alone for markets that it does not concern', async () => {
    const { clock, set, announcer } = await keeping({ seconds: 15 });
    announcer.order(orderOf('one', { symbol: swap('BTC/USDT'), marketType: 'spot' }));
    await clock.advance(30_000);
    expect(set).toEqual([]);
  });

  it('is set for orders of an earlier process at once, before it fires', async () => {
    const { clock, set } = await keeping({ seconds: 15, earlier: [orderOf('one')] });
    await clock.advance(0);
    expect(set).toEqual([on(btc)]);
  });

  it('is wanted as long as somebody claims it, at the shortest delay of all', async () => {
    const { clock, account, set, announcer, switches } = await keeping({ seconds: 60 });
    announcer.order(orderOf('one'));
    const release = switches.claim(account.id, 15);
    await clock.advance(1_000);
    release();
    await clock.advance(1_000);
    expect(set.map(({ delayMs }) => delayMs)).toEqual([15_000, 60_000]);
  });

  it('is taken off when nobody wants it any more while orders are open', async () => {
    const { clock, account, set, state, announcer } = await keeping({ seconds: 15 });
    announcer.order(orderOf('one'));
    await clock.advance(1_000);
    const limits = { ...account.limits, cancelAfterS: undefined };
    state.account = { ...account, limits };
    await clock.advance(10_000);
    expect(set).toEqual([on(btc), off(btc)]);
  });

  it('is tried again when it cannot be set, and that is told once', async () => {
    const { clock, set, state, told, announcer, switches } = await keeping({ seconds: 15 });
    state.fails = true;
    announcer.order(orderOf('one'));
    await clock.advance(5_000);
    expect(set.length).toBe(3);
    expect([told, switches.figures().failing]).toEqual([['desk swap: nobody answers'], 1]);
    state.fails = false;
    await clock.advance(2_000);
    expect([told.at(-1), switches.figures()]).toEqual(['well', { armed: 1, failing: 0 }]);
    await clock.advance(4_000);
    expect(set.length).toBe(4);
  });

  it('is armed until it would have fired', async () => {
    const { clock, state, announcer, switches } = await keeping({ seconds: 15 });
    announcer.order(orderOf('one'));
    await clock.advance(1_000);
    state.fails = true;
    await clock.advance(14_000);
    expect(switches.figures()).toEqual({ armed: 1, failing: 1 });
    await clock.advance(2_000);
    expect(switches.figures()).toEqual({ armed: 0, failing: 1 });
  });

  it('is forgotten with its account, and left as it is when the service stops', async () => {
    const { clock, set, state, announcer, switches } = await keeping({ seconds: 15 });
    announcer.order(orderOf('one'));
    await clock.advance(1_000);
    state.account = undefined;
    await clock.advance(5_000);
    expect([set.length, switches.figures()]).toEqual([1, { armed: 0, failing: 0 }]);
    switches.stop();
    expect(clock.pending()).toBe(0);
  });
});
