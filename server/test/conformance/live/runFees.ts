import type { RawRequest } from '@windlass/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterThisTurn } from '../../../src/kit/turn.ts';
import { VenueUnavailableError } from '../../../src/trading/model/venueUnavailableError.ts';
import type { VenueFill } from '../../../src/trading/venues/venuePort.ts';
import { type FeesTrader, openFeesTrader } from '../../support/exchanges/feesTrader.ts';
import type { SimulatedMarket, SimulatedVenue } from '../../support/exchanges/simulated.ts';

// The fee that an exchange reports for an account is the one it charges for a fill: over a socket,
// through ccxt and through all layers around a session.

export interface FeesVenue {
  readonly exchange: SimulatedVenue;
  /** Returns true when a request asks for fees. */
  isAsking(request: RawRequest): boolean;
  readonly tier: string | undefined;
}

/** Every market has its own fees, and one pays makers: none can pass for another. */
const feesPpm: Readonly<Record<string, readonly [maker: number, taker: number]>> = {
  'BTC/USDT': [570, 950],
  'BTC/USDT:USDT': [-50, 450],
  'ETH/USDT:USDT': [120, 370],
};
const cases = Object.keys(feesPpm).flatMap((symbol) =>
  (['maker', 'taker'] as const).map((liquidity) => [symbol, liquidity] as const),
);

export function runFees({ exchange, isAsking, tier }: FeesVenue): void {
  let trader: FeesTrader;
  beforeAll(async () => {
    trader = await openFeesTrader(withFees(exchange));
  });
  afterAll(() => trader.stop());

  describe(`fees of a live account at ${exchange.venue}`, () => {
    it.each(cases)('of %s are what a %s is then charged', async (symbol, liquidity) => {
      const told = await trader.fee(symbol);
      const [maker, taker] = feesPpm[symbol] ?? [0, 0];
      const bps = { makerBps: maker / 100, takerBps: taker / 100 };
      expect(told).toEqual({ ...bps, tier, isTierBased: true });
      const fill = await trader.fill(symbol, liquidity);
      expect(fill).toMatchObject({ symbol, liquidity });
      const charged = liquidity === 'maker' ? told.makerBps : told.takerBps;
      expect(Number(fill.fee)).toBeCloseTo((worthOf(fill) * charged) / 10_000, 8);
      expect(charged).not.toBe(0);
    });

    it('are asked for again where the exchange fails once', async () => {
      trader.fail({ times: 1, how: { kind: 'resetsBeforeHeaders' } }, isAsking);
      expect(await trader.fee('BTC/USDT:USDT')).toMatchObject({ makerBps: -0.5, takerBps: 4.5 });
    });

    it.each([
      ['is down', { kind: 'answers', status: 503, body: '<html>Sorry</html>' }],
      ['resets', { kind: 'resetsBeforeHeaders' }],
      ['says what is no JSON', { kind: 'answers', status: 200, body: 'Sorry' }],
      ['leaves out what was asked', { kind: 'answers', status: 200, body: '{}' }],
    ] as const)('are not there while the exchange %s', async (_, how) => {
      // As often as a read is made at most.
      trader.fail({ times: 3, how }, isAsking);
      await expect(trader.fee('BTC/USDT')).rejects.toThrow(VenueUnavailableError);
      expect(await trader.fee('BTC/USDT')).toMatchObject({ makerBps: 5.7 });
    });

    it('are given up with the caller where the exchange never answers', async () => {
      trader.fail({ times: 1, how: { kind: 'neverAnswers' } }, isAsking);
      const controller = new AbortController();
      const before = trader.asked().length;
      const asked = expect(trader.fee('BTC/USDT', controller.signal)).rejects.toThrow(
        VenueUnavailableError,
      );
      while (trader.asked().length === before) await new Promise<void>(afterThisTurn);
      controller.abort();
      await asked;
    });
  });
}

/** Returns the worth in the asset of the fee. */
function worthOf({ symbol, price, quantity, feeAsset }: VenueFill): number {
  const [base, quote] = symbol.split(/[/:]/);
  expect([base, quote]).toContain(feeAsset);
  return feeAsset === base ? Number(quantity) : Number(quantity) * price;
}

/** Returns the exchange with another perpetual, and with fees that are different everywhere. */
function withFees(exchange: SimulatedVenue): SimulatedVenue {
  const another = exchange.markets.filter(({ marketType }) => marketType === 'swap').map(inEther);
  const markets = [...exchange.markets, ...another].map((market) => {
    const [makerFeePpm, takerFeePpm] = feesPpm[market.symbol] ?? [0, 0];
    return { ...market, definition: { ...market.definition, makerFeePpm, takerFeePpm } };
  });
  return { ...exchange, markets };
}

function inEther({ symbol, definition, ...market }: SimulatedMarket): SimulatedMarket {
  return {
    ...market,
    symbol: symbol.replace('BTC', 'ETH'),
    definition: { ...definition, base: 'ETH' },
  };
}
