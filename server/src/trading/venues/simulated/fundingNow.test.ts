import { expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { type InstrumentSymbol, parseSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import { createFundingNow } from './fundingNow.ts';

const symbol = parseSymbol('BTC/USDT:USDT') as InstrumentSymbol;
const venue = 'bybit';
const hourMs = 3_600_000;

/** Creates a market that stood still for three hours, and is half an hour before a payment. */
function createNow() {
  const clock = createManualClock(1_700_000_000_000);
  const paidMs = 1_700_000_000_000 - 2.5 * hourMs;
  const marketNow = () => clock.now() - 3 * hourMs - 0.25;
  const found = { rate: 0.0002, nextRate: 0.0003, basis: 0.0004, intervalHours: 8 };
  const market = {
    fundingRateAt: (_venue: VenueId, of: string) =>
      of === symbol ? { ...found, nextFundingMs: paidMs } : undefined,
    priceAt: (asset: string) => ({ BTC: 50_000, USDT: 0.5 })[asset],
  };
  return { clock, paidMs, now: createFundingNow({ market, timeline: { marketNow }, clock }) };
}

it('tells what is due by the wall clock, and names it by market time', () => {
  const { clock, paidMs, now } = createNow();
  expect(now(venue, symbol)).toEqual({
    rate: 0.0002,
    nextRate: 0.0003,
    windowHours: 8,
    paymentHours: 8,
    // Market time is a quarter of a millisecond behind, and fractions are never reported.
    nextFundingMs: clock.now() + 0.5 * hourMs,
    window: paidMs,
    markPrice: 100_040,
    indexPrice: 100_000,
    atMs: clock.now(),
  });
});

it('says nothing of what is no perpetual', () => {
  expect(createNow().now(venue, parseSymbol('BTC/USDT') as InstrumentSymbol)).toBeUndefined();
});

it('tells the mark price of a moment ago, with its time', () => {
  const { clock, now } = createNow();
  const priceAt = (asset: string, marketMs: number) => (asset === 'BTC' ? marketMs : 1);
  const moving = createFundingNow({
    market: {
      fundingRateAt: () => ({
        rate: 0,
        nextRate: 0,
        basis: 0,
        intervalHours: 8,
        nextFundingMs: 0,
      }),
      priceAt,
    },
    timeline: { marketNow: clock.now },
    clock,
  });
  expect(moving(venue, symbol, 3)).toMatchObject({
    markPrice: clock.now() - 3,
    atMs: clock.now() - 3,
  });
  expect(now(venue, symbol, 0)).toEqual(now(venue, symbol));
});
