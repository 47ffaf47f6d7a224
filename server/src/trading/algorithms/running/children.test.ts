import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairedSpread } from '../../../../test/support/algorithms/pair/params.ts';
import { childOf, recordOf, runOf } from '../../../../test/support/algorithms/records.ts';
import { newIntent } from '../../../../test/support/orders/fixture.ts';
import { addExact, exactly, formatExact, zeroExact } from '../../../kit/exact.ts';
import { pendingOrder } from '../../execution/storedOrders.ts';
import type { StoredOrder } from '../../execution/types.ts';
import type { ChildRecord } from '../types.ts';
import { freeOf, hearOrder, refuseChild } from './children.ts';
import { createImage } from './draft.ts';

const rates: Readonly<Record<string, number>> = { USDT: 1, BNB: 600 };
const usd = (asset: string) => rates[asset];

function orderOf(number: number, changes: Partial<StoredOrder> = {}): StoredOrder {
  const intent = newIntent(`parent.${number}`, { parentId: 'parent', quantity: '1' });
  return { ...pendingOrder(intent), status: 'open', ...changes };
}

function imageOf(...children: readonly ChildRecord[]) {
  const run = runOf({ nextChild: children.length + 1 });
  return createImage(recordOf('parent', { run }), children);
}

/** Takes in orders, each in a step of its own. */
function hear(image: ReturnType<typeof imageOf>, ...orders: readonly StoredOrder[]) {
  const texts: string[] = [];
  for (const order of orders) {
    const draft = image.draft(5);
    hearOrder(draft, Number(order.clientOrderId.split('.')[1]), { order, usd });
    texts.push(...draft.events().map(({ kind, text }) => `${kind}: ${text}`));
    draft.commit();
  }
  return texts;
}

describe('what is heard of an order', () => {
  test('is counted once, whatever the order, the repetition and the age of the words', () => {
    const shares = fc.array(fc.nat(100), { minLength: 1, maxLength: 6 });
    const words = fc
      .tuple(shares, shares)
      .map((both) => both.flatMap((all, index) => all.map((share) => wordOf(index + 1, share))));
    const shuffled = words.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray([...all, ...all], {
          minLength: all.length * 2,
          maxLength: all.length * 2,
        }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([all, told]) => {
        const image = imageOf(childOf('parent', 1), childOf('parent', 2));
        hear(image, ...told);
        const most = [1, 2].map((number) =>
          all
            .filter((order) => order.clientOrderId === `parent.${number}`)
            .reduce((a, b) => (Number(b.filled) > Number(a.filled) ? b : a)),
        );
        const sum = (read: (order: StoredOrder) => string) =>
          formatExact(most.map((order) => exactly(read(order))).reduce(addExact, zeroExact));
        const { run } = image.record();
        expect(run.filled).toBe(sum(({ filled }) => filled));
        expect(run.cost).toBe(sum(({ cost }) => cost));
        expect(run.feesQuote).toBe(sum(({ fee }) => fee));
        expect(run.childrenFilled).toBe(most.filter(({ filled }) => Number(filled) > 0).length);
      }),
    );
  });

  test('sums exactly where floats would not', () => {
    const image = imageOf(childOf('parent', 1), childOf('parent', 2));
    const word = { cost: '10.1', fee: '0.1', feeAsset: 'USDT' };
    hear(image, orderOf(1, { ...word, filled: '0.1' }), orderOf(2, { ...word, filled: '0.2' }));
    expect(image.record().run).toMatchObject({ filled: '0.3', cost: '20.2', feesQuote: '0.2' });
  });

  test.each([
    ['of the quote as it is', { fee: '0.5', feeAsset: 'USDT' }, '0.5'],
    ['of the base at the mean price', { fee: '0.001', feeAsset: 'BTC', average: 200 }, '0.2'],
    ['of the base at its cost where no mean is told', { fee: '0.001', feeAsset: 'BTC' }, '0.1'],
    ['of another asset at its worth', { fee: '0.01', feeAsset: 'BNB' }, '6'],
    ['of an asset of no known worth as nothing', { fee: '3', feeAsset: 'XYZ' }, '0'],
    ['a rebate as one', { fee: '-0.25', feeAsset: 'USDT' }, '-0.25'],
  ])('counts a fee %s', (_what, fee, feesQuote) => {
    const image = imageOf(childOf('parent', 1));
    hear(image, orderOf(1, { filled: '1', cost: '100', ...fee }));
    const { run } = image.record();
    expect(run.feesQuote).toBe(feesQuote);
    expect(run.fees).toEqual([{ asset: fee.feeAsset, amount: fee.fee }]);
  });

  test('takes in a fee that is told after its fill', () => {
    const image = imageOf(childOf('parent', 1));
    const fill = { filled: '1', cost: '100', status: 'closed' } as const;
    hear(image, orderOf(1, fill), orderOf(1, { ...fill, fee: '0.1', feeAsset: 'USDT' }));
    expect(image.record().run).toMatchObject({ filled: '1', feesQuote: '0.1', childrenFilled: 1 });
  });

  test('tells a fill after the end of the order as late, and keeps the order over', () => {
    const image = imageOf(childOf('parent', 1));
    const texts = hear(
      image,
      orderOf(1, { status: 'canceled', filled: '0.2', cost: '20' }),
      orderOf(1, { status: 'open', filled: '0.5', cost: '51' }),
    );
    expect(texts).toEqual([
      'child_filled: Child 1 (sweep, desk) bought 0.2 at 100.',
      'child_over: Child 1 (sweep, desk) ended canceled with 0.2 of 1 filled.',
      expect.stringMatching(/^late_fill: .* bought 0\.3 at 103\.33/),
    ]);
    expect(image.child(1)).toMatchObject({ stage: 'over', orderStatus: 'canceled', filled: '0.5' });
  });

  test('takes the end of the order as its fills corrected it', () => {
    const image = imageOf(childOf('parent', 1));
    hear(
      image,
      orderOf(1, { status: 'expired' }),
      orderOf(1, { status: 'closed', filled: '1', cost: '100' }),
    );
    expect(image.child(1)).toMatchObject({ stage: 'over', orderStatus: 'closed', filled: '1' });
    expect(image.record().run).toMatchObject({ filled: '1', cost: '100' });
  });

  test('of a child that was taken for unsent still counts', () => {
    const image = imageOf(childOf('parent', 1));
    const draft = image.draft(5);
    refuseChild(draft, 1, { code: 'NOT_SENT', message: 'why' });
    draft.commit();
    hear(image, orderOf(1, { status: 'closed', filled: '1', cost: '100' }));
    expect(image.record().run.filled).toBe('1');
    expect(image.child(1)?.stage).toBe('over');
  });

  test('of another order under the same name changes nothing', () => {
    const image = imageOf(childOf('parent', 1, { stage: 'live', orderId: 'mine' }));
    hear(image, orderOf(1, { id: 'other', filled: '1', cost: '100' }), orderOf(7, { filled: '1' }));
    expect(image.record().run.filled).toBe('0');
  });
});

describe('a refusal', () => {
  test('ends a child of which nothing is stored, and no other', () => {
    const image = imageOf(childOf('parent', 1), childOf('parent', 2, { stage: 'live' }));
    const draft = image.draft(5);
    for (const number of [1, 2, 3]) refuseChild(draft, number, { code: 'X', message: 'why' });
    expect(draft.child(1)).toMatchObject({ stage: 'over', refusedCode: 'X', reason: 'why' });
    expect(draft.child(2)).toMatchObject({ stage: 'live' });
    expect(draft.events()).toHaveLength(1);
  });
});

describe('what is free', () => {
  test('is the total without fills and without what may still fill', () => {
    const live = childOf('parent', 1, { stage: 'live', filled: '0.4' });
    const over = childOf('parent', 2, { stage: 'over', filled: '0.1' });
    const image = createImage(recordOf('parent', { run: runOf({ filled: '0.5' }) }), [live, over]);
    expect(freeOf(image.draft(0))).toBe('0.9');
  });

  test('does not grow by an order that filled more than was asked for', () => {
    const live = childOf('parent', 1, { stage: 'live', filled: '1.5' });
    const image = createImage(recordOf('parent', { run: runOf({ filled: '1.5' }) }), [live]);
    expect(freeOf(image.draft(0))).toBe('0.5');
  });
});

/** Returns an order with that many hundredths filled, at 100 each and a fee of a tenth of them. */
function wordOf(number: number, hundredths: number): StoredOrder {
  const filled = String(hundredths / 100);
  const fee = String(hundredths / 1_000);
  return orderOf(number, { filled, cost: String(hundredths), fee, feeAsset: 'USDT' });
}

describe('a fill of a pair', () => {
  const none = { opened: '0', closed: '0', openedCost: '0', closedCost: '0', baseFees: '0' };
  const fill = { status: 'closed', filled: '1', cost: '100', fee: '0.001' } as const;
  const image = (child: Partial<ChildRecord>) => {
    const run = runOf({ nextChild: 2, legs: [none, none] });
    const record = recordOf('parent', { type: 'spread', params: pairedSpread, run });
    return createImage(record, [childOf('parent', 1, child)]);
  };

  test.each<[string, Partial<ChildRecord>, string, object, object]>([
    [
      'that opens the first leg counts as progress, its coin fee as not held',
      { leg: 0 },
      'BTC',
      { opened: '1', openedCost: '100', baseFees: '0.001' },
      {},
    ],
    [
      'that opens the second counts there alone',
      { leg: 1 },
      'BTC',
      {},
      { opened: '1', openedCost: '100' },
    ],
    [
      'that closes the first is no progress',
      { leg: 0, isClosing: true },
      'USDT',
      { closed: '1', closedCost: '100' },
      {},
    ],
  ])('%s', (_what, child, feeAsset, first, second) => {
    const own = image(child);
    hear(own, orderOf(1, { ...fill, feeAsset }));
    const { legs, filled } = own.record().run;
    expect(legs).toEqual([
      { ...none, ...first },
      { ...none, ...second },
    ]);
    expect(filled).toBe(child.leg === 0 && !child.isClosing ? '1' : '0');
  });

  test('is told with the side of its own leg', () => {
    expect(hear(image({ leg: 1 }), orderOf(1, fill))[0]).toMatch(/sold 1 at 100/);
    expect(hear(image({ leg: 1, isClosing: true }), orderOf(1, fill))[0]).toMatch(/bought 1/);
  });
});
