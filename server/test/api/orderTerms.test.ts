import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService, type TestTrader } from '../support/app/testService.ts';

const spot = { symbol: 'BTC/USDT', marketType: 'spot' } as const;
const swap = { symbol: 'BTC/USDT:USDT', marketType: 'swap' } as const;
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 95 };

let service: TestService;
let trader: TestTrader;
let swapTrader: TestTrader;
beforeAll(async () => {
  service = await openTestService({ venue: 'binance', markets: [spot, swap] });
  trader = await service.trader(spot);
  swapTrader = await service.trader(swap);
});
afterAll(() => service.app.stop());

/** Returns the order without the fields that `send` adds. */
const bare = () => ({ exchange_account_id: trader.account, symbol: spot.symbol, ...limit });
const send = (body: unknown) =>
  service.app.ask({ method: 'POST', url: '/order-execution/execution/order', body });
const oneOf = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
const types = `market limit stop_loss stop_loss_limit take_profit take_profit_limit
  trailing_stop oco`.split(/\s+/);

const badName =
  'must not contain /, ?, #, %, \\ or control characters; ' +
  'letters, digits and all other signs are allowed';
const dots = 'must not be . or .., which no path can ask for; add a letter or digit';

describe('a field that is missing or wrong is named', () => {
  const over = (count: number) => 'x'.repeat(count + 1);
  it.each([
    ['exchange_account_id', undefined, 'is required and must be a string'],
    ['exchange_account_id', 7, 'is required and must be a string'],
    ['exchange_account_id', '', 'is required'],
    ['exchange_account_id', over(64), 'must be at most 64 characters'],
    ['symbol', undefined, 'is required and must be a string'],
    ['symbol', '', 'is required'],
    ['symbol', over(64), 'must be at most 64 characters'],
    ['side', undefined, `must be one of ${oneOf(['buy', 'sell'])}`],
    ['side', 'long', `must be one of ${oneOf(['buy', 'sell'])}`],
    ['order_type', undefined, `must be one of ${oneOf(types)}`],
    ['order_type', 'iceberg', `must be one of ${oneOf(types)}`],
    ['quantity', undefined, 'is required and must be a number'],
    ['quantity', '1', 'is required and must be a number'],
    ['quantity', 0, 'must be above 0'],
    ['quantity', -1, 'must be above 0'],
    ['price', '95', 'must be a number'],
    ['price', 0, 'must be above 0'],
    ['price', undefined, 'is required for limit orders'],
    ['stop_price', 90, 'has no place in limit orders'],
    ['trailing_delta', 1, 'has no place in limit orders'],
    ['time_in_force', 'DAY', `must be one of ${oneOf(['GTC', 'IOC', 'FOK', 'POST_ONLY'])}`],
    ['reduce_only', 'yes', 'must be true or false'],
    ['post_only', 1, 'must be true or false'],
    ['client_order_id', 7, 'must be a string'],
    ['client_order_id', '', 'must not be empty'],
    ['client_order_id', over(128), 'must be at most 128 characters'],
    ['client_order_id', 'a/b', badName],
    ['client_order_id', 'a\nb', badName],
    ['client_order_id', '50%25off', badName],
    ['client_order_id', 'a%', badName],
    ['client_order_id', 'a\\b', badName],
    ['client_order_id', '\ud800', badName],
    ['client_order_id', '.', dots],
    ['client_order_id', '..', dots],
    ['market_type', 'perp', `must be one of ${oneOf(['spot', 'swap', 'future'])}`],
  ])('%s %j', async (field, value, text) => {
    const { status, json } = await send({ ...bare(), [field]: value });
    const message = `${field} ${text}`;
    expect([status, json.isError, json.message]).toEqual([400, true, `Error - ${message}.`]);
    expect(json.data.error).toBe('VALIDATION_FAILED');
    expect(json.data.errors).toMatchObject([{ field, message }]);
  });

  it.each([
    ['market', { price: 95 }, 'price has no place in market orders'],
    ['stop_loss', {}, 'stop_price is required for stop_loss orders'],
    ['stop_loss', { stop_price: 110, price: 1 }, 'price has no place in stop_loss orders'],
    ['stop_loss', { stop_price: -1 }, 'stop_price must be above 0'],
    ['trailing_stop', { trailing_delta: 0 }, 'trailing_delta must be above 0'],
    ['take_profit', {}, 'stop_price is required for take_profit orders'],
    ['stop_loss_limit', { price: 95 }, 'stop_price is required for stop_loss_limit orders'],
    ['stop_loss_limit', { stop_price: 95 }, 'price is required for stop_loss_limit orders'],
    ['take_profit_limit', { price: 95 }, 'stop_price is required for take_profit_limit orders'],
    ['take_profit_limit', { stop_price: 9 }, 'price is required for take_profit_limit orders'],
    ['trailing_stop', {}, 'trailing_delta is required for trailing_stop orders'],
    ['trailing_stop', { trailing_delta: 100 }, 'trailing_delta must be below 100 percent'],
    ['oco', { price: 95 }, 'stop_price is required for oco orders'],
    ['oco', { stop_price: 95 }, 'price is required for oco orders'],
  ])('%s with %j', async (order_type, prices, message) => {
    const { status, json } = await send({ ...bare(), price: undefined, order_type, ...prices });
    expect([status, json.message]).toEqual([400, `Error - ${message}.`]);
  });

  it('together with the others that are wrong, and a field that is none', async () => {
    const { json } = await send({ ...bare(), quantity: 0, side: 'long', price: null });
    const fields = json.data.errors.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['side', 'quantity']);
    const unknown = await send({ ...bare(), reduceOnly: true });
    expect([unknown.status, unknown.json.data.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(unknown.text).toContain('reduceOnly');
  });

  it('a body that is no order at all', async () => {
    expect((await send('{')).json.data.error).toBe('MALFORMED_JSON');
    expect((await send([])).json.data.error).toBe('VALIDATION_FAILED');
  });
});

describe('what is not said', () => {
  it('is GTC, takes and rests', async () => {
    const made = await trader.take({ ...limit, price: 101, quantity: 5 });
    expect(made).toMatchObject({ order_status: 'open', quantity_filled: 4 });
    await trader.cancel(made.order_id);
  });

  it('may be said as null where it has no place', async () => {
    const nothing = { stop_price: null, trailing_delta: null, client_order_id: null };
    await trader.cancel((await trader.take({ ...limit, ...nothing })).order_id);
  });

  it('is spot, or swap where the symbol has a settle asset', async () => {
    const marketOf = async (body: object) => {
      const { json } = await send({ ...bare(), ...body });
      return (await trader.find(json.data.order_id)).market_type;
    };
    expect(await marketOf({})).toBe('spot');
    expect(await marketOf({ symbol: swap.symbol })).toBe('swap');
  });
});

describe('a market type that is said', () => {
  it.each([
    [swap.symbol, 'spot', 'BTC/USDT:USDT is a swap market, not spot'],
    [spot.symbol, 'swap', 'BTC/USDT is a spot market, not swap'],
    [spot.symbol, 'future', 'BTC/USDT is a spot market, not future'],
    [swap.symbol, 'future', 'BTC/USDT:USDT is a swap market, not future'],
    [
      'BTC/USDT:USDT-271231',
      'swap',
      "BTC/USDT:USDT-271231 is a dated future: its market_type is 'future'",
    ],
    [
      'BTC/USDT:USDT-271231',
      undefined,
      "BTC/USDT:USDT-271231 is a dated future: its market_type is 'future'",
    ],
  ])('%s as %s is refused', async (symbol, market_type, message) => {
    const { status, json } = await send({ ...bare(), symbol, market_type });
    expect([status, json.message]).toEqual([400, `Error - ${message}.`]);
    expect(json.data.errors[0].field).toBe('market_type');
  });

  it.each(['BTCUSDT', 'btc/usdt', 'BTC/USDT:'])('%s is no symbol', async (symbol) => {
    const { status, json } = await send({ ...bare(), symbol });
    expect([status, json.data.errors[0].field]).toEqual([400, 'symbol']);
    expect(json.message).toContain('symbol must be like BTC/USDT');
  });
});

it('moves numbers to the steps of the market, never towards it', async () => {
  const buy = await trader.take({ ...limit, quantity: 1.00019, price: 95.019 });
  expect(await trader.find(buy.order_id)).toMatchObject({ amount: 1.0001, price: 95.01 });
  const own = { ...limit, side: 'sell', quantity: 1, price: 105.011 };
  const sell = await swapTrader.take(own);
  expect(await swapTrader.find(sell.order_id)).toMatchObject({ amount: 1, price: 105.02 });
});
