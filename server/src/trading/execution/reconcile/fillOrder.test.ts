import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addExact,
  compareExact,
  type Exact,
  exactly,
  formatExact,
  subtractExact,
  zeroExact,
} from '../../../kit/exact.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueFill } from '../../venues/venuePort.ts';
import { derivativeChanges, flat, magnitude, type TrackedPosition } from './effects.ts';
import { type FillGroup, groupChanges, groupsInOrder } from './fillOrder.ts';

type Trade = Pick<VenueFill, 'side' | 'quantity' | 'price'>;

function fillOf(trade: Trade, changes: Partial<VenueFill> = {}): VenueFill {
  return {
    venueTradeId: '1',
    venueOrderId: 'v',
    clientId: undefined,
    marketType: 'swap',
    symbol: 'BTC/USDT:USDT' as InstrumentSymbol,
    fee: '0',
    feeAsset: 'USDT',
    liquidity: 'maker',
    atMs: 0,
    ...trade,
    ...changes,
  };
}

const buy = (quantity: string, price: number): Trade => ({ side: 'buy', quantity, price });
const sell = (quantity: string, price: number): Trade => ({ side: 'sell', quantity, price });
const groupOf = ([first, ...rest]: readonly Trade[], symbol = 'BTC/USDT:USDT'): FillGroup => {
  const named = { symbol: symbol as InstrumentSymbol };
  return [fillOf(first ?? buy('1', 1), named), ...rest.map((trade) => fillOf(trade, named))];
};

describe('fills', () => {
  it('are applied by their time and then by the number that the venue gave them', () => {
    const at = (atMs: number, sequence: string) => fillOf(buy('1', 1), { atMs, sequence });
    const fills = [at(7, '10'), at(7, '9'), at(6, '99999999999999999999'), at(7, '11')];
    const groups = groupsInOrder(fills).map((group) => group.map((fill) => fill.sequence));
    expect(groups).toEqual([['99999999999999999999'], ['9'], ['10'], ['11']]);
  });

  it('of one millisecond and symbol without a number, or with the same, are one group', () => {
    const other = { symbol: 'ETH/USDT:USDT' as InstrumentSymbol };
    const [one, two, three] = [buy('1', 1), sell('2', 2), buy('3', 3)].map((each) => fillOf(each));
    const same = [{ sequence: '4' }, { sequence: '4' }].map((more) => fillOf(buy('5', 5), more));
    const apart = fillOf(buy('1', 1), other);
    const groups = groupsInOrder([one, apart, two, three, ...same].flatMap((each) => each ?? []));
    expect(groups).toEqual([[one, two, three], same, [apart]]);
  });
});

describe('a group of fills', () => {
  const doubtsOf = (group: FillGroup, held?: TrackedPosition) => {
    const { position, doubt } = groupChanges(group, held);
    return [position.doubt ?? 'none', formatExact(doubt)];
  };

  it('that all orders make the same of is not in doubt', () => {
    expect(doubtsOf(groupOf([buy('1', 100)]))).toEqual(['none', '0']);
    expect(doubtsOf(groupOf([buy('1', 100), buy('2', 101)]))).toEqual(['none', '0']);
    expect(doubtsOf(groupOf([sell('1', 100), buy('1', 101)]))).toEqual(['none', '0']);
    const short = { units: '-9', cost: '-900' };
    expect(doubtsOf(groupOf([buy('1', 100), buy('2', 101)]), short)).toEqual(['none', '0']);
  });

  it('that turns the position round is in doubt by what the orders differ in, to the digit', () => {
    // 0.7 short at 100: 0.6 at 102 and then 2.7 at 101 leave 2.6 for 262.6, or the other way 263.2.
    const short = { units: '-0.7', cost: '-70' };
    const group = groupOf([buy('0.6', 102), buy('2.7', 101)]);
    expect(doubtsOf(group, short)).toEqual(['0.6', '0.6']);
  });

  it('that sells and buys beside what is held is in doubt by no more than that', () => {
    // 10 held for 1000. Sold first: 900 + 150; bought first: 1150 x 10 / 11.
    const held = { units: '10', cost: '1000' };
    const [doubt] = doubtsOf(groupOf([sell('1', 150), buy('1', 150)]), held);
    expect(Number(doubt)).toBeCloseTo(50 / 11, 10);
  });

  it('leaves a doubt that ends with the position, and in part with a part of it', () => {
    const held = { units: '4', cost: '400', doubt: '2' };
    expect(doubtsOf(groupOf([sell('1', 150)]), held)).toEqual(['1.5', '0.5']);
    expect(doubtsOf(groupOf([buy('1', 150)]), held)).toEqual(['2', '0']);
    expect(doubtsOf(groupOf([sell('4', 150)]), held)).toEqual(['none', '2']);
    expect(doubtsOf(groupOf([sell('5', 150)]), held)).toEqual(['none', '2']);
  });
});

/** Returns cost and profit of fills in the given order. */
function played(fills: readonly VenueFill[], held: TrackedPosition) {
  let position = held;
  let profit: Exact = zeroExact;
  for (const fill of fills) {
    const moved = derivativeChanges(fill, position);
    position = moved.position;
    profit = addExact(profit, moved.changes[0]?.amount ?? zeroExact);
  }
  return { cost: exactly(position.cost), profit };
}

describe('whatever order the venue made the fills of a group in', () => {
  const lots = fc.integer({ min: 1, max: 30 }).map((tenths) => String(tenths / 10));
  const price = fc.integer({ min: 80, max: 120 });
  const trade = fc.record({ side: fc.constantFrom('buy', 'sell'), quantity: lots, price });
  const trades = fc.array(trade, { minLength: 1, maxLength: 9 });
  /** Division is inexact in the last of 24 digits, several times. */
  const noise = exactly('1e-20');
  const isWithin = (a: Exact, b: Exact, most: Exact) =>
    compareExact(magnitude(subtractExact(a, b)), addExact(most, noise)) <= 0;

  it.each(['BTC/USDT:USDT', 'BTC/USD:BTC'])('%s is off by its doubt at most', (symbol) => {
    const shuffled = trades.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      ),
    );
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 2 }), shuffled, (before, [listed, true_]) => {
        const start = before.reduce<TrackedPosition>(
          (next, each) =>
            derivativeChanges(fillOf(each, groupOf([each], symbol)[0]), next).position,
          flat,
        );
        const { position, changes, doubt } = groupChanges(groupOf(listed, symbol), start);
        const real = played(groupOf(true_, symbol), start);
        const profit = changes
          .filter((_, at) => at % 2 === 0)
          .reduce((sum, { amount }) => addExact(sum, amount), zeroExact);
        expect(isWithin(real.profit, profit, doubt)).toBe(true);
        expect(isWithin(real.cost, exactly(position.cost), exactly(position.doubt ?? '0'))).toBe(
          true,
        );
      }),
      { numRuns: 150 },
    );
  });
});
