import { expect, it } from 'vitest';
import { databasePerTest } from '../../../../test/support/databases/databases.ts';
import {
  createReconcilerFixture,
  type ReconcilerFixture,
} from '../../../../test/support/execution/reconciler.ts';
import { proofOf } from '../../../../test/support/proof.ts';
import { createSeededRandom } from '../../../kit/random.ts';
import { putOffsMax } from './comparison.ts';

const database = databasePerTest('sqlite');
const steps = '0.0001';
const tradeEveryMs = 70;

/** Seeds of random trading; `npm test` runs one. */
const seeds = Array.from({ length: proofOf(1).numRuns }, (_, index) => String(index + 1));

/** Terms of an order that never fills completely within a test. */
const wide = { quantity: '1000', price: '10' };

/** Trades between any two calls; the updates of half of the trades are late. */
async function trading(seed: string, isResting: (test: ReconcilerFixture) => boolean) {
  const test = await createReconcilerFixture(await database.open());
  const random = createSeededRandom(seed);
  for (const name of ['a', 'b', 'c']) await test.open(name, wide);
  for (const name of ['d', 'e']) await test.open(name, { ...wide, side: 'sell', price: '11' });
  const names = ['v-a', 'v-b', 'v-c', 'v-d', 'v-e'];
  let trades = 0;
  const trade = () => {
    if (isResting(test)) return;
    for (let i = 0; i < random.between(1, 4); i += 1) {
      const id = names[Math.floor(random.between(0, names.length))] ?? 'v-a';
      const isLate = random.next() < 0.5;
      const fill = test.venue.trade(id, steps, !isLate);
      trades += 1;
      if (!isLate) continue;
      // The order is reported now, the fill itself up to a second later.
      const order = test.venue.orders.get(id);
      if (order) test.venue.tell({ order });
      test.clock.schedule(random.between(1, 1_000), () => test.venue.tell({ fill }));
    }
  };
  // Trades also while a comparison waits for its second look.
  test.clock.every(tradeEveryMs, trade);
  test.venue.meanwhile = trade;
  return { test, count: () => trades };
}

it.each(seeds)('nothing false is found while an account trades wildly (%s)', async (seed) => {
  const { test, count } = await trading(seed, ({ gate }) => gate.wait('desk') !== undefined);
  for (let i = 0; i < 3 * (putOffsMax + 1); i += 1) {
    await test.compare();
    await test.pass(1_000);
  }
  expect([test.found(), test.failures]).toEqual([[], []]);
  expect(count()).toBeGreaterThan(300);
  const [report] = await test.reconciler.reports([test.account]);
  expect(report?.status).toBe('ok');
});

it('a balance changed by hand is found though the account never rests by itself', async () => {
  const { test } = await trading('4', ({ gate }) => gate.wait('desk') !== undefined);
  for (let i = 0; i < putOffsMax + 2; i += 1) await test.compare();
  test.venue.credit('BTC', '0.5');
  for (let i = 0; i < putOffsMax + 2; i += 1) await test.compare();
  expect(test.alerts).toMatchObject([{ kind: 'balance_changed', asset: 'BTC' }]);
  expect(test.alerts[0]?.reason).toContain('off by 0.5 ');
});

it('balances are left out for a while, then orders wait and they are compared', async () => {
  const { test } = await trading('5', ({ gate }) => gate.wait('desk') !== undefined);
  const compared: number[] = [];
  for (let i = 0; i < 2 * (putOffsMax + 1); i += 1) {
    await test.compare();
    compared.push((await test.reconciler.reports([test.account]))[0]?.counts.balances ?? -1);
  }
  const round = [...Array.from({ length: putOffsMax }, () => 0), 3];
  expect(compared).toEqual([...round, ...round]);
});

it('orders wait for two seconds at most, whatever happens', async () => {
  const { test } = await trading('6', () => false);
  let waitedMs = 0;
  const seen = new Set<Promise<void>>();
  const before = test.venue.meanwhile;
  test.venue.meanwhile = async (verb) => {
    await before?.(verb);
    const wait = test.gate.wait('desk');
    if (!wait || seen.has(wait)) return;
    seen.add(wait);
    const sinceMs = test.clock.now();
    void wait.then(() => {
      waitedMs = Math.max(waitedMs, test.clock.now() - sinceMs);
    });
  };
  for (let i = 0; i < putOffsMax + 2; i += 1) await test.compare();
  expect(seen.size).toBeGreaterThan(0);
  expect(waitedMs).toBeGreaterThan(0);
  expect(waitedMs).toBeLessThanOrEqual(2_000);
  expect(test.found()).toEqual([]);
});
