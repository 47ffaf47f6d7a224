import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayMs,
  makeReportFill,
  makeShortfallOrder,
  makeTcaTerms,
  reportStartMs,
} from '../../../../test/support/analytics/reportFixture.ts';
import type { ReportFill, ShortfallOrder } from '../types.ts';
import { createTca } from './tca.ts';
import type { TcaTerms } from './types.ts';
import { toTcaReportWire } from './wire.ts';

function shortfallOf(
  orders: readonly ShortfallOrder[],
  fills: readonly ReportFill[],
  terms: Partial<TcaTerms> = {},
) {
  const whole = makeTcaTerms({ orders, ...terms });
  const tca = createTca(whole);
  tca.add(fills, new Map());
  return toTcaReportWire(whole, tca.report()).implementation_shortfall;
}

const child = (given: Parameters<typeof makeReportFill>[0]) =>
  makeReportFill({ parentId: 'algo-1', ...given });

/** Taker at 102.5 with the market at 101 and a book one wide. */
const first = child({ quantity: 4, price: 102.5, marks: [101], halfSpread: 0.5, fee: 2 });
/** Maker at 103 with the market at 104. */
const second = child({ quantity: 3, price: 103, marks: [104], liquidity: 'maker', fee: -1 });
const partly = makeShortfallOrder({ filled: 7, endPrice: 106 });

describe('implementation shortfall', () => {
  test('is taken apart into what each cause cost', () => {
    const shortfall = shortfallOf([partly], [first, second]);
    expect(shortfall?.orders).toEqual([
      {
        order_id: 'algo-1',
        algorithm_type: 'twap',
        symbol: 'BTC/USDT:USDT',
        side: 'buy',
        quantity: 10,
        filled_quantity: 7,
        arrival_price: 100,
        ordered_usd: 1_000,
        delay_usd: 7,
        timing_usd: 3 * 3,
        spread_usd: 4 * 0.5 - 3,
        impact_usd: 4,
        fees_usd: 1,
        opportunity_usd: 3 * 6,
        total_usd: 4 * 2.5 + 3 * 3 + 1 + 18,
        total_bps: 380,
        unmarked_fills: 0,
      },
    ]);
  });

  test('is the mirror image of a sell', () => {
    const sold = child({ side: 'sell', quantity: 4, price: 97.5, marks: [99], halfSpread: 0.5 });
    const order = makeShortfallOrder({ side: 'sell', filled: 4, endPrice: 94 });
    expect(shortfallOf([order], [sold])).toMatchObject({
      delay_usd: 4,
      timing_usd: 0,
      spread_usd: 2,
      impact_usd: 4,
      opportunity_usd: 36,
      total_usd: 4 * 2.5 + 1 + 36,
    });
  });

  test('calls all spread what a taker paid when the book is not known', () => {
    const blind = { ...first, halfSpread: undefined };
    expect(shortfallOf([partly], [blind])).toMatchObject({ spread_usd: 6, impact_usd: 0 });
  });

  test('calls delay and timing what a fill without a mark price cost', () => {
    const [blind, later] = [first, second].map((fill) => ({ ...fill, marks: [] }));
    const shortfall = shortfallOf([partly], [blind ?? first, later ?? second]);
    expect(shortfall).toMatchObject({ delay_usd: 2.5 * 7, timing_usd: 0.5 * 3, spread_usd: 0 });
    expect(shortfall?.impact_usd).toBe(0);
    expect(shortfall?.orders[0]?.unmarked_fills).toBe(2);
  });

  test('of nothing filled is what the market ran away by', () => {
    const unfilled = makeShortfallOrder({ filled: 0, endPrice: 106, accounts: 2 });
    expect(shortfallOf([unfilled], [], { usdNow: () => 1.1 })).toMatchObject({
      ordered_usd: expect.closeTo(5 * 100 * 1.1, 9),
      delay_usd: 0,
      fees_usd: 0,
      opportunity_usd: expect.closeTo(5 * 6 * 1.1, 9),
    });
  });

  test('of an order over several accounts is shared as they filled it', () => {
    const shared = makeShortfallOrder({ quantity: 20, filled: 14, endPrice: 106, accounts: 2 });
    const shortfall = shortfallOf([shared], [first, second]);
    expect(shortfall?.orders[0]).toMatchObject({ quantity: 10, filled_quantity: 7 });
    expect(shortfall?.opportunity_usd).toBe(18);
    expect(shortfallOf([shared], [], { usdNow: () => 1 })).toBeNull();
  });

  test('never counts more unfilled than was ordered', () => {
    const over = makeShortfallOrder({ quantity: 6.9, filled: 7, endPrice: 106 });
    expect(shortfallOf([over], [first, second])).toMatchObject({ opportunity_usd: 0 });
    const behind = makeShortfallOrder({ quantity: 7, filled: 5, endPrice: 106 });
    expect(shortfallOf([behind], [first, second])).toMatchObject({ opportunity_usd: 0 });
  });

  test('is in USD by the rate of each fill, and by that of the first where there is none', () => {
    const [cheap, dear] = [
      { ...first, quoteUsd: 2 },
      { ...second, quoteUsd: undefined },
    ];
    const shortfall = shortfallOf([partly], [cheap, dear], { usdNow: () => 3 });
    expect(shortfall).toMatchObject({ delay_usd: 4 * 2 + 3 * 3, timing_usd: 3 * 3 * 3 });
    expect(shortfall).toMatchObject({ ordered_usd: 2_000, opportunity_usd: 18 * 2 });
  });

  test('leaves out orders of which nobody knows the worth', () => {
    expect(shortfallOf([partly], [{ ...first, quoteUsd: undefined }, second])).toBeNull();
    expect(shortfallOf([makeShortfallOrder({ filled: 0 })], [])).toBeNull();
  });

  test('counts fills after the window for orders that began in it, and for nothing else', () => {
    const toMs = reportStartMs + 1_000;
    const order = makeShortfallOrder({ ...partly, endedAtMs: toMs + dayMs });
    const terms = makeTcaTerms({ orders: [order], toMs });
    const tca = createTca(terms);
    expect(tca.untilMs).toBe(toMs + dayMs);
    tca.add([first, { ...second, atMs: toMs + 1 }], new Map());
    expect(tca.report()).toMatchObject({
      fillsCount: 1,
      shortfall: { orders: [{ filled: 7 }] },
    });
  });

  test('is of orders in the kind of market that is reported on', () => {
    const spot = makeShortfallOrder({ id: 'algo-2', symbol: 'BTC/USDT', filled: 2 });
    const fill = makeReportFill({ symbol: 'BTC/USDT', parentId: 'algo-2', marks: [100] });
    expect(shortfallOf([spot, partly], [fill], { marketType: 'spot' })?.orders_count).toBe(1);
    expect(shortfallOf([spot], [], { usdNow: () => 1 })).toBeNull();
  });
});

const price = fc.integer({ min: 9_000, max: 11_000 }).map((cents) => cents / 100);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const anyFill = fc
  .record({
    price,
    mark: maybe(price),
    halfSpread: maybe(fc.constantFrom(0.01, 0.5)),
    quantity: fc.integer({ min: 1, max: 50_000 }).map((lots) => lots / 1_000),
    liquidity: fc.constantFrom('maker' as const, 'taker' as const),
    fee: fc.integer({ min: -100, max: 300 }).map((cents) => cents / 100),
    quoteUsd: fc.constantFrom(1, 0.998, 1.1),
  })
  .map(({ mark, ...fill }) => child({ ...fill, marks: [mark] }));

test('the parts of any order make up its whole', () => {
  const order = fc.record({
    arrivalPrice: price,
    endPrice: price,
    side: fc.constantFrom('buy', 'sell' as const),
    filled: fc.integer({ min: 0, max: 500 }),
    quantity: fc.integer({ min: 1, max: 1_000 }),
  });
  const check = (terms: Partial<ShortfallOrder>, fills: readonly ReportFill[]) => {
    const { symbol: _symbol, ...given } = terms;
    const whole = shortfallOf([makeShortfallOrder(given)], fills, { usdNow: () => 1 });
    if (whole === null) return;
    const { delay_usd, spread_usd, impact_usd, timing_usd, fees_usd, opportunity_usd } = whole;
    const parts = [delay_usd, spread_usd, impact_usd, timing_usd, fees_usd, opportunity_usd];
    const gross = parts.reduce((sum, part) => sum + Math.abs(part), 0);
    const sum = parts.reduce((total, part) => total + part, 0);
    expect(Math.abs(sum - whole.total_usd)).toBeLessThanOrEqual(1e-12 * gross);
  };
  fc.assert(fc.property(order, fc.array(anyFill, { maxLength: 20 }), check), { numRuns: 300 });
});
