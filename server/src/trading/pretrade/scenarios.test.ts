import { expect, test } from 'vitest';
import { bookOf, orderOf, viewOf } from '../../../test/support/pretrade/costs.ts';
import { analyse } from './analyse.ts';

const view = viewOf([
  bookOf({
    levels: [
      [100.02, 1],
      [100.1, 10],
    ],
  }),
]);

const totalOf = (changes: Parameters<typeof orderOf>[0]) =>
  analyse(view, orderOf(changes), false).cost.totalBps;

test('scenarios are there when asked for', () => {
  expect(analyse(view, orderOf(), false).scenarios).toBeUndefined();
  expect(analyse(view, orderOf(), true).scenarios).toBeDefined();
});

test('a fifth smaller and larger cost what such orders cost', () => {
  const { scenarios } = analyse(view, orderOf({ quantity: 0.1 }), true);
  expect(scenarios?.baseBps).toBe(totalOf({ quantity: 0.1 }));
  expect(scenarios?.smaller).toEqual({ quantity: 0.08, totalBps: totalOf({ quantity: 0.08 }) });
  expect(scenarios?.larger).toEqual({ quantity: 0.12, totalBps: totalOf({ quantity: 0.12 }) });
});

test('all taken at once, and all resting at the best price without impact', () => {
  const { scenarios, liquidity } = analyse(
    view,
    orderOf({ type: 'limit', limitPrice: 99.5, quantity: 2, urgency: 'high' }),
    true,
  );
  expect(scenarios?.taker).toEqual({ totalBps: totalOf({ quantity: 2 }), fillTimeSec: 1 });
  // Maker fee 1, half a spread of 2 bps earned.
  expect(scenarios?.maker.totalBps).toBeCloseTo(1 - 2, 9);
  expect(scenarios?.maker.fillTimeSec).toBe(liquidity.fillTimeMakerSec);
  expect(scenarios?.maker.fillTimeSec).toBeCloseTo((200 / 200_000) * 86_400, 9);
});

test('scenarios keep the type of the order', () => {
  const algo = { type: 'algo', quantity: 5, urgency: 'low' } as const;
  const { scenarios } = analyse(view, orderOf(algo), true);
  expect(scenarios?.baseBps).toBe(totalOf(algo));
  expect(scenarios?.larger.totalBps).toBe(totalOf({ ...algo, quantity: 6 }));
});
