import { accountEndpoints, orderEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaperBoundary } from '../../src/trading/venues/paper/ports.ts';
import { openTestService, type TestService, type TestTrader } from '../support/app/testService.ts';

const spot = { symbol: 'BTC/USDT', marketType: 'spot' } as const;
const swap = { symbol: 'BTC/USDT:USDT', marketType: 'swap' } as const;
/** Worth 95, and rests. */
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 95, client_order_id: 'one' };
/** Older than any request that may still arrive, with time for a look-up. */
const settledMs = 40_000;

let lost: { verb: string; boundary: PaperBoundary } | undefined;
let service: TestService;
beforeAll(async () => {
  service = await openTestService({
    venue: 'binance',
    markets: [spot, swap],
    paperFaults: {
      isLost: (boundary, { verb }) => lost?.boundary === boundary && lost.verb === verb,
    },
  });
});
beforeEach(() => {
  lost = undefined;
});
afterAll(() => service.app.stop());

const lose = (verb: string, boundary: PaperBoundary) => {
  lost = { verb, boundary };
};

async function usedUsd({ account }: TestTrader): Promise<number> {
  const query = new URLSearchParams({ exchange_account_id: account });
  const { json } = await service.app.ask({ url: `${orderEndpoints.getDailyLimit.path}?${query}` });
  return json.data.used_usd;
}

describe('NETWORK_ERROR', () => {
  it.each(['beforeAccept', 'beforeDurable'] as const)(
    'says that the outcome of an order lost %s is unknown, and keeps its share',
    async (boundary) => {
      const trader = await service.trader(spot);
      lose('submit', boundary);
      const { status, json } = await trader.send(limit);
      expect([status, json.isError, json.statusCode]).toEqual([500, true, 500]);
      const id = json.data.order_id;
      expect(json.message).toBe(
        'Not confirmed yet: the order may have reached the exchange. It is being looked up and will ' +
          `not be sent again: ask for order ${id} before you send another.`,
      );
      expect(json.data).toEqual({
        error: 'NETWORK_ERROR',
        order_status: 'unknown',
        order_id: id,
        client_order_id: 'one',
      });
      expect(await usedUsd(trader)).toBe(95);
      // Sending the same order again creates no second order, whatever is known about it by then.
      await trader.send(limit);
      lost = undefined;
      await service.app.clock.advance(settledMs);
      const arrived = boundary !== 'beforeAccept';
      expect(await trader.open()).toHaveLength(arrived ? 1 : 0);
      const found = await trader.find(id);
      expect(found.status).toBe(arrived ? 'open' : 'rejected');
      expect(await usedUsd(trader)).toBe(arrived ? 95 : 0);
    },
  );

  it('is spared where the exchange told of the order before its answer was lost', async () => {
    const trader = await service.trader(spot);
    lose('submit', 'beforeAnswer');
    const { status, json } = await trader.send(limit);
    const isKnown = status === 200 && json.data.order_status === 'open';
    expect(isKnown || json.data.order_status === 'unknown').toBe(true);
    expect(await trader.take(limit)).toMatchObject({ order_status: 'open' });
    expect(await trader.open()).toHaveLength(1);
  });

  it('becomes the word that nothing was sent, once that is proven', async () => {
    const trader = await service.trader(spot);
    lose('submit', 'beforeAccept');
    const { order_id } = (await trader.send(limit)).json.data;
    await service.app.clock.advance(settledMs);
    lost = undefined;
    const { status, json } = await trader.send(limit);
    expect([status, json.message]).toEqual([
      500,
      'The order never reached the exchange. Send it with another client_order_id.',
    ]);
    expect(json.data).toEqual({
      error: 'NETWORK_ERROR',
      order_status: 'rejected',
      order_id,
      client_order_id: 'one',
    });
    await trader.take({ ...limit, client_order_id: 'two' });
  });

  it('of a cancel changes nothing, and the cancel may be repeated', async () => {
    const trader = await service.trader(spot);
    const { order_id } = await trader.take(limit);
    lose('cancel', 'beforeAccept');
    const own = { exchange_account_id: trader.account };
    const { status, json } = await service.app.cancel('one', own);
    expect([status, json.message]).toEqual([
      500,
      'Could not reach binance. The cancel is not confirmed. ' +
        'The answer of the paper venue was lost.',
    ]);
    expect(json.data).toEqual({
      error: 'NETWORK_ERROR',
      exchange: 'binance',
      order_id,
      cancel_status: 'unknown',
    });
    expect(await trader.take(limit)).toMatchObject({ order_status: 'open' });
    lost = undefined;
    expect(await trader.cancel('one')).toMatchObject({ status: 'canceled' });
  });
});

describe('a halt with cancel_open', () => {
  const halt = async (trader: TestTrader, body: object) => {
    const { path: url, method } = accountEndpoints.haltTrading;
    const own = { exchange_account_id: trader.account };
    const { status, json } = await service.app.ask({ method, url, body: { ...own, ...body } });
    expect([status, json.message]).toEqual([200, 'Trading halted']);
    return json.data;
  };

  it('cancels what is open in every class, and says how many', async () => {
    const trader = await service.trader(spot);
    await trader.take(limit);
    const { symbol, marketType: market_type } = swap;
    await trader.take({ ...limit, symbol, market_type, client_order_id: 'two' });
    const stop = { order_type: 'stop_loss', side: 'sell', quantity: 1, stop_price: 90 };
    await trader.take({ ...stop, client_order_id: 'three' });
    expect(await halt(trader, { cancel_open: true })).toEqual({
      exchange_account_ids: [trader.account],
      changed: [trader.account],
      canceled_orders: 3,
      not_canceled: [],
    });
    for (const name of ['one', 'two', 'three']) {
      expect(await trader.find(name)).toMatchObject({ status: 'canceled' });
    }
    expect(await trader.used()).toEqual({});
    expect(await usedUsd(trader)).toBe(0);
  });

  it('leaves them without the word, and a cancel always goes', async () => {
    const trader = await service.trader(spot);
    await trader.take(limit);
    expect(await halt(trader, {})).toMatchObject({ canceled_orders: 0, not_canceled: [] });
    expect(await trader.open()).toHaveLength(1);
    expect(await trader.cancel('one')).toMatchObject({ status: 'canceled' });
  });

  it('names the orders that may still be open', async () => {
    const trader = await service.trader(spot);
    const { order_id } = await trader.take(limit);
    lose('cancel', 'beforeAccept');
    expect(await halt(trader, { cancel_open: true })).toMatchObject({
      canceled_orders: 0,
      not_canceled: [
        {
          exchange_account_id: trader.account,
          order_id,
          reason: 'The answer of the paper venue was lost.',
        },
      ],
    });
  });
});
