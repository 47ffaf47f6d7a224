import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../../../test/support/databases/memoryStore.ts';
import {
  acknowledged,
  btcOf,
  createPaperBench,
  noSignal,
  type OpenPaper,
  type PaperBench,
  refOf,
} from '../../../../test/support/paper/fixture.ts';
import type { Store } from '../../../store/types.ts';
import type { OrderType, TimeInForce } from '../../model/order.ts';
import type { BookLevel } from '../bookPort.ts';
import { venueCapabilities } from '../registry.ts';
import type { VenueOrder, VenueOrderState } from '../venuePort.ts';

/** A resting order of some type, and the books that fill or end it. */
interface Resting {
  readonly order: Partial<VenueOrder>;
  /** Fills all of it. */
  readonly filling: Sides;
  readonly price: number;
  /** Fills 0.4 of it. */
  readonly thin: Sides;
  /** Status of the order after that: a market order's remainder ends. */
  readonly after: VenueOrderState['status'];
}
interface Sides {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

const calm: Sides = {
  bids: [
    [100, 10],
    [99, 10],
  ],
  asks: [
    [101, 10],
    [102, 10],
  ],
};
const at = (bid: number, ask: number, quantity = 10): Sides => ({
  bids: [[bid, 10]],
  asks: [
    [ask, quantity],
    [ask * 1.2, 10],
  ],
});

const resting: Readonly<Record<Exclude<OrderType, 'market'>, Resting>> = {
  limit: {
    order: { price: '95' },
    filling: at(93, 94),
    price: 95,
    thin: at(93, 94, 0.4),
    after: 'open',
  },
  stop_loss: {
    order: { stopPrice: '110' },
    filling: at(110, 111),
    price: 111,
    thin: at(110, 111, 0.4),
    after: 'expired',
  },
  stop_loss_limit: {
    order: { stopPrice: '110', price: '112' },
    filling: at(110, 111),
    price: 111,
    thin: at(110, 111, 0.4),
    after: 'open',
  },
  take_profit: {
    order: { stopPrice: '90' },
    filling: at(89, 90),
    price: 90,
    thin: at(89, 90, 0.4),
    after: 'expired',
  },
  take_profit_limit: {
    order: { stopPrice: '90', price: '92' },
    filling: at(89, 90),
    price: 90,
    thin: at(89, 90, 0.4),
    after: 'open',
  },
  trailing_stop: {
    order: { trailingDelta: 2 },
    filling: at(103, 104),
    price: 104,
    thin: at(103, 104, 0.4),
    after: 'expired',
  },
  oco: {
    order: { price: '95', stopPrice: '110' },
    filling: at(93, 94),
    price: 95,
    thin: at(93, 94, 0.4),
    after: 'open',
  },
};

const classes = venueCapabilities.flatMap((capabilities) =>
  (['spot', 'swap'] as const).flatMap((marketType) => {
    const takes = capabilities[marketType === 'spot' ? 'spot' : 'perp'];
    return takes ? [{ venue: capabilities.venue, marketType, takes }] : [];
  }),
);
const everyType = ['market', ...(Object.keys(resting) as (keyof typeof resting)[])] as const;

describe.each(classes)('a paper account at $venue on $marketType', (market) => {
  const { venue, marketType, takes } = market;
  const types = takes.orderTypes.filter((type) => type !== 'market');
  const symbol = btcOf(venue, marketType);
  let store: Store;
  let epoch: number;

  beforeAll(async () => {
    store = await openMemoryStore();
    ({ epoch } = await store.own());
  });
  afterAll(() => store.close());

  interface Desk extends OpenPaper {
    readonly bench: PaperBench;
    show(sides: Sides): Promise<void>;
    now(order: VenueOrderState): Promise<VenueOrderState>;
    ask(order: Partial<VenueOrder>): ReturnType<OpenPaper['submit']>;
  }
  /** Each test has a life of the account to itself. */
  const desk = async (run: (desk: Desk) => Promise<void>): Promise<void> => {
    for (const table of ['paper_engines', 'paper_orders', 'paper_fills'] as const) {
      await store.db.deleteFrom(table).execute();
    }
    const bench = createPaperBench({ store, epoch });
    const paper = bench.open(venue);
    bench.books.show(symbol, venue, calm);
    await run({
      ...paper,
      bench,
      async show(sides) {
        bench.books.show(symbol, venue, sides);
        await bench.clock.advance(100);
      },
      ask: (order) => paper.submit({ marketType, ...order }),
      async now(order) {
        const found = await paper.session.lookup(refOf(order), noSignal);
        if (found.kind !== 'found') throw new Error(`order is ${found.kind}`);
        return found.order;
      },
    });
    await paper.session.close();
    expect(bench.books.held()).toEqual([]);
    expect(bench.clock.pending()).toBe(0);
    expect(bench.failures).toEqual([]);
  };
  const restingOf = (type: OrderType) => {
    const found = resting[type as keyof typeof resting];
    return { ...found, order: { ...found.order, type } };
  };

  it.each(types)('lets a %s rest, finds it and cancels it', (type) =>
    desk(async ({ session, ask, now, orders }) => {
      const order = await acknowledged(ask(restingOf(type).order));
      expect(order).toMatchObject({ status: 'open', type, quantity: '1', filled: '0', fees: {} });
      expect(await now(order)).toEqual(order);
      const byClient = await session.lookup(refOf(order, 'client'), noSignal);
      expect(byClient).toEqual({ kind: 'found', order });
      expect(await session.openOrders(marketType, symbol, noSignal)).toEqual([order]);
      expect(await session.openOrders('future', undefined, noSignal)).toEqual([]);
      const before = await session.balances(marketType, noSignal);
      const canceled = await session.cancel(refOf(order, 'client'), noSignal);
      expect(canceled).toMatchObject({ kind: 'done', order: { status: 'canceled', filled: '0' } });
      expect(await session.cancel(refOf(order), noSignal)).toEqual(canceled);
      expect(await session.openOrders(marketType, undefined, noSignal)).toEqual([]);
      expect((await now(order)).status).toBe('canceled');
      const after = await session.balances(marketType, noSignal);
      for (const [asset, { total }] of Object.entries(before)) {
        expect(after[asset]).toEqual({ free: total, used: '0', total });
      }
      expect(orders.map(({ status }) => status)).toEqual(['open', 'canceled']);
    }),
  );

  it.each(types)('fills a %s when the market comes to it', (type) =>
    desk(async ({ session, ask, now, show, fills, heard }) => {
      const { filling, price, order } = restingOf(type);
      const placed = await acknowledged(ask(order));
      await show(filling);
      expect(await now(placed)).toMatchObject({
        status: 'closed',
        filled: '1',
        average: price,
        cost: String(price),
      });
      const query = { marketType, sinceMs: 0, limit: 10 };
      expect(await session.fills(query, noSignal)).toEqual(fills);
      expect(fills).toMatchObject([{ venueOrderId: placed.venueOrderId, quantity: '1', price }]);
      expect(heard.slice(-2)).toEqual([`fill 1 at ${price}`, `${type} closed 1`]);
    }),
  );

  it.each(types)('fills a part of a %s where the book is thin', (type) =>
    desk(async ({ session, ask, now, show }) => {
      const { thin, after, order } = restingOf(type);
      const placed = await acknowledged(ask(order));
      await show(thin);
      expect(await now(placed)).toMatchObject({ status: after, filled: '0.4', quantity: '1' });
      const canceled = await session.cancel(refOf(placed), noSignal);
      const status = after === 'open' ? 'canceled' : after;
      expect(canceled).toMatchObject({ kind: 'done', order: { status, filled: '0.4' } });
    }),
  );

  it('fills a market order at the best prices, level by level', () =>
    desk(async ({ ask, fills }) => {
      const order = await acknowledged(ask({ type: 'market', quantity: '15' }));
      expect(order).toMatchObject({ status: 'closed', filled: '15', cost: '1520' });
      expect(order.average).toBeCloseTo(1520 / 15, 12);
      expect(fills.map(({ quantity, price }) => [quantity, price])).toEqual([
        ['10', 101],
        ['5', 102],
      ]);
    }));

  it('ends what a market order cannot fill within its bound', () =>
    desk(async ({ ask, show }) => {
      await show(at(100, 101, 0.4));
      const order = await acknowledged(ask({ type: 'market' }));
      expect(order).toMatchObject({ status: 'expired', filled: '0.4' });
    }));

  it('charges the venue’s own fees', () =>
    desk(async ({ ask, fills, show }) => {
      await acknowledged(ask({ type: 'market' }));
      await acknowledged(ask({ price: '95' }));
      await show(at(93, 94));
      expect(fills.map(({ fee, feeAsset, liquidity }) => [liquidity, fee, feeAsset])).toEqual(
        feesOf[`${venue} ${marketType}`],
      );
    }));

  const forces = takes.timesInForce;
  const limit = (timeInForce: TimeInForce, price = '101', quantity = '1') => ({
    timeInForce,
    price,
    quantity,
  });

  it('treats IOC as its name says', () =>
    desk(async ({ ask }) => {
      expect(await acknowledged(ask(limit('IOC')))).toMatchObject({ status: 'closed' });
      const part = await acknowledged(ask(limit('IOC', '101', '20')));
      expect(part).toMatchObject({ status: 'expired', filled: '9' });
      const nothing = await acknowledged(ask(limit('IOC', '90')));
      expect(nothing).toMatchObject({ status: 'expired', filled: '0', average: undefined });
    }));

  it.runIf(forces.includes('FOK'))('treats FOK as its name says', () =>
    desk(async ({ ask, session }) => {
      expect(await acknowledged(ask(limit('FOK')))).toMatchObject({ status: 'closed' });
      const refused = await ask({ ...limit('FOK', '101', '20'), clientId: 'f'.repeat(32) });
      expect(refused).toMatchObject({ kind: 'rejected', code: 'CANNOT_FILL' });
      const ref = { ...refOf(await acknowledged(ask({}))), clientId: 'f'.repeat(32) };
      const trace = await session.lookup({ ...ref, venueOrderId: undefined }, noSignal);
      expect(trace).toEqual({ kind: 'absent' });
    }),
  );

  it.runIf(takes.features.includes('post_only'))('lets POST_ONLY only make', () =>
    desk(async ({ ask }) => {
      expect(await ask(limit('POST_ONLY'))).toMatchObject({ code: 'WOULD_TAKE' });
      expect(await acknowledged(ask(limit('POST_ONLY', '100')))).toMatchObject({ status: 'open' });
    }),
  );

  it.runIf(takes.features.includes('reduce_only'))('cuts reduce-only to the position', () =>
    desk(async ({ ask }) => {
      const close = { type: 'market', side: 'sell', quantity: '3', reduceOnly: true } as const;
      expect(await ask(close)).toMatchObject({ kind: 'rejected', code: 'NOTHING_TO_REDUCE' });
      await acknowledged(ask({ type: 'market', quantity: '2' }));
      const order = await acknowledged(ask(close));
      expect(order).toMatchObject({ status: 'closed', quantity: '2', filled: '2' });
      expect(await ask(close)).toMatchObject({ kind: 'rejected' });
    }),
  );

  it('refuses what the venue does not take', () =>
    desk(async ({ ask }) => {
      for (const type of everyType.filter((each) => !takes.orderTypes.includes(each))) {
        expect(await ask(restingOf(type).order)).toMatchObject({ kind: 'rejected', code: 'OTHER' });
      }
      const unknown = takes.timesInForce.includes('FOK') ? [] : [limit('FOK')];
      const postOnly = takes.features.includes('post_only') ? [] : [limit('POST_ONLY', '90')];
      const reducing = takes.features.includes('reduce_only') ? [] : [{ reduceOnly: true }];
      for (const order of [...unknown, ...postOnly, ...reducing]) {
        expect(await ask(order)).toMatchObject({ kind: 'rejected', code: 'OTHER' });
      }
    }));

  it('says what is short in the words of the class', () =>
    desk(async ({ ask }) => {
      const code = marketType === 'spot' ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_MARGIN';
      const refused = await ask({ price: '95', quantity: '400000' });
      expect(refused).toMatchObject({ kind: 'rejected', code });
    }));
});

/** Taker at 101, then maker at 95, by hand from the venues' base tiers. */
const feesOf: Readonly<Record<string, readonly [string, string, string][]>> = {
  'binance spot': [
    ['taker', '0.001', 'BTC'],
    ['maker', '0.001', 'BTC'],
  ],
  'binance swap': [
    ['taker', '0.0505', 'USDT'],
    ['maker', '0.019', 'USDT'],
  ],
  'bybit spot': [
    ['taker', '0.001', 'BTC'],
    ['maker', '0.001', 'BTC'],
  ],
  'bybit swap': [
    ['taker', '0.05555', 'USDT'],
    ['maker', '0.019', 'USDT'],
  ],
  'gateio spot': [
    ['taker', '0.002', 'BTC'],
    ['maker', '0.002', 'BTC'],
  ],
  'gateio swap': [
    ['taker', '0.0505', 'USDT'],
    ['maker', '0.019', 'USDT'],
  ],
  'kraken spot': [
    ['taker', '0.404', 'USD'],
    ['maker', '0.2375', 'USD'],
  ],
  'kraken swap': [
    ['taker', '0.0505', 'USD'],
    ['maker', '0.019', 'USD'],
  ],
  'okx spot': [
    ['taker', '0.001', 'BTC'],
    ['maker', '0.0008', 'BTC'],
  ],
  'okx swap': [
    ['taker', '0.0505', 'USDT'],
    ['maker', '0.019', 'USDT'],
  ],
  'hyperliquid swap': [
    ['taker', '0.04545', 'USDC'],
    ['maker', '0.01425', 'USDC'],
  ],
};
