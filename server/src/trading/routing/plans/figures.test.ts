import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btc } from '../../../../test/support/orders/fixture.ts';
import {
  estimateOf,
  sliceOf,
  threeAccounts,
  usualRequest,
} from '../../../../test/support/routing/plans/fixture.ts';
import { addExact, exactly, formatExact } from '../../../kit/exact.ts';
import { actualCostBps, actualVwap, executedOf, paidFeeBps, unfilledOf } from './figures.ts';
import { newPlan } from './planning.ts';
import type { Plan, PlanSlice } from './types.ts';

const names = {
  id: 'p',
  clientPlanId: undefined,
  requestHash: 'h',
  actorId: 'k',
  owner: 'main',
  atMs: 5,
};
const slices = threeAccounts.map((account) => sliceOf(account, '0.1'));
const plan = newPlan(usualRequest, estimateOf(usualRequest, slices), names);

function withFills(...fills: readonly Partial<PlanSlice>[]): Plan {
  const filled = plan.slices.map((slice, index) => ({ ...slice, ...fills[index] }));
  return { ...plan, slices: filled };
}

describe('executed and unfilled', () => {
  it('are the total to the last digit, whatever the digits', () => {
    const part = fc.tuple(fc.bigInt(0n, 10n ** 20n), fc.nat(18)).map(toText);
    fc.assert(
      fc.property(part, fc.array(part, { maxLength: 64 }), (quantity, fills) => {
        const [first] = plan.slices;
        const filled = fills.flatMap((each) => (first ? [{ ...first, filled: each }] : []));
        const whole = { quantity, slices: filled };
        const sum = addExact(exactly(executedOf(whole)), exactly(unfilledOf(whole)));
        expect(formatExact(sum)).toBe(formatExact(exactly(quantity)));
      }),
    );
  });

  it('do not lose what floats would', () => {
    const filled = withFills({ filled: '0.1' }, { filled: '0.2' });
    expect([executedOf(filled), unfilledOf(filled)]).toEqual(['0.3', '0.7']);
  });
});

function toText([digits, scale]: readonly [bigint, number]): string {
  const text = digits.toString().padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

describe('the actual figures', () => {
  const filled = withFills(
    { filled: '0.3', avgFillPrice: 101, paidFeeBps: 10 },
    { filled: '0.1', avgFillPrice: 97, paidFeeBps: 2 },
    { filled: '0' },
  );

  it('weigh prices and fees by quantity', () => {
    expect(actualVwap(filled)).toBeCloseTo(100, 12);
    // Exactly the mid of 100, and (0.3 × 10 + 0.1 × 2) / 0.4 in fees.
    expect(actualCostBps(filled)).toBeCloseTo(8, 9);
  });

  it('are a cost where a buy pays more than the mid, and a sell gets less', () => {
    const dear = { ...filled, midPrice: 99 };
    expect(actualCostBps(dear)).toBeCloseTo(8 + 1e4 / 99, 9);
    expect(actualCostBps({ ...dear, side: 'sell' })).toBeCloseTo(8 - 1e4 / 99, 9);
  });

  it('are not known before a fill, nor the cost without a mid', () => {
    expect([actualVwap(plan), actualCostBps(plan)]).toEqual([undefined, undefined]);
    expect(actualCostBps({ ...filled, midPrice: undefined })).toBeUndefined();
  });

  it('take the estimated fee where none is known', () => {
    const unpaid = withFills({ filled: '0.3', avgFillPrice: 100, paidFeeBps: undefined });
    expect(actualCostBps(unpaid)).toBeCloseTo(10, 9);
  });
});

describe('the fee that was paid', () => {
  const order = { filled: '0.5', average: 200, fee: '0.1', feeAsset: 'USDT' };

  it.each([
    ['in the quote', order, 10],
    ['in the base', { ...order, fee: '0.0005', feeAsset: 'BTC' }, 10],
    ['a rebate', { ...order, fee: '-0.01' }, -1],
    ['in another asset', { ...order, feeAsset: 'BNB' }, 7],
    ['not told', { ...order, fee: '0', feeAsset: undefined }, 7],
    ['in the quote, without a price', { ...order, average: undefined }, 7],
    ['in the quote, at no price', { ...order, average: 0 }, 7],
    ['in the quote, too small a worth to count', { ...order, average: 1e-320 }, 7],
    ['that is no number', { ...order, fee: 'unknown' }, 7],
    ['of nothing', { ...order, filled: '0' }, undefined],
  ])('%s', (_what, paid, expected) => {
    const bps = paidFeeBps(paid, btc, 7);
    if (expected === undefined) expect(bps).toBeUndefined();
    else expect(bps).toBeCloseTo(expected, 9);
  });
});
