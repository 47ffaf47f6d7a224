import { describe, expect, it } from 'vitest';
import {
  binanceBtc,
  binanceOrder,
} from '../../../../../../test/support/exchanges/binance/orders.ts';
import { openBinancePortfolio } from '../../../../../../test/support/exchanges/binance/portfolio.ts';
import { binancePortfolioDialect } from './dialect.ts';

const btc = binanceBtc;

/** A conditional order as the venue returns it: fewer fields than other accounts receive. */
const asleep = {
  algoId: 77,
  clientAlgoId: 'c'.repeat(32),
  algoType: 'CONDITIONAL',
  symbol: 'BTCUSDT',
  orderType: 'STOP_MARKET',
  side: 'BUY',
  positionSide: 'BOTH',
  timeInForce: 'GTC',
  quantity: '1.5',
  algoStatus: 'NEW',
  triggerPrice: '110',
  price: '0',
  reduceOnly: false,
  actualOrderId: '',
  createTime: 1_750_485_492_076,
  updateTime: 1_750_485_492_076,
};

describe('an order of a portfolio-margin account', () => {
  const id = 'c'.repeat(32);

  it.each([
    ['market', {}, { type: 'MARKET' }],
    ['limit', {}, { type: 'LIMIT', timeInForce: 'GTC', price: '100' }],
    ['limit', { timeInForce: 'IOC' }, { type: 'LIMIT', timeInForce: 'IOC', price: '100' }],
    ['limit', { timeInForce: 'FOK' }, { type: 'LIMIT', timeInForce: 'FOK', price: '100' }],
    ['limit', { timeInForce: 'POST_ONLY' }, { type: 'LIMIT', timeInForce: 'GTX', price: '100' }],
    ['market', { reduceOnly: true }, { type: 'MARKET', reduceOnly: 'true' }],
    ['market', { reduceOnly: true, leg: 'long' }, { type: 'MARKET', positionSide: 'LONG' }],
  ] as const)('%s %o goes to um/order', async (type, parts, sent) => {
    const { call, requests } = await openBinancePortfolio({});
    await binancePortfolioDialect.submit(call, binanceOrder(type, parts)).catch(() => undefined);
    const [request] = requests;
    expect([request?.method, request?.path]).toEqual(['POST', '/papi/v1/um/order']);
    expect(request?.fields).toEqual({
      symbol: 'BTCUSDT',
      side: 'BUY',
      quantity: '1.5',
      newClientOrderId: id,
      newOrderRespType: 'RESULT',
      ...sent,
    });
  });

  it.each([
    ['stop_loss', {}, { type: 'STOP_MARKET', triggerPrice: '110' }],
    [
      'stop_loss_limit',
      { timeInForce: 'IOC' },
      { type: 'STOP', triggerPrice: '110', price: '100', timeInForce: 'IOC' },
    ],
    ['take_profit', {}, { type: 'TAKE_PROFIT_MARKET', triggerPrice: '110' }],
    [
      'take_profit_limit',
      { timeInForce: 'POST_ONLY' },
      { type: 'TAKE_PROFIT', triggerPrice: '110', price: '100', timeInForce: 'GTX' },
    ],
    ['trailing_stop', {}, { type: 'TRAILING_STOP_MARKET', callbackRate: '1.5' }],
    [
      'stop_loss',
      { reduceOnly: true },
      { type: 'STOP_MARKET', triggerPrice: '110', reduceOnly: 'true' },
    ],
    [
      'stop_loss',
      { reduceOnly: true, leg: 'short' },
      { type: 'STOP_MARKET', triggerPrice: '110', positionSide: 'SHORT' },
    ],
  ] as const)('%s %o sleeps at um/algo/order', async (type, parts, sent) => {
    const { call, requests } = await openBinancePortfolio({ '/papi/v1/um/algo/order': asleep });
    const state = await binancePortfolioDialect.submit(call, binanceOrder(type, parts));
    expect(state).toMatchObject({ venueOrderId: '77', clientId: id, status: 'open', symbol: btc });
    expect(requests).toEqual([
      {
        method: 'POST',
        path: '/papi/v1/um/algo/order',
        fields: {
          algoType: 'CONDITIONAL',
          symbol: 'BTCUSDT',
          side: 'BUY',
          quantity: '1.5',
          clientAlgoId: id,
          ...sent,
        },
      },
    ]);
  });

  it('that went off at once keeps its id though what took its place cannot be read', async () => {
    const wentOff = { ...asleep, algoStatus: 'TRIGGERED', actualOrderId: '88' };
    const { call } = await openBinancePortfolio({
      '/papi/v1/um/algo/order': wentOff,
      '/papi/v1/um/order': { code: -1000, msg: 'An unknown error occurred.' },
    });
    const order = binanceOrder('stop_loss');
    await expect(binancePortfolioDialect.submit(call, order)).rejects.toThrow('unknown error');
    expect(call.links.get(order.clientId)).toMatchObject({ venueOrderId: '77' });
  });

  it('that sleeps is found and cancelled by its client id, which needs no symbol', async () => {
    const { call, requests } = await openBinancePortfolio({
      '/papi/v1/um/order': { status: 400, text: '{"code":-2011,"msg":"Unknown order sent."}' },
      '/papi/v1/um/algo/algoOrder': asleep,
      '/papi/v1/um/algo/order': { complete: true },
    });
    const ref = { clientId: id, venueOrderId: undefined, symbol: btc, marketType: 'swap' } as const;
    await binancePortfolioDialect.cancel(call, ref);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /papi/v1/um/order',
      'GET /papi/v1/um/algo/algoOrder',
      'DELETE /papi/v1/um/algo/order',
    ]);
    expect(requests[2]?.fields).toEqual({ clientAlgoId: id });
  });

  it('is listed with those that sleep, of both APIs', async () => {
    const resting = {
      avgPrice: '0.00000',
      clientOrderId: 'd'.repeat(32),
      cumQuote: '0',
      executedQty: '0',
      orderId: 5,
      origQty: '0.40',
      origType: 'LIMIT',
      price: '90',
      reduceOnly: false,
      side: 'BUY',
      positionSide: 'BOTH',
      status: 'NEW',
      symbol: 'BTCUSDT',
      type: 'LIMIT',
      time: 1_579_276_756_075,
      updateTime: 1_579_276_756_075,
      timeInForce: 'GTC',
    };
    const { call, requests } = await openBinancePortfolio({
      '/papi/v1/um/openOrders': [resting],
      '/papi/v1/um/algo/openAlgoOrders': [asleep],
    });
    const states = await binancePortfolioDialect.openOrders(call, 'swap', undefined);
    expect(states).toMatchObject([
      { symbol: btc, venueOrderId: '5', type: 'limit', quantity: '0.4', price: 90 },
      { symbol: btc, venueOrderId: '77', type: 'stop_loss', stopPrice: 110 },
    ]);
    expect(requests.map(({ path }) => path)).toEqual([
      '/papi/v1/um/openOrders',
      '/papi/v1/um/algo/openAlgoOrders',
      '/papi/v1/cm/openOrders',
      '/papi/v1/cm/conditional/openOrders',
    ]);
  });
});
