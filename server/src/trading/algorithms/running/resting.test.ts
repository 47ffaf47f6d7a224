import { describe, expect, test } from 'vitest';
import {
  createAlgorithmBench,
  placing,
  scriptRun,
} from '../../../../test/support/algorithms/bench.ts';
import { testRules as rules } from '../../../../test/support/algorithms/view.ts';
import { createAlgorithmWorld } from '../../../../test/support/algorithms/world.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import { hasPostOnly, restingPrice } from './resting.ts';

const book = { bid: 100.1, ask: 100.3 };

test.each([
  ['buy', 100.2, 100.2],
  ['buy', 100.3, 100.2],
  ['buy', 100.9, 100.2],
  ['sell', 100.2, 100.2],
  ['sell', 100.1, 100.2],
  ['sell', 99.9, 100.2],
] as const)('a %s that is to rest at %d rests at %d', (side, wished, price) => {
  expect(restingPrice(side, wished, { book, rules })).toBe(price);
});

test.each([
  ['gateio', 'BTC/USDT', false],
  ['gateio', 'BTC/USDT:USDT', true],
  ['binance', 'BTC/USDT', true],
] as const)('%s takes post-only orders of %s: %s', (venue, symbol, expected) => {
  expect(hasPostOnly(venue, symbol as InstrumentSymbol)).toBe(expected);
});

describe('an order that is to rest on a market without post-only', () => {
  /** Posts once, in a market that moved while the order was stored. */
  async function posted(price: number, moved?: readonly [bid: number, ask: number]) {
    const bench = createAlgorithmBench(createAlgorithmWorld(), 'gateio');
    bench.world.fate = () => 'rests';
    if (moved) bench.world.doors.set('save', () => bench.quote(...moved));
    const scripted = scriptRun(bench, ({ kind }) =>
      kind === 'started' ? [placing({ price, timeInForce: 'POST_ONLY' })] : [],
    );
    await scripted.run.begin('started', []);
    await bench.settle();
    return { bench, child: scripted.run.image.child(1), record: scripted.record() };
  }

  test('is a plain limit that does not cross', async () => {
    const { bench, child } = await posted(100.5);
    expect(child).toMatchObject({ timeInForce: 'GTC', price: 100.5, orderStatus: 'open' });
    expect(bench.world.sent).toEqual(['parent.1']);
  });

  test('is one tick back from the touch where it would cross', async () => {
    const { child } = await posted(101);
    expect(child).toMatchObject({ timeInForce: 'GTC', price: 100.99, orderStatus: 'open' });
  });

  test('is not sent when the book moves into it meanwhile, and its account is used on', async () => {
    const { bench, child, record } = await posted(100.5, [99.5, 100.5]);
    expect(child).toMatchObject({ stage: 'over', refusedCode: 'POST_ONLY_WOULD_TAKE' });
    expect(bench.world.sent).toEqual([]);
    expect(record.run.barred).toEqual([]);
  });

  test('is sent when the book moves away from it', async () => {
    const { bench } = await posted(100.5, [99.5, 100.6]);
    expect(bench.world.sent).toEqual(['parent.1']);
  });
});
