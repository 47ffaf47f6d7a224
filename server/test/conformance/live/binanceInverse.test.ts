import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPerpsTrader, type PerpsTrader } from '../../support/exchanges/binance/perps.ts';

// Orders in contracts settled in coins, placed manually at the exchange, as a live account sees
// them.

let trader: PerpsTrader;
beforeAll(async () => {
  trader = await openPerpsTrader();
});
afterAll(() => trader.stop());

const symbol = 'BTC/USD:BTC';
const place = 'dapi.binance.com/dapi/v1/order';
const perpetual = { symbol: 'BTCUSD_PERP', newOrderRespType: 'RESULT' };
const limit = { ...perpetual, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };

const open = (query: object) => trader.get('orders/open', { ...query });

describe('an inverse order that is open at binance', () => {
  beforeEach(() => trader.mark(symbol, 100));

  it('is listed with its symbol and without it, in base units at its own price', async () => {
    const { orderId } = await trader.there(`POST ${place}`, { ...limit, quantity: 3, price: 80 });
    // Three contracts of 100 dollars at 80.
    const wanted = { symbol, order_id: String(orderId), side: 'buy', amount: 3.75, price: 80 };
    for (const query of [{ symbol }, { symbol, market_type: 'swap' }, { market_type: 'swap' }]) {
      expect(await open(query)).toMatchObject([wanted]);
    }
    expect(await trader.get(`order/${orderId}`, { symbol })).toMatchObject({
      ...wanted,
      status: 'open',
      filled: 0,
    });
    const { status, json } = await trader.remove(`order/${orderId}`, { symbol });
    expect([status, json.data.status]).toEqual([200, 'canceled']);
    expect(await open({ symbol })).toEqual([]);
  });

  it('is found with what has filled, at the price of the fill', async () => {
    const made = await trader.there(`POST ${place}`, {
      ...perpetual,
      side: 'SELL',
      type: 'MARKET',
      quantity: 3,
    });
    const found = await trader.get(`order/${made.orderId}`, { symbol });
    // Sold at 99.5: 300 dollars, not 300 coins.
    expect(found).toMatchObject({ symbol, status: 'closed', average: 99.5, cost: 300 });
    expect(found.filled).toBeCloseTo(300 / 99.5, 12);
    expect(found.amount).toBe(found.filled);
    await trader.trade('BTCUSD_PERP', 'BUY', 3);
  });

  it('is cancelled and listed while it waits for its price', async () => {
    const algo = 'dapi.binance.com/dapi/v1/algoOrder';
    const { algoId } = await trader.there(`POST ${algo}`, {
      algoType: 'CONDITIONAL',
      symbol: 'BTCUSD_PERP',
      side: 'SELL',
      type: 'STOP_MARKET',
      quantity: 2,
      triggerPrice: 50,
    });
    const [found] = await open({ symbol });
    expect(found).toMatchObject({ order_id: String(algoId), amount: 4, stop_price: 50 });
    await trader.remove(`order/${algoId}`, { symbol });
    // This API does not list ended orders, so the order is gone and nothing more is known.
    expect(await open({ symbol })).toEqual([]);
  });
});
