import { roundTo } from '../../../kit/numbers.ts';
import type { ListedMarket } from '../marketPort.ts';
import type { Listing } from './listings.ts';

/** Returns a simulated market as its venue lists it. */
export function toListedMarket(listing: Listing): ListedMarket {
  const { profile, symbol, asset, quote, isPerp, tickDecimals, lotDecimals } = listing;
  const { rules } = profile;
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
