import { expect, it } from 'vitest';
import { binanceLimits } from './limits.ts';

it.each([
  ['fapiPublic', { symbol: 'BTCUSDT' }, 'usdm', 1],
  ['fapiPublic', {}, 'usdm', 10],
  ['dapiPublic', { symbol: 'BTCUSD_PERP' }, 'coinm', 10],
  ['dapiPublic', {}, 'coinm', 10],
])('an index of %s, asked for with %o, weighs on %s with %d', (api, params, group, weight) => {
  const call = { api, method: 'GET', path: 'premiumIndex', params };
  expect(binanceLimits.rate(call)).toEqual({ group, kind: 'read', weight });
});

it('other calls weigh the same in both houses of contracts', () => {
  const weightAt = (api: string) =>
    binanceLimits.rate({ api, method: 'GET', path: 'income', params: {} }).weight;
  expect([weightAt('fapiPrivate'), weightAt('dapiPrivate')]).toEqual([30, 30]);
});
