import type { VenueName } from '@windlass/simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type HedgeTrader,
  hedgedVenue,
  openHedgeTrader,
  hedgedSymbol as symbol,
} from '../../support/exchanges/hedgeTrader.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';

// An account in hedge mode, from our API to the wire and back. The exchange itself reports which
// position each order meant.

const buy = { side: 'buy' } as const;
const sell = { side: 'sell' } as const;
const market = { order_type: 'market' } as const;
const reduce = { reduce_only: true } as const;

/** The prices at which each type rests, by side, in a market at 100 and 101. */
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

/** The leg of an order in hedge mode, by its side and by whether it only reduces. */
const legs = [
  ['buy', false, 'long'],
  ['sell', false, 'short'],
  ['sell', true, 'long'],
  ['buy', true, 'short'],
] as const;

export interface HedgedVenue {
  readonly own: SimulatedVenue;
  readonly at: VenueName;
  /** The types that always only close a position there. */
  readonly closing?: readonly RestingType[];
}

/** The trader of the current test, and the service around it. */
interface Bench {
  trader(): HedgeTrader;
  live(): LiveService;
}

export function runHedgeMode({ own, at, closing = [] }: HedgedVenue): void {
  describe(`an account in hedge mode at ${own.venue}`, () => {
    const hedged = hedgedVenue(own);
    let live: LiveService;
    let trader: HedgeTrader;
    beforeAll(async () => {
      live = await openLiveService(hedged);
    });
    afterAll(() => live.stop());
    beforeEach(async () => {
      trader = await openHedgeTrader(live, { own: hedged, at });
    });
    const bench = { trader: () => trader, live: () => live };
    holdsBoth(bench);
    sendsEach(bench, closing);
    keepsItsMode(bench);
  });
}

async function openBoth(trader: HedgeTrader): Promise<void> {
  await trader.take({ ...market, ...buy, quantity: 2 });
  await trader.take({ ...market, ...sell, quantity: 1 });
}

function holdsBoth({ trader, live }: Bench): void {
  it('holds both positions at once, and closes each by itself', async () => {
    const { take, held, orders } = trader();
    await openBoth(trader());
    expect(await held()).toEqual({ long: 2, short: 1 });
    await take({ ...market, ...buy, ...reduce, quantity: 1 });
    expect(await held()).toEqual({ long: 2 });
    await take({ ...market, ...sell, quantity: 1 });
    await take({ ...market, ...sell, ...reduce, quantity: 2 });
    expect(await held()).toEqual({ short: 1 });
    expect(orders().map(({ leg }) => leg)).toEqual(['long', 'short', 'short', 'short', 'long']);
  });

  it('opens nothing by an order that only reduces', async () => {
    const { take, send, held } = trader();
    await take({ ...market, ...buy, quantity: 2 });
    const { status, json } = await send({ ...market, ...buy, ...reduce, quantity: 1 });
    expect(status).not.toBe(200);
    expect(json.message).toContain('no position left to reduce');
    expect(await held()).toEqual({ long: 2 });
  });

  it.each([
    ['closes a position by a stop that only reduces', true, { short: 1 }],
    ['opens the other position by a stop that does not', false, { long: 2, short: 3 }],
  ] as const)('%s', async (_, only, left) => {
    const { take, move, held } = trader();
    await openBoth(trader());
    const stop = { order_type: 'stop_loss', ...sell, stop_price: 95, quantity: 2 };
    await take({ ...stop, reduce_only: only });
    await move(symbol, 94, 95);
    expect(await held()).toEqual(left);
  });

  it('is compared position by position', async () => {
    const { take, compared, held } = trader();
    await compared();
    await openBoth(trader());
    await take({ ...market, ...buy, ...reduce, quantity: 0.5 });
    await take({ ...market, ...sell, ...reduce, quantity: 1.5 });
    // A difference counts once it was seen twice.
    await compared();
    await live().pass(1_000);
    const { differences, accounts } = await compared();
    expect([differences, accounts[0].status]).toEqual([[], 'ok']);
    expect(await held()).toEqual({ long: 0.5, short: 0.5 });
  });

  it('sets one leverage for both positions', async () => {
    const { tell, positions } = trader();
    await openBoth(trader());
    await tell('leverage', { symbol, leverage: 10 });
    expect((await positions()).map(({ side, leverage }) => [side, leverage])).toEqual([
      ['long', 10],
      ['short', 10],
    ]);
  });
}

function sendsEach({ trader }: Bench, closing: readonly RestingType[]): void {
  it.each(restingTypes.flatMap((type) => legs.map((each) => [type, ...each] as const)))(
    'sends a %s to %s, reduce only %s, for the %s position',
    async (type, side, only, leg) => {
      const { take, send, orders, accepted, held } = trader();
      await take({ ...market, ...buy, quantity: 1 });
      await take({ ...market, ...sell, quantity: 1 });
      const order = { order_type: type, side, quantity: 1, ...resting[type][side] };
      const sent = { ...order, reduce_only: only };
      if (closing.includes(type) && !only) {
        const before = accepted();
        const { status, json } = await send(sent);
        expect(status).not.toBe(200);
        expect(json.message).toContain('reduce_only');
        expect(accepted()).toBe(before);
        return;
      }
      expect(await take(sent)).toMatchObject({ order_status: 'open' });
      expect(orders().at(-1)).toMatchObject({ side, isReduceOnly: only, leg, type });
      expect(await held()).toEqual({ long: 1, short: 1 });
    },
  );
}

function keepsItsMode({ trader, live }: Bench): void {
  it('is known by verification', async () => {
    const { checks } = await trader().verify();
    const mode = checks.find(({ check }: { check: string }) => check === 'position_mode');
    expect(mode.status).toBe('ok');
    expect(await trader().told()).toMatchObject({ hedge_mode: true });
  });

  it.each([
    [false, 'one-way', undefined],
    [true, 'hedge', 'long'],
  ] as const)('reads its mode again once it is refused for it: %s', async (is, mode, leg) => {
    const { verify, told, setHedged, accepted, send, take, orders } = trader();
    if (is) {
      setHedged(false);
      await verify();
    }
    setHedged(is);
    const before = accepted();
    const order = { ...market, ...buy, quantity: 1 };
    const { status, json } = await send(order);
    expect(status).not.toBe(200);
    expect(json.message).toContain(`in ${mode} mode at the exchange now`);
    expect(accepted()).toBe(before);
    await live().pass(1_000);
    await take(order);
    expect(orders().at(-1)?.leg).toBe(leg);
    expect(await told()).toMatchObject({ hedge_mode: is });
  });
}
