import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/app/expectRefusal.ts';
import { openTestService, type TestService } from '../support/app/testService.ts';

const spot = { symbol: 'BTC/USDT', marketType: 'spot' } as const;
const swap = { symbol: 'BTC/USDT:USDT', marketType: 'swap' } as const;
/** A symbol without a price of either asset, and without a book. */
const unpriced = { symbol: 'NIX/NUX', marketType: 'spot' } as const;
const priced = { symbol: 'NIX/USDT', marketType: 'spot' } as const;
const asleep = { symbol: 'ZZZ/USDT', marketType: 'spot' } as const;
const inverse = { symbol: 'BTC/USD:BTC', marketType: 'swap' } as const;
const markets = [spot, swap, unpriced, priced, asleep, inverse];
const rules = {
  [asleep.symbol]: { isActive: false },
  [inverse.symbol]: { isInverse: true },
};

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ venue: 'binance', markets, rules });
});
afterAll(() => service.app.stop());

/** Worth 95, and rests. */
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 95 };
const market = { order_type: 'market', side: 'buy', quantity: 1 };

describe('an order that its market does not take', () => {
  it('SYMBOL_NOT_FOUND names exchange, class and symbol', async () => {
    const trader = await service.trader(spot);
    expectRefusal(await trader.send({ ...limit, symbol: 'DOGE/USDT' }), {
      status: 404,
      error: 'SYMBOL_NOT_FOUND',
      message: 'binance lists no spot market DOGE/USDT.',
      data: { exchange: 'binance', symbol: 'DOGE/USDT', market_type: 'spot' },
    });
  });

  it('VALIDATION_FAILED with the bound of a quantity that no market knows, also of a closing one', async () => {
    const trader = await service.trader(swap);
    await trader.take({ ...market });
    for (const reduceOnly of [true, false]) {
      const huge = { ...market, side: 'sell', quantity: 1e308, reduce_only: reduceOnly };
      const { status, json } = await trader.send(huge);
      expect([status, json.data.error]).toEqual([400, 'VALIDATION_FAILED']);
      const [issue] = json.data.errors;
      expect(issue).toMatchObject({ field: 'quantity', value: 1e308 });
      expect(issue.message).toContain('1000000000000000');
    }
    expect((await trader.open()).length).toBe(0);
  });

  it('INVALID_ORDER where the market takes none, or a price has no place on its grid', async () => {
    const trader = await service.trader(spot);
    expectRefusal(await trader.send({ ...limit, symbol: asleep.symbol }), {
      status: 400,
      error: 'INVALID_ORDER',
      message: 'Error - binance is not accepting orders in ZZZ/USDT.',
      data: { exchange: 'binance', symbol: 'ZZZ/USDT', market_type: 'spot' },
    });
    expectRefusal(await trader.send({ ...limit, price: 0.001 }), {
      status: 400,
      error: 'INVALID_ORDER',
      message: 'Error - price 0.001 is less than the tick 0.01.',
      data: { field: 'price', given: '0.001' },
    });
  });

  it('NOT_SUPPORTED for inverse contracts on paper, and for live accounts', async () => {
    const trader = await service.trader(inverse);
    expectRefusal(await trader.send(limit), {
      status: 400,
      error: 'NOT_SUPPORTED',
      message: 'binance settles BTC/USD:BTC in BTC: inverse contracts are not supported.',
      data: { exchange: 'binance', symbol: 'BTC/USD:BTC' },
    });
    const credentials = { api_key: 'key', api_secret: 'secret' };
    const live = await service.trader(spot, { mode: 'live', credentials });
    expectRefusal(await live.send(limit), {
      status: 400,
      error: 'NOT_SUPPORTED',
      message:
        'Error - live trading needs the live books of WINDLASS_FEED=live ' +
        `(account ${live.account}). Use an account of mode paper.`,
      data: { exchange: 'binance', mode: 'live' },
    });
  });

  it('PRICES_UNAVAILABLE where an order can be neither valued nor checked', async () => {
    const trader = await service.trader(spot);
    const asked = { ...limit, quantity: 1 };
    expectRefusal(await trader.send({ ...asked, symbol: priced.symbol }), {
      status: 503,
      error: 'PRICES_UNAVAILABLE',
      message: 'No usable binance book for NIX/USDT; cannot check the order. Try again shortly.',
      data: { symbol: 'NIX/USDT' },
    });
    const stop = { ...market, order_type: 'stop_loss', stop_price: 110 };
    expectRefusal(await trader.send({ ...stop, symbol: unpriced.symbol }), {
      status: 503,
      error: 'PRICES_UNAVAILABLE',
      message: 'No USD price for NUX. Try again shortly.',
      data: { asset: 'NUX' },
    });
  });

  it('MARKETS_UNAVAILABLE while the exchange does not tell what it lists', async () => {
    const silent = await openTestService({ venue: 'okx', markets: [spot], unlisted: ['okx'] });
    const trader = await silent.trader(spot);
    expectRefusal(await trader.send(limit), {
      status: 503,
      error: 'MARKETS_UNAVAILABLE',
      message: 'The markets of okx are not known yet. Try again shortly.',
      data: { exchange: 'okx', symbol: 'BTC/USDT', market_type: 'spot' },
    });
    await silent.app.stop();
  });
});
