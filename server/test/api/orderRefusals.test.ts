import { accountEndpoints, orderEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/app/expectRefusal.ts';
import { openTestService, type TestService, type TestTrader } from '../support/app/testService.ts';

const spot = { symbol: 'BTC/USDT', marketType: 'spot' } as const;
const swap = { symbol: 'BTC/USDT:USDT', marketType: 'swap' } as const;

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ venue: 'binance', markets: [spot, swap] });
});
afterAll(() => service.app.stop());

/** Worth 95, and rests. */
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 95 };
const market = { order_type: 'market', side: 'buy', quantity: 1 };
/** The data of an order that the exchange was asked for. */
const ofOrder = {
  order_status: 'rejected',
  order_id: expect.any(String),
  client_order_id: expect.any(String),
};

async function usedUsd({ account }: TestTrader): Promise<number> {
  const query = new URLSearchParams({ exchange_account_id: account });
  const { json } = await service.app.ask({ url: `${orderEndpoints.getDailyLimit.path}?${query}` });
  return json.data.used_usd;
}

describe('limits of an account', () => {
  it('DAILY_LIMIT_EXCEEDED says what remains, and reserves nothing', async () => {
    const trader = await service.trader(spot, { daily_limit_usd: 100 });
    await trader.take(limit);
    expectRefusal(await trader.send({ ...limit, quantity: 0.5 }), {
      status: 400,
      error: 'DAILY_LIMIT_EXCEEDED',
      message: 'Order would exceed daily limit. Remaining: $5.00',
      data: { limit_check: { allowed: false, order_value_usd: 47.5, remaining_usd: 5 } },
    });
    expect(await usedUsd(trader)).toBe(95);
    // Cents are cut off: the answer never shows more than there is.
    const close = await service.trader(spot, { daily_limit_usd: 94.999999 });
    const { json } = await close.send(limit);
    expect(json.message).toBe('Order would exceed daily limit. Remaining: $94.99');
    expect(json.data.limit_check.remaining_usd).toBe(94.999999);
    const exact = await service.trader(spot, { daily_limit_usd: 95 });
    await exact.take(limit);
  });

  it('reduce_only orders are bound by no limit but the collar', async () => {
    const limits = { max_order_usd: 450, max_open_orders: 1 };
    const trader = await service.trader(swap, { daily_limit_usd: 450, limits });
    await trader.take({ ...market, quantity: 4 });
    await trader.take({ ...limit, quantity: 0.4 });
    expect((await trader.send(limit)).json.data.error).toBe('DAILY_LIMIT_EXCEEDED');
    const closing = { order_type: 'limit', side: 'sell', price: 106, reduce_only: true };
    expect(await trader.take({ ...closing, quantity: 4 })).toMatchObject({ order_status: 'open' });
    expect(await trader.take({ ...closing, quantity: 0.01 })).toMatchObject({ quantity: 0.01 });
    const low = await trader.send({ ...closing, price: 90, quantity: 1 });
    expect(low.json.data.error).toBe('PRICE_COLLAR_EXCEEDED');
  });

  it('MAX_ORDER_EXCEEDED names the limit', async () => {
    const trader = await service.trader(spot, { limits: { max_order_usd: 50 } });
    expectRefusal(await trader.send(limit), {
      status: 400,
      error: 'MAX_ORDER_EXCEEDED',
      message: "Order value $95.00 exceeds the account's largest order of $50.00 (max_order_usd).",
      data: { order_value_usd: 95, limit_usd: 50 },
    });
  });

  it('PRICE_COLLAR_EXCEEDED measures from the mid, and from the stop price', async () => {
    const trader = await service.trader(spot);
    expectRefusal(await trader.send({ ...limit, price: 110 }), {
      status: 400,
      error: 'PRICE_COLLAR_EXCEEDED',
      message:
        "The price 110 is 9.45 % beyond 100.5, more than the account's price collar of 5 % " +
        'allows (price_collar_pct).',
      data: { price: 110, reference_price: 100.5, price_collar_pct: 5 },
    });
    const stop = { ...limit, order_type: 'stop_loss_limit', stop_price: 110 };
    const far = await trader.send({ ...stop, price: 116 });
    expect(far.json.data).toMatchObject({ error: 'PRICE_COLLAR_EXCEEDED', reference_price: 110 });
    await trader.take({ ...stop, price: 115 });
    const sell = await trader.send({ ...limit, side: 'sell', price: 95 });
    expect(sell.json.data).toMatchObject({ error: 'PRICE_COLLAR_EXCEEDED' });
  });

  it('TOO_MANY_OPEN_ORDERS counts those that are open', async () => {
    const trader = await service.trader(spot, { limits: { max_open_orders: 1 } });
    const first = await trader.take(limit);
    expectRefusal(await trader.send(limit), {
      status: 400,
      error: 'TOO_MANY_OPEN_ORDERS',
      message: 'The account has 1 open orders and may have 1 (max_open_orders).',
      data: { open_orders: 1, max_open_orders: 1 },
    });
    await trader.cancel(first.order_id);
    await trader.take(limit);
  });

  it('BELOW_MINIMUM_ORDER speaks of ten dollars, or of the exchange’s own minimum', async () => {
    const trader = await service.trader(spot);
    const below = { status: 400, error: 'BELOW_MINIMUM_ORDER' };
    expectRefusal(await trader.send({ ...limit, quantity: 0.1052 }), {
      ...below,
      message: 'Error - The order value $9.99 is below the minimum of $10.00.',
      data: { order_value_usd: 9.994, minimum_usd: 10 },
    });
    expectRefusal(await trader.send({ ...limit, quantity: 0.05 }), {
      ...below,
      message: 'Error - The order value 4.75 is below the minimum of 5.',
      data: { minimum_of: 'value', minimum: 5, given: 4.75 },
    });
    expectRefusal(await trader.send({ ...limit, quantity: 0.00009 }), {
      ...below,
      message: 'Error - The order quantity 0 is below the minimum of 0.0001.',
      data: { minimum_of: 'quantity', minimum: 0.0001, given: 0 },
    });
  });

  it('ACCOUNT_HALTED until it is resumed', async () => {
    const trader = await service.trader(spot);
    const body = { exchange_account_id: trader.account };
    const post = (url: string) => service.app.ask({ method: 'POST', url, body });
    await post(accountEndpoints.haltTrading.path);
    expectRefusal(await trader.send(limit), {
      status: 409,
      error: 'ACCOUNT_HALTED',
      message: `The exchange account ${trader.account} is halted. Resume it to send orders.`,
      data: body,
    });
    await post(accountEndpoints.resumeTrading.path);
    await trader.take(limit);
  });
});

describe('what is known before it is sent', () => {
  /** Checks that nothing of such an order is stored: its name is still free, as is the limit. */
  async function leavesNothing(trader: TestTrader, name: string): Promise<void> {
    expect(await usedUsd(trader)).toBe(0);
    expect(await trader.used()).toEqual({});
    const found = await service.app.order(name, { exchange_account_id: trader.account });
    expect(found.status).toBe(404);
  }
  const named = { client_order_id: 'foreseen' };

  it('INSUFFICIENT_BALANCE and INSUFFICIENT_MARGIN name what is missing', async () => {
    // The margin is a twentieth of the worth, and the fee five parts in ten thousand.
    const poor = { paper_balances: { spot: { USDT: '94' }, swap: { USDT: '4.75' } } };
    const spotTrader = await service.trader(spot, poor);
    expectRefusal(await spotTrader.send({ ...limit, ...named }), {
      status: 400,
      error: 'INSUFFICIENT_BALANCE',
      data: { currency: 'USDT', required: 95, available: 94 },
      message: 'The free balance does not cover the order: it needs 95 USDT, and 94 USDT are free.',
    });
    await leavesNothing(spotTrader, 'foreseen');
    const swapTrader = await service.trader(swap, poor);
    expectRefusal(await swapTrader.send({ ...limit, ...named }), {
      status: 400,
      error: 'INSUFFICIENT_MARGIN',
      data: { currency: 'USDT', required: 4.7975, available: 4.75, leverage: 20 },
      message:
        'The free balance does not cover the order: at a leverage of 20 it needs 4.7975 USDT, ' +
        'and 4.75 USDT are free.',
    });
    await leavesNothing(swapTrader, 'foreseen');
  });

  it('POST_ONLY_WOULD_TAKE names the price it would meet', async () => {
    const trader = await service.trader(spot);
    const crossing = { ...limit, price: 101, post_only: true, ...named };
    expectRefusal(await trader.send(crossing), {
      status: 400,
      error: 'POST_ONLY_WOULD_TAKE',
      data: { price: 101, best_ask: 101 },
      message:
        'The post-only order would take liquidity at once: the best ask is 101, and the price ' +
        'of a buy must be below it, not 101.00.',
    });
    await leavesNothing(trader, 'foreseen');
  });

  it('NOTHING_TO_REDUCE names the position there is none of', async () => {
    const trader = await service.trader(swap);
    expectRefusal(await trader.send({ ...market, reduce_only: true, ...named }), {
      status: 400,
      error: 'NOTHING_TO_REDUCE',
      data: { symbol: swap.symbol, side: 'buy' },
      message: 'There is no short position in BTC/USDT:USDT that a reduce-only buy could reduce.',
    });
    await leavesNothing(trader, 'foreseen');
  });

  it('ORDER_WOULD_TRIGGER names where the market is', async () => {
    const trader = await service.trader(spot);
    const passed = { ...market, order_type: 'stop_loss', stop_price: 100, ...named };
    expectRefusal(await trader.send(passed), {
      status: 400,
      error: 'ORDER_WOULD_TRIGGER',
      data: { stop_price: 100, market_price: 100.5 },
      message:
        'The order would trigger at once: the market is at 100.5, and the stop_price of a buy ' +
        'stop_loss must be above it, not 100.',
    });
    await leavesNothing(trader, 'foreseen');
  });

  it.each([
    ['buy', { bids: [[100, 4]] }, 'asks'],
    ['sell', { asks: [[101, 4]] }, 'bids'],
  ] as const)(
    'INVALID_ORDER of a market %s while the book has no other side',
    async (side, sides, none) => {
      const trader = await service.trader(spot, {
        paper_balances: { spot: { USDT: '1000', BTC: '10' } },
      });
      await trader.show(sides);
      expectRefusal(await trader.send({ ...market, side, ...named }), {
        status: 400,
        error: 'INVALID_ORDER',
        data: { symbol: spot.symbol, side },
        message:
          `Error - A market ${side} has nothing to trade against: the order book of BTC/USDT shows ` +
          `no ${none} now. Try again shortly, or send a limit order.`,
      });
      await leavesNothing(trader, 'foreseen');
    },
  );

  it('an order that was taken once is answered so, whatever is against it by now', async () => {
    const trader = await service.trader(spot, { paper_balances: { spot: { USDT: '100' } } });
    const first = await trader.take({ ...limit, ...named });
    const again = await trader.take({ ...limit, ...named });
    expect(again.order_id).toBe(first.order_id);
    expect((await trader.send(limit)).json.data.error).toBe('INSUFFICIENT_BALANCE');
  });
});

describe('the word of the exchange, where nothing is proven before', () => {
  it('INSUFFICIENT_BALANCE of what the deeper levels cost, and the limit is given back', async () => {
    const trader = await service.trader(spot, { paper_balances: { spot: { USDT: '505.5' } } });
    expectRefusal(await trader.send({ ...market, quantity: 5 }), {
      status: 400,
      error: 'INSUFFICIENT_BALANCE',
      data: ofOrder,
      message: 'The free balance does not cover the order.',
    });
    expect(await usedUsd(trader)).toBe(0);
    expect(await trader.used()).toEqual({});
  });

  it('POST_ONLY_WOULD_TAKE of a book that came while the order was on its way', async () => {
    const trader = await service.trader(swap);
    await trader.take({ ...market });
    // The order is protective, and the book has not changed since the fill.
    const closing = { ...limit, side: 'sell', price: 100, post_only: true, reduce_only: true };
    expectRefusal(await trader.send(closing), {
      status: 400,
      error: 'POST_ONLY_WOULD_TAKE',
      data: ofOrder,
      message: 'The order would take liquidity at once.',
    });
  });

  it('NOTHING_TO_REDUCE while another order of the account is on its way', async () => {
    const trader = await service.trader(swap);
    const resting = trader.send(limit);
    const closing = trader.send({ ...market, reduce_only: true });
    expect((await resting).status).toBe(200);
    expectRefusal(await closing, {
      status: 400,
      error: 'NOTHING_TO_REDUCE',
      data: ofOrder,
      message: 'There is no position left to reduce.',
    });
  });

  it('ORDER_WOULD_TRIGGER of a book that is older than the last order', async () => {
    const trader = await service.trader(spot);
    await trader.take(market);
    expectRefusal(await trader.send({ ...market, order_type: 'stop_loss', stop_price: 100 }), {
      status: 400,
      error: 'ORDER_WOULD_TRIGGER',
      data: ofOrder,
      message: 'The order would trigger at once.',
    });
  });
  it('INVALID_ORDER of a market order where all that the book shows is taken', async () => {
    const trader = await service.trader(spot);
    await trader.show({ asks: [[101, 4]], bids: [[100, 4]] });
    await trader.take({ ...market, quantity: 4 });
    expectRefusal(await trader.send(market), {
      status: 400,
      error: 'INVALID_ORDER',
      data: ofOrder,
      message: 'There is nothing to trade against within the price bound.',
    });
  });
});

it('DEV_MODE_LIMIT_EXCEEDED caps every order at 50 dollars where it is switched on', async () => {
  const env = { WINDLASS_DEV_MODE: 'all' };
  const capped = await openTestService({ venue: 'binance', markets: [spot, swap], env });
  const trader = await capped.trader(swap);
  expectRefusal(await trader.send({ ...limit, quantity: 0.5264 }), {
    status: 400,
    error: 'DEV_MODE_LIMIT_EXCEEDED',
    message: 'Order value $50.00 exceeds the development-mode safety limit of $50.00.',
    data: { order_value_usd: 50.008, limit_usd: 50 },
  });
  await trader.take({ ...limit, price: 100, quantity: 0.5 });
  await capped.app.stop();
});
