import { assert } from '../../../kit/assert.ts';
import { roundTo } from '../../../kit/numbers.ts';
import type { ListedMarket } from '../marketPort.ts';
import type { Listing } from './venues.ts';

/** A venue's limits of orders and names of markets, after its real counterpart. */
interface MarketRules {
  /** Smallest value of an order in the quote currency. */
  readonly spotNotionalMin?: number;
  readonly perpNotionalMin?: number;
  /** Smallest quantity as its value in USD, where the venue limits quantities; else one step. */
  readonly quantityMinUsd?: number;
  /** Steps of quantity in one contract; absent where quantities are in base units. */
  readonly stepsPerContract?: number;
  readonly spotName: (base: string, quote: string) => string;
  readonly perpName: (base: string, quote: string) => string;
}

const joined = (base: string, quote: string) => `${base}${quote}`;
const underlined = (base: string, quote: string) => `${base}_${quote}`;

const rulesOf: Readonly<Record<string, MarketRules>> = {
  binance: { spotNotionalMin: 5, perpNotionalMin: 5, spotName: joined, perpName: joined },
  bybit: { spotNotionalMin: 5, perpNotionalMin: 5, spotName: joined, perpName: joined },
  // Derivatives trade in whole contracts.
  gateio: { spotNotionalMin: 3, stepsPerContract: 1, spotName: underlined, perpName: underlined },
  kraken: {
    spotNotionalMin: 0.5,
    quantityMinUsd: 5,
    spotName: (base, quote) => `${base}/${quote}`,
    perpName: (base, quote) => `PF_${base}${quote}`,
  },
  // A contract of BTC is 0.01 BTC and trades in hundredths.
  okx: {
    quantityMinUsd: 1,
    stepsPerContract: 100,
    spotName: (base, quote) => `${base}-${quote}`,
    perpName: (base, quote) => `${base}-${quote}-SWAP`,
  },
  hyperliquid: { perpNotionalMin: 10, spotName: joined, perpName: (base) => base },
};

/** Returns a simulated market as its venue lists it. */
export function toListedMarket(listing: Listing): ListedMarket {
  const { profile, symbol, asset, quote, isPerp, tickDecimals, lotDecimals } = listing;
  const rules = rulesOf[profile.venue];
  assert(rules, `${profile.venue} has market rules`);
  const quantityStep = 10 ** -lotDecimals;
  const quantityMin = roundTo(
    Math.max(quantityStep, aboutUsd(rules.quantityMinUsd ?? 0, asset.usd)),
    lotDecimals,
  );
  const contracts = isPerp ? rules.stepsPerContract : undefined;
  return {
    symbol,
    kind: isPerp ? 'swap' : 'spot',
    base: asset.name,
    quote: quote.name,
    settle: isPerp ? quote.name : undefined,
    venueSymbol: (isPerp ? rules.perpName : rules.spotName)(asset.name, quote.name),
    isActive: true,
    priceTick: roundTo(10 ** -tickDecimals, tickDecimals),
    quantityStep: roundTo(quantityStep, lotDecimals),
    quantityMin,
    notionalMin: isPerp ? rules.perpNotionalMin : rules.spotNotionalMin,
    contractSize: contracts === undefined ? 1 : roundTo(quantityStep * contracts, lotDecimals),
    isInverse: false,
  };
}

/** Returns the quantity of that value, to one digit: venues set such limits once and keep them. */
function aboutUsd(valueUsd: number, assetUsd: number): number {
  return Number((valueUsd / assetUsd).toPrecision(1));
}
