import { describe, expect, it } from 'vitest';
import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import {
  type Answered,
  type BudgetFigures,
  playBudgetDay,
} from '../../support/exchanges/budgetDay.ts';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { krakenSimulated, krakenSpot } from '../../support/exchanges/kraken/exchange.ts';
import { krakenFuturesMarket } from '../../support/exchanges/kraken/futuresExchange.ts';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import type { SimulatedVenue } from '../../support/exchanges/simulated.ts';

// A live account under the real limits of its exchange: comparisons, orders, unknown orders and
// reads of callers, with a normal number of resting orders.

const classes: Readonly<Record<string, SimulatedVenue>> = {
  binance: binanceSimulated,
  bybit: bybitSimulated,
  gateio: gateioSimulated,
  'kraken spot': krakenSpot,
  'kraken futures': { ...krakenSimulated, markets: [krakenFuturesMarket] },
  okx: okxSimulated,
  hyperliquid: hyperliquidSimulated,
};
/** Once a minute, with a quarter of a minute more or less. */
const comparedMs = 75_000;
const unknownMs = 30_000;
const orderMs = 2_000;
const readMs = 1_000;
/**
 * Long enough for each act of a day; budgets that were used up first are watched for longer, twice
 * the longest window of any limit. `npm run prove:budget` watches them for an hour.
 */
const shortMinutes = 8;
const longMinutes = 20;

const short = Object.keys(classes).flatMap((name) =>
  [0, 100].map((resting) => ({ name, resting })),
);
const long = ['kraken spot', 'kraken futures', 'hyperliquid'].map((name) => ({
  name,
  resting: 100,
}));

function venueNamed(name: string): SimulatedVenue {
  const venue = classes[name];
  if (!venue) throw new Error(`${name} is none of the classes`);
  return venue;
}

/** Returns the longest time after leaving out this share of the slowest. */
function slowest(answers: readonly Answered[], share: number): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.ceil(times.length * share) - 1] ?? 0;
}

const failed = (answers: readonly Answered[]) => answers.filter(({ status }) => status !== 200);

function expectServed(figures: BudgetFigures, resting: number): void {
  expect(figures.ordersCompared).toBeGreaterThanOrEqual(resting);
  expect(figures.unavailable).toEqual([]);
  expect(figures.differences).toEqual([]);
  expect(figures.comparisonGapMs).toBeLessThanOrEqual(comparedMs);
  expect(figures.unknownMs).toBeLessThanOrEqual(unknownMs);
  expect(failed(figures.orders)).toEqual([]);
  expect(slowest(figures.orders, 1)).toBeLessThanOrEqual(orderMs);
  for (const reads of [figures.orderReads, figures.balanceReads]) {
    expect(reads.length).toBeGreaterThan(20);
    expect(failed(reads)).toEqual([]);
    expect(slowest(reads, 0.99)).toBeLessThanOrEqual(readMs);
  }
}

describe('an account within the limits of its exchange', () => {
  it.each(short)('is served at $name with $resting orders at rest', async ({ name, resting }) => {
    const day = { venue: venueNamed(name), resting, minutes: shortMinutes };
    expectServed(await playBudgetDay(day), resting);
  });

  it.each(long)(
    'is served for twenty minutes at $name with $resting orders at rest',
    async ({ name, resting }) => {
      const day = { venue: venueNamed(name), resting, minutes: longMinutes };
      expectServed(await playBudgetDay(day), resting);
    },
    120_000,
  );
});
