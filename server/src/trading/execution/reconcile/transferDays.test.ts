import { expect, it } from 'vitest';
import { databasePerTest } from '../../../../test/support/databases/databases.ts';
import {
  createReconcilerFixture,
  type ReconcilerFixture,
} from '../../../../test/support/execution/reconciler.ts';
import { proofOf } from '../../../../test/support/proof.ts';
import { createSeededRandom, type Random } from '../../../kit/random.ts';
import type { WalletMove } from '../../venues/perpsPort.ts';

const database = databasePerTest('sqlite');

/** Seeds of random days; `npm test` runs only a few. */
const seeds = Array.from({ length: proofOf(3).numRuns }, (_, index) => String(index + 1));

const comparisons = 12;
const minuteMs = 60_000;
/** Returns the amounts: equal amounts that move there and back leave a balance unchanged. */
const amountsOf = (seed: string) =>
  Number(seed) % 2 === 0 ? ['100', '250', '0.00000001', '33.333333333333333333'] : ['100'];

/** Makes a transfer that the venue carries out and confirms at once. */
async function move(
  test: ReconcilerFixture,
  random: Random,
  amounts: readonly string[],
): Promise<void> {
  const isBack = random.next() < 0.5;
  const own: WalletMove = {
    asset: 'USDT',
    amount: amounts[Math.floor(random.between(0, amounts.length))] ?? '1',
    from: isBack ? 'swap' : 'spot',
    to: isBack ? 'spot' : 'swap',
  };
  const { transfers } = test.reconciler;
  const id = await test.settle(transfers.intended(test.account, own));
  test.venue.credit(own.asset, `-${own.amount}`, isBack ? 'swap' : 'spot');
  test.venue.credit(own.asset, own.amount, isBack ? 'spot' : 'swap');
  const outcome = random.next() < 0.5 ? 'completed' : 'pending';
  await test.settle(transfers.settled(test.account, id, outcome));
}

it.each(seeds)('each transfer of a busy desk is shown, and nothing is found (%s)', async (seed) => {
  const test = await createReconcilerFixture(await database.open());
  const random = createSeededRandom(`transfers ${seed}`);
  await test.open('a', { quantity: '1000', price: '10' });
  await test.compare();
  let moved = 0;
  for (let round = 0; round < comparisons; round += 1) {
    const count = Math.floor(random.between(0, 12));
    for (let i = 0; i < count; i += 1) {
      await move(test, random, amountsOf(seed));
      moved += 1;
      if (random.next() < 0.5) test.venue.trade('v-a', '0.001');
      await test.clock.advance(random.between(0, minuteMs / 12));
    }
    await test.clock.advance(random.between(0, minuteMs / 2));
    await test.compare();
  }
  for (let minute = 0; minute < 12; minute += 1) {
    await test.clock.advance(minuteMs + 1_000);
    await test.compare();
  }
  expect(moved).toBeGreaterThan(20);
  expect(test.closed.filter((each) => !each.endsWith(' shown'))).toEqual([]);
  expect(test.closed).toHaveLength(moved);
  expect([test.found(), test.failures]).toEqual([[], []]);
});
