import { expect, it } from 'vitest';
import { binanceLimits } from './limits.ts';

it.each([
  ['fapiPublic', { symbol: 'BTCUSDT' }, 'contracts', 1],
  ['fapiPublic', {}, 'contracts', 10],
  ['dapiPublic', { symbol: 'BTCUSD_PERP' }, 'contracts', 10],
  ['dapiPublic', {}, 'contracts', 10],
])('an index of %s, asked for with %o, weighs on %s with %d', (api, params, group, weight) => {
  const call = { api, method: 'GET', path: 'premiumIndex', params };
  expect(binanceLimits.rate(call)).toEqual({ group, kind: 'read', weight });
});

it('other calls weigh the same in both APIs of contracts', () => {
  const weightAt = (api: string) =>
    binanceLimits.rate({ api, method: 'GET', path: 'income', params: {} }).weight;
  expect([weightAt('fapiPrivate'), weightAt('dapiPrivate')]).toEqual([30, 30]);
});

it.each([
  ['POST', 'um/order', {}, 'order', undefined],
  ['POST', 'um/algo/order', {}, 'order', undefined],
  ['DELETE', 'um/order', {}, 'cancel', undefined],
  ['DELETE', 'um/algo/order', {}, 'cancel', undefined],
  ['GET', 'um/order', {}, 'read', 1],
  ['GET', 'um/algo/algoOrder', {}, 'read', 1],
  ['GET', 'um/openOrders', {}, 'list', 40],
  ['GET', 'um/openOrders', { symbol: 'BTCUSDT' }, 'list', 1],
  ['GET', 'um/algo/openAlgoOrders', {}, 'list', 40],
  ['GET', 'um/userTrades', { symbol: 'BTCUSDT' }, 'read', 5],
  ['POST', 'listenKey', {}, 'read', 1],
  ['POST', 'auto-collection', {}, 'read', 750],
])('portfolio margin has a budget of its own: %s %s %o', (method, path, params, kind, weight) => {
  const call = { api: 'papi', method, path, params };
  expect(binanceLimits.rate(call)).toEqual({ group: 'papi', kind, weight });
});

it.each([
  ['dapiPrivate', 'GET', 'balance', 'contracts', 1],
  ['sapi', 'GET', 'margin/account', 'spot', 10],
  ['sapi', 'POST', 'asset/get-funding-asset', 'spot', 1],
])('a wallet that trading is not paid from: %s %s %s', (api, method, path, group, weight) => {
  const call = { api, method, path, params: {} };
  expect(binanceLimits.rate(call)).toEqual({ group, kind: 'read', weight });
});
