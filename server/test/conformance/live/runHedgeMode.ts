import { accountEndpoints, reconciliationEndpoints } from '@windlass/contract';
import type { TrueOrder, VenueName } from '@windlass/simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PerpDesk, perpDesk } from '../../support/perpDesk.ts';
import {
  type LiveHouse,
  openLiveHouse,
  type SimulatedVenue,
} from '../../support/simulatedExchange.ts';

// An account in hedge mode, from our API to the wire and back. The exchange tells by itself which
// position each order meant.

const symbol = 'BTC/USDT:USDT';
const buy = { side: 'buy' } as const;
const sell = { side: 'sell' } as const;
const market = { order_type: 'market' } as const;
const reduce = { reduce_only: true } as const;

/** What each type asks for beside side and quantity: all of it rests between 100 and 101. */
const resting = {
  limit: { buy: { price: 95 }, sell: { price: 106 } },
  stop_loss: { buy: { stop_price: 106 }, sell: { stop_price: 95 } },
  stop_loss_limit: {
    buy: { stop_price: 106, price: 107 },
    sell: { stop_price: 95, price: 94 },
  },
  take_profit: { buy: { stop_price: 95 }, sell: { stop_price: 106 } },
  take_profit_limit: {
    buy: { stop_price: 95, price: 96 },
    sell: { stop_price: 106, price: 105 },
  },
  trailing_stop: { buy: { trailing_delta: 2 }, sell: { trailing_delta: 2 } },
} as const;

type RestingType = keyof typeof resting;
const restingTypes = Object.keys(resting) as RestingType[];

/** What an order of hedge mode means, by its side and whether it only reduces. */
const legs = [
  ['buy', false, 'long'],
  ['sell', false, 'short'],
  ['sell', true, 'long'],
  ['buy', true, 'short'],
] as const;

export interface HedgedVenue {
  readonly own: SimulatedVenue;
  readonly at: VenueName;
  /** The types that only ever close a position there. */
  readonly closing?: readonly RestingType[];
}

export function runHedgeMode({ own, at, closing = [] }: HedgedVenue): void {
  const hedged: SimulatedVenue = {
    ...own,
    account(name) {
      const { opened, ...rest } = own.account(name);
      return { ...rest, opened: opened.map((each) => ({ ...each, isHedged: true })) };
    },
  };
  const keyOf = (name: string): string => own.account(name).opened[0]?.apiKey ?? '';

  describe(`an account in hedge mode at ${own.venue}`, () => {
    let live: LiveHouse;
    let desk: PerpDesk;
    beforeAll(async () => {
      live = await openLiveHouse(hedged);
    });
    afterAll(() => live.stop());
    beforeEach(async () => {
      desk = await perpDesk(live, hedged, symbol);
      await desk.move(symbol, 100, 101);
      await verify();
    });

    const account = (endpoint: 'verifyAccount' | 'getAccount') => {
      const { method, path } = accountEndpoints[endpoint];
      return live.house.app.ask({ method, url: path.replace(':id', desk.account) });
    };
    const verify = () => account('verifyAccount');
    const compared = async () => {
      const { method, path: url } = reconciliationEndpoints.compareAccounts;
      const body = { exchange_account_id: desk.account };
      return (await live.house.app.ask({ method, url, body })).json.data;
    };
    const there = (): readonly TrueOrder[] => live.simulator.orders(at, keyOf(desk.account));
    const last = () => {
      const { side, isReduceOnly, leg, type } = there().at(-1) ?? {};
      return { side, isReduceOnly, leg, type };
    };
    /** Sizes by side of the position, in the base. */
    const held = async () => {
      const positions = await desk.positions();
      const sizes = positions.map((each) => [each.side, each.contracts * each.contract_size]);
      return Object.fromEntries(sizes);
    };
    const openBoth = async () => {
      await desk.take({ ...market, ...buy, quantity: 2 });
      await desk.take({ ...market, ...sell, quantity: 1 });
    };

    it('is known by verification', async () => {
      const { json } = await verify();
      const checks = json.data.checks as readonly { check: string; status: string }[];
      expect(checks.find(({ check }) => check === 'position_mode')?.status).toBe('ok');
      expect((await account('getAccount')).json.data).toMatchObject({ hedge_mode: true });
    });

    it('holds both positions at once, and closes each by itself', async () => {
      await openBoth();
      expect(await held()).toEqual({ long: 2, short: 1 });
      await desk.take({ ...market, ...buy, ...reduce, quantity: 1 });
      expect(await held()).toEqual({ long: 2 });
      await desk.take({ ...market, ...sell, quantity: 1 });
      await desk.take({ ...market, ...sell, ...reduce, quantity: 2 });
      expect(await held()).toEqual({ short: 1 });
      expect(there().map(({ leg }) => leg)).toEqual(['long', 'short', 'short', 'short', 'long']);
    });

    it('sells no position short that it has not, where an order only reduces', async () => {
      await desk.take({ ...market, ...buy, quantity: 2 });
      const { status, json } = await desk.send({ ...market, ...buy, ...reduce, quantity: 1 });
      expect([status, json.message]).toEqual([
        ...[expect.any(Number), expect.stringContaining('no position left to reduce')],
      ]);
      expect(status).not.toBe(200);
      expect(await held()).toEqual({ long: 2 });
    });

    it.each(restingTypes.flatMap((type) => legs.map((each) => [type, ...each] as const)))(
      'sends a %s to %s, reduce only %s, for the %s position',
      async (type, side, only, leg) => {
        await desk.take({ ...market, ...buy, quantity: 1 });
        await desk.take({ ...market, ...sell, quantity: 1 });
        const order = { order_type: type, side, quantity: 1, ...resting[type][side] };
        const sent = { ...order, reduce_only: only };
        if (closing.includes(type) && !only) {
          const before = live.simulator.accepted(at);
          const { status, json } = await desk.send(sent);
          expect(status).not.toBe(200);
          expect(json.message).toContain('reduce_only');
          expect(live.simulator.accepted(at)).toBe(before);
          return;
        }
        expect(await desk.take(sent)).toMatchObject({ order_status: 'open' });
        expect(last()).toEqual({ side, isReduceOnly: only, leg, type });
        expect(await held()).toEqual({ long: 1, short: 1 });
      },
    );

    it('closes a position by a stop that only reduces', async () => {
      await openBoth();
      const stop = { order_type: 'stop_loss', ...sell, stop_price: 95, quantity: 2 };
      await desk.take({ ...stop, ...reduce });
      await desk.move(symbol, 94, 95);
      expect(await held()).toEqual({ short: 1 });
    });

    it('opens the other position by a stop that does not', async () => {
      await openBoth();
      const stop = { order_type: 'stop_loss', ...sell, stop_price: 95, quantity: 2 };
      await desk.take(stop);
      await desk.move(symbol, 94, 95);
      expect(await held()).toEqual({ long: 2, short: 3 });
    });

    it('is compared position by position, by fills that name theirs', async () => {
      await compared();
      await openBoth();
      await desk.take({ ...market, ...buy, ...reduce, quantity: 0.5 });
      await desk.take({ ...market, ...sell, ...reduce, quantity: 1.5 });
      // A difference is believed once it was seen twice.
      await compared();
      await live.pass(1_000);
      const { differences, accounts } = await compared();
      expect(differences).toEqual([]);
      expect(accounts[0].status).toBe('ok');
      expect(await held()).toEqual({ long: 0.5, short: 0.5 });
    });

    it('sets one leverage for both positions', async () => {
      await openBoth();
      await desk.tell('leverage', { symbol, leverage: 10 });
      const positions = await desk.positions();
      expect(positions.map(({ side, leverage }) => [side, leverage])).toEqual([
        ['long', 10],
        ['short', 10],
      ]);
    });

    it.each([
      [false, 'one-way', undefined],
      [true, 'hedge', 'long'],
    ] as const)('reads its mode again once it is refused for it: %s', async (is, mode, leg) => {
      const key = keyOf(desk.account);
      if (is) live.simulator.setHedged(at, key, false);
      if (is) await verify();
      live.simulator.setHedged(at, key, is);
      const accepted = live.simulator.accepted(at);
      const order = { ...market, ...buy, quantity: 1 };
      const { status, json } = await desk.send(order);
      expect(status).not.toBe(200);
      expect(json.message).toContain(`in ${mode} mode at the exchange now`);
      expect(live.simulator.accepted(at)).toBe(accepted);
      await live.pass(1_000);
      await desk.take(order);
      expect(last()).toMatchObject({ leg });
      expect((await account('getAccount')).json.data).toMatchObject({ hedge_mode: is });
    });
  });
}
