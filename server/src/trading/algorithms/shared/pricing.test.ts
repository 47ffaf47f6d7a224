import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testRules as rules, testBook } from '../../../../test/support/algorithms/view.ts';
import type { Aggression } from '../params.ts';
import { postingAt, takingAt } from './pricing.ts';

const buy = { side: 'buy', limitPrice: undefined } as const;
const sell = { side: 'sell', limitPrice: undefined } as const;

test.each([
  { aggression: 'passive', bought: 99.8, sold: 100.1, timeInForce: 'POST_ONLY' },
  { aggression: 'neutral', bought: 99.9, sold: 100, timeInForce: 'POST_ONLY' },
  { aggression: 'aggressive', bought: 100.1, sold: 99.8, timeInForce: 'GTC' },
] as const)('posts $aggression at the price of the design', (row) => {
  const book = testBook(99.8, 100.1);
  const { aggression, bought, sold, timeInForce } = row;
  const isBeyondLimit = false;
  expect(postingAt({ book, rules }, aggression, buy)).toEqual({
    price: bought,
    timeInForce,
    isBeyondLimit,
  });
  expect(postingAt({ book, rules }, aggression, sell)).toEqual({
    price: sold,
    timeInForce,
    isBeyondLimit,
  });
});

test('posts neutral at the near touch when the spread is one tick', () => {
  const book = testBook(100, 100.1);
  expect(postingAt({ book, rules }, 'neutral', buy)?.price).toBe(100);
  expect(postingAt({ book, rules }, 'neutral', sell)?.price).toBe(100.1);
});

test('holds a posting to the limit price, on the tick within it, and says so', () => {
  const book = testBook(99.8, 100.1);
  const held = postingAt({ book, rules }, 'passive', { side: 'buy', limitPrice: 99.75 });
  expect(held).toMatchObject({ price: 99.7, isBeyondLimit: true });
  const free = postingAt({ book, rules }, 'passive', { side: 'buy', limitPrice: 99.8 });
  expect(free).toMatchObject({ price: 99.8, isBeyondLimit: false });
});

test.each([
  { name: 'the touch that fills it', size: 5, quantity: 1, bought: 100.2, sold: 99.8 },
  { name: 'the level that fills it', size: 5, quantity: 8, bought: 100.3, sold: 99.7 },
  // 20 bps from 100.2 are 100.4004, from 99.8 they are 99.6004.
  { name: '20 bps away at most', size: 1, quantity: 5, bought: 100.4, sold: 99.7 },
])('takes at $name', ({ size, quantity, bought, sold }) => {
  const buying = { book: testBook(99.8, 100.2, { size }), rules };
  const selling = { book: testBook(99.8, 100.2, { side: 'sell', size }), rules };
  expect(takingAt(buying, quantity, buy)).toBe(bought);
  expect(takingAt(selling, quantity, sell)).toBe(sold);
});

test('takes within the limit price or not at all', () => {
  const market = { book: testBook(99.8, 100.2, { size: 1 }), rules };
  expect(takingAt(market, 5, { side: 'buy', limitPrice: 100.35 })).toBe(100.3);
  expect(takingAt(market, 5, { side: 'buy', limitPrice: 100.19 })).toBeUndefined();
  const selling = { book: testBook(99.8, 100.2, { side: 'sell', size: 1 }), rules };
  expect(takingAt(selling, 5, { side: 'sell', limitPrice: 99.81 })).toBeUndefined();
});

test('keeps to the digits a venue allows', () => {
  const digits = { ...rules, priceTick: 0.0001, priceDigitsMax: 5 };
  const book = testBook(100.03, 100.06);
  expect(postingAt({ book, rules: digits }, 'neutral', buy)?.price).toBe(100.04);
  expect(postingAt({ book, rules: digits }, 'neutral', sell)?.price).toBe(100.05);
});

test('has no price where the market is below a tick', () => {
  const coarse = { ...rules, priceTick: 1_000 };
  expect(postingAt({ book: testBook(99.8, 100.2), rules: coarse }, 'passive', buy)).toBeUndefined();
});

const aggressions = fc.constantFrom<Aggression[]>('passive', 'neutral', 'aggressive');

test('prices on the tick and within the limit price, and posts within the spread', () => {
  fc.assert(
    fc.property(
      fc.record({
        bid: fc.integer({ min: 500, max: 2_000 }),
        spread: fc.integer({ min: 1, max: 30 }),
        limit: fc.option(fc.integer({ min: 5_000, max: 20_000 }), { nil: undefined }),
        side: fc.constantFrom('buy', 'sell'),
        quantity: fc.integer({ min: 1, max: 100 }),
      }),
      aggressions,
      ({ bid, spread, limit, side, quantity }, aggression) => {
        const book = testBook(bid / 10, (bid + spread) / 10, { side, size: 10 });
        const limitPrice = limit === undefined ? undefined : limit / 100;
        const terms = { side, limitPrice };
        const posting = postingAt({ book, rules }, aggression, terms);
        const taking = takingAt({ book, rules }, quantity, terms);
        const sign = side === 'buy' ? 1 : -1;
        for (const price of [posting?.price, taking]) {
          if (price === undefined) continue;
          expect(Math.abs(price * 10 - Math.round(price * 10))).toBeLessThan(1e-9);
          if (limitPrice !== undefined) expect((price - limitPrice) * sign).toBeLessThanOrEqual(0);
        }
        const far = side === 'buy' ? book.ask : book.bid;
        if (posting?.timeInForce === 'POST_ONLY') {
          expect((posting.price - far) * sign).toBeLessThan(0);
        }
        if (taking !== undefined) {
          expect((taking - far) * sign).toBeGreaterThanOrEqual(0);
          expect(((taking - far) / far) * sign * 10_000).toBeLessThanOrEqual(20 + 1e-9);
        }
      },
    ),
  );
});
