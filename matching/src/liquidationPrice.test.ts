import { expect, test } from 'vitest';
import { createMarket, swapRules, usdt } from '../test/support/fixtures.ts';

test('a short that a large wallet backs is liquidated far above', () => {
  const { symbol } = swapRules;
  const rules = { ...swapRules, maintenanceTiers: [{ ratePpm: 10_000, leverageMax: 50 }] };
  const market = createMarket('feed', [rules]);
  market.apply({ type: 'deposit', accountId: 'a', asset: 'USDT', amount: usdt('1000000') });
  market.apply({ type: 'mark', symbol, ticks: 100 });
  market.book([[100, 1]], [], symbol);
  market.submit({ symbol, side: 'sell', price: '100', quantity: '1' });
  // More than a hundred times the price that it was sold at.
  expect(market.engine.risk('a', symbol)?.liquidationTicks).toBeGreaterThan(100 * 100);
});
