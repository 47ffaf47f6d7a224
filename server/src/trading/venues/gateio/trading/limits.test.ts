import { expect, it } from 'vitest';
import { gateioLimits } from './limits.ts';

const rated = (method: string, path: string) =>
  gateioLimits.rate({ method, path, api: 'private.futures', params: {} });

it.each([
  ['POST', '{settle}/orders', 'order', undefined],
  ['DELETE', '{settle}/price_orders/{order_id}', 'cancel', undefined],
  ['POST', 'countdown_cancel_all', 'cancel', undefined],
  ['GET', '{settle}/positions', 'read', undefined],
  ['POST', '{settle}/positions/{contract}/leverage', 'read', undefined],
  ['GET', '{settle}/account_book', 'list', undefined],
  ['GET', 'account_book', 'list', undefined],
  ['GET', 'broker/commission_history', 'list', 1.5],
  ['POST', 'transfers', 'read', 2.5],
])('%s %s is counted as %s, with the weight %s', (method, path, kind, weight) => {
  expect(rated(method, path)).toEqual({ group: 'all', kind, ...(weight && { weight }) });
});

it('a transfer takes as much of its window as eighty in ten seconds leave it', () => {
  const [window] = Object.values(gateioLimits.groups).flatMap(({ windows }) =>
    windows.filter(({ name }) => name === 'private-10s'),
  );
  const cost = (call: { readonly kind: 'read' | 'order'; readonly weight?: number }) =>
    window?.cost({ credential: 'a key', ...call });
  expect(cost({ kind: 'read', weight: 2.5 })).toBe((window?.capacity ?? 0) / 80);
  expect([cost({ kind: 'read' }), cost({ kind: 'order' })]).toEqual([1, 0]);
});
