import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VenueUnavailableError } from '../../../src/trading/model/venueUnavailableError.ts';
import { type FeesTrader, openFeesTrader } from '../../support/exchanges/feesTrader.ts';
import { krakenFuturesSimulated } from '../../support/exchanges/kraken/futuresExchange.ts';
import { krakenPerpsVenue } from '../../support/exchanges/kraken/perps.ts';
import type { SimulatedVenue } from '../../support/exchanges/simulated.ts';

// The fee that kraken reports for an account is the one it charges for a trade, on spot and for
// contracts.

/** Every market has its own fees, and none are those that ccxt assumes. */
const feesPpm: Readonly<Record<string, readonly [maker: number, taker: number]>> = {
  'BTC/USD': [170, 290],
  'BTC/USD:USD': [-30, 430],
  'ETH/USD:USD': [90, 310],
  'BTC/USD:BTC': [60, 610],
};
/** Value that `fill` trades. */
const value = 200;

const venue: SimulatedVenue = {
  ...krakenPerpsVenue,
  markets: krakenPerpsVenue.markets.map((market) => {
    const [makerFeePpm, takerFeePpm] = feesPpm[market.symbol] ?? [0, 0];
    return { ...market, definition: { ...market.definition, makerFeePpm, takerFeePpm } };
  }),
};

let trader: FeesTrader;
beforeAll(async () => {
  trader = await openFeesTrader(venue);
});
afterAll(() => trader.stop());

const isAsking = ({ path }: { readonly path: string }) => path.endsWith('/TradeVolume');

describe('fees of a live account at kraken', () => {
  it.each(Object.entries(feesPpm))('of %s are those of the market', async (symbol, fees) => {
    const [maker, taker] = fees;
    expect(await trader.fee(symbol)).toEqual({
      makerBps: maker / 100,
      takerBps: taker / 100,
      tier: undefined,
      isTierBased: true,
    });
  });

  it.each(['maker', 'taker'] as const)('of spot are what a %s is charged', async (liquidity) => {
    const { makerBps, takerBps } = await trader.fee('BTC/USD');
    const { fee, feeAsset, ...fill } = await trader.fill('BTC/USD', liquidity);
    expect([fill.liquidity, feeAsset]).toEqual([liquidity, 'USD']);
    const bps = liquidity === 'maker' ? makerBps : takerBps;
    expect(Number(fee)).toBeCloseTo((value * bps) / 10_000, 8);
  });

  // It reports no fee with a fill of a contract: the wallet shows it.
  it.each(
    ['BTC/USD:USD', 'ETH/USD:USD'].flatMap((symbol) => [
      [symbol, 'maker'] as const,
      [symbol, 'taker'] as const,
    ]),
  )('of %s are what a %s is charged', async (symbol, liquidity) => {
    const { makerBps, takerBps } = await trader.fee(symbol);
    const before = await trader.total('swap', 'USD');
    expect(await trader.fill(symbol, liquidity)).toMatchObject({ symbol, liquidity });
    const bps = liquidity === 'maker' ? makerBps : takerBps;
    expect(before - (await trader.total('swap', 'USD'))).toBeCloseTo((value * bps) / 10_000, 8);
  });

  it('are asked of spot alone: the schedules of the API for futures are not valid', async () => {
    await trader.fee('BTC/USD:USD');
    const asked = trader.asked();
    expect(asked.filter((path) => path === '/0/private/TradeVolume').length).toBeGreaterThan(0);
    expect(asked.filter((path) => path.includes('feeschedules'))).toEqual([]);
  });

  it.each([
    // As often as a read is made at most; a call that was answered is not repeated.
    ['is down', 3, { kind: 'answers', status: 503, body: '<html>Sorry</html>' }],
    ['resets', 3, { kind: 'resetsBeforeHeaders' }],
    ['has too much to do', 3, { kind: 'exchangeError', code: 'EService:Unavailable' }],
    ['does not let the key ask', 1, { kind: 'exchangeError', code: 'EGeneral:Permission denied' }],
    ['leaves out what was asked', 1, { kind: 'answers', status: 200, body: '{"error":[]}' }],
  ] as const)('are not there while the exchange %s', async (_, times, how) => {
    for (const symbol of ['BTC/USD', 'BTC/USD:USD']) {
      trader.fail({ times, how }, isAsking);
      await expect(trader.fee(symbol)).rejects.toThrow(VenueUnavailableError);
      expect(await trader.fee(symbol)).toMatchObject({ isTierBased: true });
    }
  });

  it('are not there of a contract that the exchange has not', async () => {
    await expect(trader.fee('XRP/USD:USD')).rejects.toThrow(VenueUnavailableError);
    await expect(trader.fee('BTC/USDT:USDT')).rejects.toThrow(VenueUnavailableError);
  });
});

it('an account at kraken without a key of spot is told no fees', async () => {
  const own = await openFeesTrader({
    ...krakenFuturesSimulated,
    account(name) {
      return { ...krakenFuturesSimulated.account(name), credentials: {} };
    },
  });
  await expect(own.fee('BTC/USD:USD')).rejects.toThrow(VenueUnavailableError);
  await own.stop();
});
