import fc from 'fast-check';
import { expect, it } from 'vitest';
import { databasePerTest } from '../../../../test/support/databases/databases.ts';
import {
  createReconcilerFixture,
  type ReconcilerFixture,
} from '../../../../test/support/execution/reconciler.ts';
import { proofOf } from '../../../../test/support/proof.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { WalletName } from '../../venues/perpsPort.ts';

const database = databasePerTest('sqlite');
const linear = 'BTC/USDT:USDT' as InstrumentSymbol;

/** Number of runs of the property, one after another on the same account. */
const { numRuns: runs, seed = 8 } = proofOf(60);
/**
 * Times of the later looks: after a transfer must be shown, after a pending one must be, and again
 * in case that ended in the minute after a full hour.
 */
const laterMs = [61_000, 61_000, 610_000, 61_000];

/** Amounts with cents, so that two sums are not equal by accident. */
const amount = fc.integer({ min: 100, max: 99_999 }).map((cents) => String(cents / 100));
/** Number of calls to the venue before an event, and until its next part. */
const start = fc.nat({ max: 14 });
const gap = fc.nat({ max: 4 });

const ways: readonly (readonly [WalletName, WalletName])[] = [
  ['spot', 'swap'],
  ['swap', 'spot'],
  ['funding', 'spot'],
  ['swap', 'margin'],
];

const fill = fc.record({
  kind: fc.constant('fill' as const),
  start,
  order: fc.constantFrom('v-spot-buy', 'v-spot-sell', 'v-swap-buy', 'v-swap-sell'),
  lots: fc.integer({ min: 1, max: 9 }),
});
const funding = fc.record({
  kind: fc.constant('funding' as const),
  start,
  amount,
  lag: fc.nat({ max: 1 }),
  isPaid: fc.boolean(),
});
const transfer = fc.record({
  kind: fc.constant('transfer' as const),
  start,
  amount,
  gaps: fc.tuple(gap, gap, gap),
  way: fc.constantFrom(...ways),
  outcome: fc.constantFrom('completed', 'pending', 'rejected', 'unknown'),
  isMoved: fc.boolean(),
});
const planted = fc.record({
  kind: fc.constant('planted' as const),
  start,
  what: fc.constantFrom('spot', 'swap', 'position'),
});
const happening = fc.record({
  movements: fc.array(fc.oneof(fill, funding, transfer), { maxLength: 5 }),
  plant: fc.option(planted, { nil: undefined }),
});
type Of<Made> = Made extends fc.Arbitrary<infer One> ? One : never;
type Movement = Of<typeof fill | typeof funding | typeof transfer | typeof planted>;

/** An action after the given number of calls. */
interface Step {
  readonly afterCalls: number;
  readonly act: () => void | Promise<void>;
}

function stepsOf(test: ReconcilerFixture, movement: Movement): readonly Step[] {
  const { venue } = test;
  const begin = movement.start;
  switch (movement.kind) {
    case 'fill': {
      const quantity = String(movement.lots / 1_000);
      return [{ afterCalls: begin, act: () => void venue.trade(movement.order, quantity) }];
    }
    case 'funding': {
      const { isPaid, lag } = movement;
      const list: (() => void)[] = [];
      const pay = () => {
        const payment = venue.perps.pay(isPaid ? `-${movement.amount}` : movement.amount, false);
        list.push(() => venue.perps.list(payment));
      };
      return [
        { afterCalls: begin, act: pay },
        { afterCalls: begin + lag, act: () => list[0]?.() },
      ];
    }
    case 'transfer':
      return transferSteps(test, movement);
    case 'planted': {
      const { what } = movement;
      const act = () => {
        if (what === 'position') venue.perps.hold(linear, '0.5555');
        else venue.credit('USDT', '0.5555', what === 'spot' ? 'spot' : 'swap');
      };
      return [{ afterCalls: begin, act }];
    }
  }
}

/**
 * Returns the steps of a transfer: announced, taken from one wallet, added to the other, answered.
 */
function transferSteps(test: ReconcilerFixture, made: Of<typeof transfer>): readonly Step[] {
  const { way, amount: sum, gaps, isMoved, outcome, start: begin } = made;
  const [from, to] = way;
  const { transfers } = test.reconciler;
  // A completed transfer has moved the money, a refused one has not.
  const moves = outcome === 'unknown' ? isMoved : outcome !== 'rejected';
  const money = (wallet: WalletName, text: string) => () => {
    const isOfScript = wallet === 'spot' || wallet === 'swap';
    if (moves && isOfScript) test.venue.credit('USDT', text, wallet);
  };
  let id = '';
  const intend = async () => {
    id = await transfers.intended(test.account, { asset: 'USDT', amount: sum, from, to });
  };
  const settle = () => transfers.settled(test.account, id, outcome);
  const [first, second, third] = gaps;
  return [
    { afterCalls: begin, act: intend },
    { afterCalls: begin + first, act: money(from, `-${sum}`) },
    { afterCalls: begin + first + second, act: money(to, sum) },
    { afterCalls: begin + first + second + third, act: settle },
  ];
}

/** Runs the steps between the calls of a comparison, and the rest after it. */
async function happen(test: ReconcilerFixture, steps: readonly Step[]): Promise<void> {
  const left = steps
    .map((step, index) => ({ ...step, index }))
    .sort((a, b) => a.afterCalls - b.afterCalls || a.index - b.index);
  let calls = 0;
  const goOn = async () => {
    while ((left[0]?.afterCalls ?? Number.POSITIVE_INFINITY) <= calls) await left.shift()?.act();
    calls += 1;
  };
  test.venue.meanwhile = goOn;
  await test.compare();
  test.venue.meanwhile = undefined;
  for (const { act } of left) await test.settle(Promise.resolve(act()));
}

it(
  `nothing is found but what was planted, and that once, in ${runs} interleavings`,
  async () => {
    const test = await createReconcilerFixture(await database.open(), undefined, {
      tellsPerps: true,
    });
    const wide = { quantity: '1000', price: '10' };
    const swap = { ...wide, symbol: linear, marketType: 'swap' } as const;
    await test.open('spot-buy', wide);
    await test.open('spot-sell', { ...wide, side: 'sell' });
    await test.open('swap-buy', swap);
    await test.open('swap-sell', { ...swap, side: 'sell' });
    await test.compare();
    let plants = 0;
    const property = fc.asyncProperty(happening, async ({ movements, plant }) => {
      test.alerts.length = 0;
      const all = plant ? [...movements, plant] : movements;
      await happen(
        test,
        all.flatMap((movement) => stepsOf(test, movement)),
      );
      for (const afterMs of laterMs) {
        await test.clock.advance(afterMs);
        await test.compare();
      }
      plants += Number(plant !== undefined);
      const kind = plant?.what === 'position' ? 'position_changed' : 'balance_changed';
      expect(test.alerts.map((alert) => alert.kind)).toEqual(plant ? [kind] : []);
      expect(test.failures).toEqual([]);
    });
    // One account goes through all runs, so a single run cannot be repeated alone.
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
    expect(plants).toBeGreaterThan(runs / 6);
  },
  runs * 2_000,
);
