import { roundTo, stepDecimals } from '../../../kit/numbers.ts';
import { marketTypeOf, marketTypes } from '../../model/order.ts';
import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../model/symbol.ts';
import type { ListedMarket } from '../marketPort.ts';
import type { CcxtMarket, MarketGroup, VenueListing } from './venueListing.ts';
import { readPositive } from './wireFields.ts';

const kinds: readonly string[] = marketTypes;

interface Listed {
  /** Each symbol once. */
  readonly markets: readonly ListedMarket[];
  /** Number of spot, swap and future markets that have no name of ours, or none of their own. */
  readonly leftOut: number;
}

/** Translates a venue's markets; options and indices are not counted as left out. */
export function toListedMarkets(raw: readonly CcxtMarket[], listing: VenueListing): Listed {
  const bySymbol = new Map<InstrumentSymbol, ListedMarket>();
  let leftOut = 0;
  for (const market of raw) {
    if (!kinds.includes(market.type)) continue;
    const corrected = listing.correct ? listing.correct(market) : market;
    const listed = corrected && toListedMarket(corrected, listing);
    const namesake = listed && bySymbol.get(listed.symbol);
    if (!listed || namesake) leftOut += 1;
    // When two markets have one name, as a contract that is listed anew, the one that trades is
    // meant.
    if (listed && (!namesake || (listed.isActive && !namesake.isActive))) {
      bySymbol.set(listed.symbol, listed);
    }
  }
  return { markets: [...bySymbol.values()], leftOut };
}

export function groupOf(market: ListedMarket): MarketGroup {
  if (market.kind === 'spot') return 'spot';
  return market.isInverse ? 'inverse' : 'linear';
}

function toListedMarket(
  market: CcxtMarket,
  { priceDigitsMax, readFees }: VenueListing,
): ListedMarket | undefined {
  const symbol = parseSymbol(market.symbol);
  if (!symbol || market.id === '') return undefined;
  const { base, quote, settle } = symbolParts(symbol);
  const kind = marketTypeOf(symbol);
  if (kind !== market.type) return undefined;
  const isInverse = settle === base;
  // A contract paid in a third currency is worth a fixed amount of neither side.
  if (settle !== undefined && settle !== quote && !isInverse) return undefined;
  if (settle !== undefined && isInverse !== (market.inverse === true)) return undefined;
  const contractSize = kind === 'spot' ? 1 : readPositive(market.contractSize);
  if (contractSize === undefined) return undefined;
  // An inverse contract is a fixed amount of the quote currency: its base units have no step.
  const unit = isInverse ? 1 : contractSize;
  const fees = readFees?.(market);
  return {
    symbol,
    kind,
    base,
    quote,
    settle,
    venueSymbol: market.id,
    isActive: market.active === true,
    priceTick: readPositive(market.precision.price),
    ...(priceDigitsMax !== undefined && { priceDigitsMax }),
    quantityStep: times(readPositive(market.precision.amount), unit),
    quantityMin: times(readPositive(market.limits.amount?.min), unit),
    notionalMin: readPositive(market.limits.cost?.min),
    contractSize,
    isInverse,
    ...(fees && { fees }),
  };
}

/** Returns the product of two decimals without binary noise: 3 contracts of 0.1 are 0.3. */
function times(value: number | undefined, unit: number): number | undefined {
  if (value === undefined || unit === 1) return value;
  return roundTo(value * unit, stepDecimals(value) + stepDecimals(unit));
}
