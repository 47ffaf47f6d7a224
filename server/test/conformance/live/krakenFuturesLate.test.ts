import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookSides } from '../../support/app/madeMarket.ts';
import type { TestTrader } from '../../support/app/testService.ts';
import {
  krakenFuturesMarket,
  krakenFuturesSimulated,
} from '../../support/exchanges/kraken/futuresExchange.ts';
import { type LiveService, openLiveService, passStep } from '../../support/exchanges/simulated.ts';

// The exchange reports an ended order for five seconds. After that only its histories and its fills
// do, and they have to be enough.

const buy = { side: 'buy', quantity: 1, client_order_id: 'mine' };
const limit = { ...buy, order_type: 'limit', price: 95 };
const stop = { ...buy, order_type: 'stop_loss', stop_price: 110 };
const low = { bids: [[93, 10]], asks: [[94, 10]] } as const;
const high = { bids: [[110, 10]], asks: [[111, 10]] } as const;
/** Longer than the exchange reports ended orders. */
const goneMs = 6_000;
const stepMs = 250;
/** Longer than an outcome stays open while the exchange answers. */
const settledMs = 60_000;

let opened: LiveService;
beforeAll(async () => {
  opened = await openLiveService(krakenFuturesSimulated);
});
afterAll(() => opened.stop());

const openTrader = () => opened.service.trader(krakenFuturesMarket);
const pass = () => opened.service.app.clock.advance(goneMs);

/** Returns the paths of the work's requests to the exchange. */
async function pathsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = opened.simulator.requests('krakenfutures').length;
  await work();
  const asked = opened.simulator.requests('krakenfutures').slice(before);
  return asked.map(({ path }) => path.replace(/^\/(derivatives\/)?api/, ''));
}

describe('an order that ended long before anybody asked', () => {
  it('is asked for no more once its end and all of its fills are stored', async () => {
    const trader = await openTrader();
    await trader.take(limit);
    await trader.show(low);
    await pass();
    const asked = await pathsOf(async () => {
      expect(await trader.find('mine')).toMatchObject({
        status: 'closed',
        filled: 1,
        average: 95,
        cost: 95,
        fee: { cost: 0.019 },
      });
    });
    expect(asked).toEqual([]);
  });

  it('is found in the history of orders, with its fills', async () => {
    const trader = await openTrader();
    const { order_id } = await trader.take(limit);
    await trader.show(low);
    await pass();
    // The exchange has to be asked about an order whose fills are not all stored.
    const { db } = opened.store;
    await db.deleteFrom('order_fills').where('venue_order_id', '=', order_id).execute();
    const asked = await pathsOf(async () => {
      expect(await trader.find('mine')).toMatchObject({
        status: 'closed',
        filled: 1,
        average: 95,
        cost: 95,
        fee: { cost: 0.019 },
      });
    });
    expect(asked).toEqual(['/v3/orders/status', '/history/v2/orders', '/v3/fills']);
  });

  it('is found under the id it had before it went off', async () => {
    const trader = await openTrader();
    const { order_id } = await trader.take(stop);
    await trader.show(high);
    await pass();
    const found = await trader.find(order_id);
    expect(found).toMatchObject({ order_id, status: 'closed', filled: 1, average: 111 });
  });

  it('and had only found some is told as it ended', async () => {
    const trader = await openTrader();
    await trader.take({ ...stop, quantity: 12 });
    await trader.show(high);
    await pass();
    expect(await trader.find('mine')).toMatchObject({ status: 'expired', filled: 10 });
  });
});

describe('an order whose answer was lost, and which ended at once', () => {
  it('is found when it filled', async () => {
    const trader = await sendInto({ ...buy, order_type: 'market' });
    expect(await settle(trader)).toMatchObject({ status: 'closed', filled: 1, average: 101 });
  });

  it('is found when it filled in part', async () => {
    const trader = await sendInto({ ...limit, price: 101, quantity: 6, time_in_force: 'IOC' });
    expect(await settle(trader)).toMatchObject({ status: 'expired', filled: 4, remaining: 2 });
  });

  it('is found when it was refused', async () => {
    // By our own book it would rest: an order that visibly crosses is not sent.
    const seen = { bids: [[100, 4]], asks: [[102, 4]] } as const;
    const trader = await sendInto({ ...limit, price: 101, post_only: true }, seen);
    const asked = await pathsOf(async () => {
      expect(await settle(trader)).toMatchObject({ status: 'rejected', filled: 0 });
    });
    // The history of orders contains it: no absence has to be proved. Marks are read beside it.
    const ofOrders = asked.filter((path) => !path.startsWith('/v3/tickers/'));
    expect(new Set(ofOrders)).toEqual(new Set(['/v3/orders/status', '/history/v2/orders']));
  });
});

/** Sends an order that is executed, but whose answer never comes. */
async function sendInto(body: object, seen?: BookSides): Promise<TestTrader> {
  const trader = await openTrader();
  if (seen) opened.service.market.show(krakenFuturesMarket.symbol, seen);
  opened.simulator.fail('krakenfutures', {
    match: ({ path }) => path.endsWith('/sendorder'),
    times: 1,
    when: 'after',
    how: { kind: 'neverAnswers' },
  });
  expect((await trader.send(body)).json.data.order_status).toBe('unknown');
  await pass();
  return trader;
}

async function settle(trader: TestTrader) {
  for (let ms = 0; ms <= settledMs; ms += stepMs) {
    await passStep(opened.service, stepMs);
    const order = await trader.find('mine');
    if (order.status !== 'unknown') return order;
  }
  throw new Error('The order is not settled.');
}
