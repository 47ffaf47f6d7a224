import { describe, expect, it } from 'vitest';
import {
  bybitOrder,
  clientId,
  list,
  ok,
  openBybit,
} from '../../../../../test/support/exchanges/bybit/client.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { bybitDialect } from './dialect.ts';

const ack = ok({ orderId: 'fd4300ae', orderLinkId: clientId });

/** Returns the request sent for an order, with the market last traded at a price. */
async function sentFor(order: VenueOrder, lastPrice = '100') {
  const venue = openBybit({
    '/v5/order/create': [ack],
    '/v5/market/tickers': [list({ symbol: 'BTCUSDT', lastPrice })],
  });
  const state = await venue.ask((call) => bybitDialect.submit(call, order));
  return { state, sent: venue.sent };
}

const named = { symbol: 'BTCUSDT', qty: '0.5', orderLinkId: clientId };
const spot = { ...named, category: 'spot' };
const swap = { ...named, category: 'linear' };
const future = { ...swap, symbol: 'BTCUSDT-25DEC26' };
const [buy, sell] = [{ side: 'Buy' }, { side: 'Sell' }];
const market = { orderType: 'Market' };
const limit = { orderType: 'Limit', price: '95.10', timeInForce: 'GTC' };
const inBase = { marketUnit: 'baseCoin' };
const stop = { triggerPrice: '110.00', orderFilter: 'StopOrder' };
const rise = { triggerPrice: '110.00', triggerDirection: 1 };
const fall = { triggerPrice: '110.00', triggerDirection: 2 };

describe('an order goes out to bybit', () => {
  it.each([
    ['spot', 'market', 'buy', { ...spot, ...buy, ...market, ...inBase }],
    ['spot', 'market', 'sell', { ...spot, ...sell, ...market, ...inBase }],
    ['spot', 'limit', 'buy', { ...spot, ...buy, ...limit }],
    ['spot', 'limit', 'sell', { ...spot, ...sell, ...limit }],
    ['swap', 'market', 'buy', { ...swap, ...buy, ...market }],
    ['swap', 'market', 'sell', { ...swap, ...sell, ...market }],
    ['swap', 'limit', 'buy', { ...swap, ...buy, ...limit }],
    ['swap', 'limit', 'sell', { ...swap, ...sell, ...limit }],
    ['swap', 'stop_loss', 'buy', { ...swap, ...buy, ...market, ...rise }],
    ['swap', 'stop_loss', 'sell', { ...swap, ...sell, ...market, ...fall }],
    ['swap', 'stop_loss_limit', 'buy', { ...swap, ...buy, ...limit, ...rise }],
    ['swap', 'stop_loss_limit', 'sell', { ...swap, ...sell, ...limit, ...fall }],
    ['swap', 'take_profit', 'buy', { ...swap, ...buy, ...market, ...fall }],
    ['swap', 'take_profit', 'sell', { ...swap, ...sell, ...market, ...rise }],
    ['swap', 'take_profit_limit', 'buy', { ...swap, ...buy, ...limit, ...fall }],
    ['swap', 'take_profit_limit', 'sell', { ...swap, ...sell, ...limit, ...rise }],
    ['future', 'market', 'sell', { ...future, ...sell, ...market }],
    ['future', 'limit', 'buy', { ...future, ...buy, ...limit }],
    ['future', 'stop_loss', 'sell', { ...future, ...sell, ...market, ...fall }],
    ['future', 'stop_loss_limit', 'buy', { ...future, ...buy, ...limit, ...rise }],
    ['future', 'take_profit', 'buy', { ...future, ...buy, ...market, ...fall }],
    ['future', 'take_profit_limit', 'sell', { ...future, ...sell, ...limit, ...rise }],
  ] as const)('as a %s %s %s, in one request', async (marketType, type, side, fields) => {
    const { state, sent } = await sentFor(bybitOrder(marketType, type, { side }));
    expect(sent.map((each) => [each.method, each.path])).toEqual([['POST', '/v5/order/create']]);
    expect(sent[0]?.fields).toEqual(fields);
    expect(state).toBeUndefined();
  });

  // The market is on the side that fits the order's direction.
  it.each([
    ['stop_loss', 'buy', '109.99', { ...spot, ...buy, ...market, ...inBase, ...stop }],
    ['stop_loss', 'sell', '110.01', { ...spot, ...sell, ...market, ...inBase, ...stop }],
    ['stop_loss_limit', 'buy', '109.99', { ...spot, ...buy, ...limit, ...stop }],
    ['stop_loss_limit', 'sell', '110.01', { ...spot, ...sell, ...limit, ...stop }],
    ['take_profit', 'buy', '110.01', { ...spot, ...buy, ...market, ...inBase, ...stop }],
    ['take_profit', 'sell', '109.99', { ...spot, ...sell, ...market, ...inBase, ...stop }],
    ['take_profit_limit', 'buy', '110.01', { ...spot, ...buy, ...limit, ...stop }],
    ['take_profit_limit', 'sell', '109.99', { ...spot, ...sell, ...limit, ...stop }],
  ] as const)('as a spot %s %s, after a look at the price', async (type, side, last, fields) => {
    const { sent } = await sentFor(bybitOrder('spot', type, { side }), last);
    expect(sent.map(({ path }) => path)).toEqual(['/v5/market/tickers', '/v5/order/create']);
    expect(sent[0]?.fields).toEqual({ category: 'spot', symbol: 'BTCUSDT' });
    expect(sent[1]?.fields).toEqual(fields);
  });

  it.each(['spot', 'swap', 'future'] as const)('with its time in force on %s', async (type) => {
    const said = [];
    for (const timeInForce of ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const) {
      const { sent } = await sentFor(bybitOrder(type, 'limit', { timeInForce }));
      said.push(sent[0]?.fields.timeInForce);
    }
    expect(said).toEqual(['GTC', 'IOC', 'FOK', 'PostOnly']);
  });

  it('reducing only where there are positions', async () => {
    const said = [];
    for (const type of ['spot', 'swap', 'future'] as const) {
      const { sent } = await sentFor(bybitOrder(type, 'market', { reduceOnly: true }));
      said.push(sent[0]?.fields.reduceOnly);
    }
    expect(said).toEqual([undefined, true, true]);
  });

  it.each([
    ['long', { side: 'buy' }, 1],
    ['short', { side: 'sell' }, 2],
    ['long', { side: 'sell', reduceOnly: true }, 1],
    ['short', { side: 'buy', reduceOnly: true }, 2],
  ] as const)('of the %s leg as %j by its position', async (leg, parts, positionIdx) => {
    for (const type of ['market', 'limit', 'stop_loss', 'take_profit_limit'] as const) {
      const { sent } = await sentFor(bybitOrder('swap', type, { ...parts, leg }));
      expect(sent[0]?.fields.positionIdx).toBe(positionIdx);
      expect(sent[0]?.fields.reduceOnly).toBe('reduceOnly' in parts ? true : undefined);
    }
  });

  it('of a leg by no position where contracts are held one way in every account', async () => {
    const symbol = 'BTC/USDC:USDC' as InstrumentSymbol;
    const perpetual = await sentFor(bybitOrder('swap', 'market', { symbol, leg: 'long' }));
    const dated = await sentFor(bybitOrder('future', 'market', { leg: 'long' }));
    for (const { sent } of [perpetual, dated]) {
      expect(sent[0]?.fields).not.toHaveProperty('positionIdx');
    }
  });

  it('of a contract in USDC by its own name', async () => {
    const symbol = 'BTC/USDC:USDC' as InstrumentSymbol;
    const { sent } = await sentFor(bybitOrder('swap', 'market', { symbol }));
    expect(sent[0]?.fields).toMatchObject({ category: 'linear', symbol: 'BTCPERP' });
  });

  it('to the last digit of its quantity and price', async () => {
    const exact = { quantity: '12345678.000000010', price: '0.000000510' };
    const { sent } = await sentFor(bybitOrder('spot', 'limit', exact));
    expect(sent[0]?.fields).toMatchObject({ qty: exact.quantity, price: exact.price });
  });

  it('signed, for five seconds, and in nobody else’s name', async () => {
    const { sent } = await sentFor(bybitOrder('spot', 'limit'));
    const headers = sent[0]?.headers ?? {};
    expect(headers).toMatchObject({ 'X-BAPI-API-KEY': 'k', 'X-BAPI-RECV-WINDOW': '5000' });
    expect(headers['X-BAPI-SIGN']).toMatch(/^[0-9a-f]{64}$/);
    expect(headers.Referer?.trim()).toBe('');
  });
});

describe('bybit is not sent', () => {
  it.each([
    ['spot', 'oco', {}, 'Bybit takes no oco orders on spot markets.'],
    ['swap', 'oco', {}, 'Bybit takes no oco orders on swap markets.'],
    ['spot', 'trailing_stop', {}, 'Bybit takes no trailing_stop orders on spot markets.'],
    [
      ...(['swap', 'limit', { symbol: 'BTC/USD:BTC' as InstrumentSymbol }] as const),
      'Bybit counts BTC/USD:BTC in contracts of the quote currency only.',
    ],
  ] as const)('a %s %s with %o', async (marketType, type, changes, message) => {
    const venue = openBybit({});
    const order = bybitOrder(marketType, type, changes);
    const answer = venue.ask((call) => bybitDialect.submit(call, order));
    await expect(answer).rejects.toMatchObject({ name: 'DialectRefusal', message });
    expect(venue.sent).toEqual([]);
  });

  it.each([
    ['stop_loss', 'buy', '110.00'],
    ['stop_loss', 'sell', '110.00'],
    ['stop_loss_limit', 'buy', '111'],
    ['stop_loss_limit', 'sell', '109'],
    ['take_profit', 'buy', '109'],
    ['take_profit_limit', 'sell', '111'],
  ] as const)('a spot %s %s that the market at %s has passed', async (type, side, last) => {
    const tickers = list({ symbol: 'BTCUSDT', lastPrice: last });
    const venue = openBybit({ '/v5/market/tickers': [tickers] });
    const order = bybitOrder('spot', type, { side });
    const answer = venue.ask((call) => bybitDialect.submit(call, order));
    const message = 'The order would trigger at once.';
    await expect(answer).rejects.toMatchObject({ name: 'DialectRefusal', message });
    expect(venue.sent).toHaveLength(1);
  });

  it('a spot stop while the price cannot be read, and that is no doubt about it', async () => {
    const venue = openBybit({ '/v5/market/tickers': ['<html>'] });
    const order = bybitOrder('spot', 'stop_loss');
    const answer = venue.ask((call) => bybitDialect.submit(call, order));
    await expect(answer).rejects.toMatchObject({ name: 'NotSentError' });
    expect(venue.sent).toHaveLength(1);
  });
});
