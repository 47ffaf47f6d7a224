import { createEngine, reasonTexts } from '@windlass/matching';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/kit/errors.ts';
import { prepareOrder } from '../../src/trading/execution/prepare.ts';
import type { OrderDraft } from '../../src/trading/execution/types.ts';
import type { VenueId } from '../../src/trading/model/venue.ts';
import type { ListedMarket } from '../../src/trading/venues/marketPort.ts';
import { toInstrumentRules } from '../../src/trading/venues/paper/instruments.ts';
import { paperVenueOf, venueCapabilities } from '../../src/trading/venues/registry.ts';
import { oneWorld } from '../support/algorithms/oneWorld.ts';
import { recordedMarkets } from '../support/ccxt/recordedMarkets.ts';
import { capturesFolder, capturesNotice } from '../support/marketData/captures.ts';
import { marketFixture } from '../support/marketData/simulated.ts';
import { exactOf, filterObjection, type Sent } from '../support/orders/filters.ts';
import { accountOf, listedMarket, symbolOf } from '../support/paper/fixture.ts';
import { proofOf } from '../support/proof.ts';

/*
 * Every order that passes our checks passes the exchange's filters, and our checks refuse none that
 * the exchange would take. The filters are in `orders/filters.ts`, use decimal text only, and share
 * no code with what they check. `WINDLASS_PROOF_TIMES=25 npm run prove` draws 10^5 orders and more.
 */

const runs = 4_000;

interface Place {
  readonly venue: VenueId;
  readonly market: ListedMarket;
}

const types = ['limit', 'market', 'stop_loss', 'take_profit_limit', 'stop_loss_limit'] as const;

/** Numbers of every size, with few digits, with many, and with binary drift. */
const spread = fc.record({
  /** In steps. */
  size: fc.double({ min: 0, max: 7, noNaN: true }).map((exponent) => 10 ** exponent),
  shape: fc.nat(3),
});
function numberOf({ size, shape }: { size: number; shape: number }, step: number): number {
  const value = size * step;
  switch (shape) {
    case 0:
      return value;
    case 1:
      return Number(value.toPrecision(4));
    case 2:
      return Math.floor(size) * step;
    default:
      return value * 0.1 + value * 0.2 + step;
  }
}

/** At least a hundred steps: markets have fine price steps. */
const fine = fc.record({
  size: fc.double({ min: 2, max: 7, noNaN: true }).map((exponent) => 10 ** exponent),
  shape: fc.nat(3),
});

const drawn = fc.record({
  place: fc.nat(),
  type: fc.constantFrom(...types),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  quantity: spread,
  /** Worth of the smallest quantity, in the quote. */
  worth: fc.constantFrom(2, 40, 40, 40),
  price: fine,
  /** The stop price relative to the price. */
  apart: fc.double({ min: 0.97, max: 1.03, noNaN: true }),
  reduceOnly: fc.boolean(),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

/** Above this a number cannot represent every step. */
const stepsMax = 1e14;

/** Returns quantities that are mostly worth more than an exchange's minimum. */
function quantityOf(
  market: ListedMarket,
  price: number,
  { quantity: drawn, worth }: Pick<Drawn, 'quantity' | 'worth'>,
): number {
  const step = market.quantityStep ?? 1e-8;
  const least = Math.max(1, worth / (price * step), (market.quantityMin ?? 0) / step / 2);
  const size = Math.min(stepsMax, least * Math.sqrt(drawn.size));
  return numberOf({ ...drawn, size }, step);
}

function draftOf({ market }: Place, { type, side, ...numbers }: Drawn): OrderDraft {
  const price = numberOf(numbers.price, market.priceTick ?? 1e-8);
  const isPriced = type === 'limit' || type.endsWith('_limit');
  const isStopped = type !== 'limit' && type !== 'market';
  return {
    accountId: 'paper',
    symbol: market.symbol,
    side,
    type,
    quantity: quantityOf(market, price, numbers),
    ...(isPriced && { price }),
    ...(isStopped && { stopPrice: price * numbers.apart }),
    timeInForce: 'GTC',
    reduceOnly: numbers.reduceOnly && market.kind !== 'spot',
    postOnly: false,
  };
}

interface Answer {
  readonly sent?: Sent;
  readonly refusal?: AppError;
}

/** Prepares the order as it would be sent, with the market at its price. */
async function prepare({ venue, market }: Place, draft: OrderDraft, mid: number): Promise<Answer> {
  const account = { ...accountOf(venue), limits: noLimits };
  const deps = {
    worldOf: oneWorld({
      markets: { rulesOf: () => market, knows: () => true, prepare: async () => undefined },
      quotes: { market: async () => ({ bid: mid, ask: mid, mid }), usd: async () => 1 },
    }),
    capOf: () => undefined,
  };
  try {
    return { sent: (await prepareOrder(deps, account, draft)).order };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error };
    throw error;
  }
}

const noLimits = {
  maxOrderMicroUsd: undefined,
  priceCollarPct: 100,
  maxOpenOrders: undefined,
  cancelAfterS: undefined,
};

/** Reasons of the engine that are only about the numbers of an order. */
const filterReasons = ['OFF_GRID', 'BELOW_MINIMUM', 'ABOVE_MAXIMUM', 'NOT_SUPPORTED'] as const;

/** Returns the objection of the paper venue's engine to the numbers of an order. */
function engineObjection({ venue, market }: Place, sent: Sent): string | undefined {
  const rules = toInstrumentRules(market, paperVenueOf(venue));
  if (!rules) return 'the paper venue does not know the market';
  const engine = createEngine('feed');
  const accountId = 'a';
  engine.apply({ type: 'define', at: 1, rules });
  engine.apply({ type: 'openAccount', at: 1, accountId });
  const { symbol, side, type, quantity, price, stopPrice, reduceOnly } = sent;
  const prices = {
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
  };
  const order = { orderId: 'o', accountId, symbol, side, type, quantity, reduceOnly, ...prices };
  const events = engine.apply({ type: 'submit', at: 2, order });
  const rejected = events.find((event) => event.type === 'rejected');
  const reason = rejected?.type === 'rejected' ? rejected.reason : undefined;
  const found = filterReasons.find((each) => each === reason);
  return found && reasonTexts[found];
}

/** Draws orders for the places; returns how many out of a hundred were sent. */
async function run(places: readonly Place[], numRuns: number): Promise<number> {
  const counts = { sent: 0, all: 0 };
  const property = fc.asyncProperty(drawn, async (numbers) => {
    const place = places[numbers.place % places.length];
    if (!place) throw new Error('there is no market');
    const draft = draftOf(place, numbers);
    const mid = draft.price ?? draft.stopPrice ?? numberOf(numbers.price, 1);
    const { sent, refusal } = await prepare(place, draft, mid);
    counts.all += 1;
    if (!sent) {
      const own = filterObjection(place.market, { draft, mid });
      const { code = '', message = '' } = refusal ?? {};
      // Refused for its numbers, and the filters say the same about the requested order.
      expect({ code, message, own }).toEqual({ code, message, own: expect.any(String) });
      expect(['BELOW_MINIMUM_ORDER', 'INVALID_ORDER']).toContain(code);
      return;
    }
    counts.sent += 1;
    const objections = [
      filterObjection(place.market, { draft, mid, sent }),
      engineObjection(place, sent),
    ];
    expect(objections).toEqual([undefined, undefined]);
  });
  await fc.assert(property, { ...proofOf(numRuns) });
  return (counts.sent / counts.all) * 100;
}

const canTrade = ({ isInverse, kind }: ListedMarket) => !isInverse && kind !== 'future';

describe('orders that pass our checks pass the filters of the exchange', () => {
  const { market } = marketFixture();
  let simulated: readonly Place[] = [];
  beforeAll(async () => {
    const { signal } = new AbortController();
    const lists = [...market.markets.values()].map(async (source) =>
      (await source.markets(signal)).map((each) => ({ venue: source.venue, market: each })),
    );
    simulated = (await Promise.all(lists)).flat();
  });

  it('on the markets of the simulated feed', async () => {
    expect(new Set(simulated.map(({ venue }) => venue)).size).toBe(venueCapabilities.length);
    expect(await run(simulated, runs)).toBeGreaterThan(40);
  });

  it('on markets with five significant digits', async () => {
    const venue = 'hyperliquid';
    const places = [0, 1, 2, 3, 4, 5].map((lotDecimals): Place => {
      const symbol = symbolOf('X/USDC:USDC');
      const changes = {
        priceDigitsMax: 5,
        priceTick: Number(`1e-${6 - lotDecimals}`),
        quantityStep: Number(`1e-${lotDecimals}`),
        quantityMin: Number(`1e-${lotDecimals}`),
        notionalMin: 10,
      };
      return { venue, market: listedMarket(symbol, changes) };
    });
    expect(await run(places, runs / 2)).toBeGreaterThan(40);
  });

  describe.skipIf(capturesFolder === undefined)(`on recorded lists${capturesNotice}`, () => {
    it.each(['binance', 'bybit', 'gateio', 'kraken', 'okx'] as const)('of %s', async (venue) => {
      const markets = (await recordedMarkets(venue)).filter(canTrade);
      // The oldest documents do not say which markets take orders.
      const places = markets.map((each) => ({ venue, market: { ...each, isActive: true } }));
      expect(places.length).toBeGreaterThan(100);
      expect(await run(places, runs / 2)).toBeGreaterThan(40);
    });
  });
});

it('the filters of this test refuse what is off by a digit', () => {
  expect(exactOf('1e-8')).toBe(exactOf('0.00000001'));
  const market = listedMarket(symbolOf('X/USDC'), { priceDigitsMax: 5 });
  const draft: OrderDraft = {
    accountId: 'paper',
    symbol: market.symbol,
    side: 'buy',
    type: 'limit',
    quantity: 1,
    price: 100,
    timeInForce: 'GTC',
    reduceOnly: false,
    postOnly: false,
  };
  const sent: Sent = {
    symbol: market.symbol,
    side: 'buy',
    type: 'limit',
    quantity: '1',
    reduceOnly: false,
    price: '100.00',
    stopPrice: undefined,
  };
  const objection = (changes: Partial<Sent>) =>
    filterObjection(market, { draft, mid: 100, sent: { ...sent, ...changes } });
  expect(objection({})).toBeUndefined();
  expect(objection({ quantity: '0.99999' })).toContain('quantity');
  expect(objection({ quantity: '0.9998' })).toContain('quantity');
  expect(objection({ price: '99.995' })).toContain('price');
  expect(objection({ price: '100.01' })).toContain('price');
  expect(objection({ price: '99.98' })).toContain('price');
});
