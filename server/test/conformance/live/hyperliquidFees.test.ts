import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VenueUnavailableError } from '../../../src/trading/model/venueUnavailableError.ts';
import { type FeesTrader, openFeesTrader } from '../../support/exchanges/feesTrader.ts';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import type { SimulatedVenue } from '../../support/exchanges/simulated.ts';

// The fee that hyperliquid reports for an account is the one it charges for a fill.

const eth = 'ETH/USDC:USDC';
/** Value that `fill` trades. */
const value = 200;

/** One schedule for all perpetuals; makers are paid. */
const venue: SimulatedVenue = {
  ...hyperliquidSimulated,
  markets: hyperliquidSimulated.markets.map(({ definition, ...market }) => ({
    ...market,
    definition: { ...definition, makerFeePpm: -20, takerFeePpm: 435 },
  })),
};

let trader: FeesTrader;
beforeAll(async () => {
  trader = await openFeesTrader(venue);
});
afterAll(() => trader.stop());

const isAsking = ({ body }: { readonly body: string }) => body.includes('"userFees"');

describe('fees of a live account at hyperliquid', () => {
  it.each([
    [eth, 'maker'],
    [eth, 'taker'],
    ['BTC/USDC:USDC', 'taker'],
  ] as const)('of %s are what a %s is then charged', async (symbol, liquidity) => {
    const told = await trader.fee(symbol);
    expect(told).toEqual({ makerBps: -0.2, takerBps: 4.35, tier: undefined, isTierBased: true });
    const fill = await trader.fill(symbol, liquidity);
    expect(fill).toMatchObject({ symbol, liquidity, feeAsset: 'USDC' });
    const bps = liquidity === 'maker' ? told.makerBps : told.takerBps;
    expect(Number(fill.fee)).toBeCloseTo((value * bps) / 10_000, 8);
  });

  it('of spot are a schedule of their own', async () => {
    expect(await trader.fee('HYPE/USDC')).toMatchObject({ makerBps: 4, takerBps: 7 });
  });

  it('are asked for again where the exchange fails once', async () => {
    trader.fail({ times: 1, how: { kind: 'resetsBeforeHeaders' } }, isAsking);
    expect(await trader.fee(eth)).toMatchObject({ makerBps: -0.2, takerBps: 4.35 });
  });

  it.each([
    ['is down', { kind: 'answers', status: 502, body: '<html>Sorry</html>' }],
    ['resets', { kind: 'resetsBeforeHeaders' }],
    ['says what is no JSON', { kind: 'answers', status: 200, body: 'Sorry' }],
    ['leaves out what was asked', { kind: 'answers', status: 200, body: '{}' }],
    ['knows nothing', { kind: 'answers', status: 200, body: 'null' }],
  ] as const)('are not there while the exchange %s', async (_, how) => {
    // As often as a read is made at most.
    trader.fail({ times: 3, how }, isAsking);
    await expect(trader.fee(eth)).rejects.toThrow(VenueUnavailableError);
    expect(await trader.fee(eth)).toMatchObject({ takerBps: 4.35 });
  });

  it('are given up with the caller where the exchange never answers', async () => {
    trader.fail({ times: 1, how: { kind: 'neverAnswers' } }, isAsking);
    const controller = new AbortController();
    const asked = trader.fee(eth, controller.signal);
    controller.abort();
    await expect(asked).rejects.toThrow(VenueUnavailableError);
  });

  it('are none of what expires, which the exchange has not', async () => {
    await expect(trader.fee('ETH/USDC:USDC-261225')).rejects.toThrow(VenueUnavailableError);
  });
});
