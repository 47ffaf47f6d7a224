import { compareExact, type Exact, exactly, multiplyExact } from '../../kit/exact.ts';
import { worthMicroUsd } from '../execution/index.ts';
import { walkLevels } from '../model/walk.ts';
import { lotsOf } from './ceilings.ts';
import type { AccountOffer, VenueOffer } from './offers.ts';

/** An account with the quantity that the allocation gave it. */
export interface Share {
  readonly taker: AccountOffer;
  /** Base units, above 0. */
  readonly quantity: number;
}

/** Far above the rounding error of floats: only values this near a ceiling are checked again. */
const nearness = 1e-9;

/**
 * Returns the shares at a venue as they can be sent. The allocation calculates in floats, which may
 * accept an order that passes a limit or a balance by a part in 10^12: one step less is affordable
 * for sure. A share that is then below its minimum is dropped.
 */
export function coveredShares(offer: VenueOffer, shares: readonly Share[]): readonly Share[] {
  const whole = shares.reduce((sum, { quantity }) => sum + quantity, 0);
  const limitPrice = walkLevels(offer.levels, whole).worst;
  if (limitPrice === undefined) return [];
  return shares.flatMap((share) => {
    const { taker, quantity } = share;
    if (isCovered(offer, taker, { quantity, limitPrice })) return [share];
    const smaller = lotsOf(Math.round(quantity / offer.step) - 1, offer.step);
    return smaller >= taker.bounds.minQuantity ? [{ taker, quantity: smaller }] : [];
  });
}

interface Taking {
  readonly quantity: number;
  readonly limitPrice: number;
}

function isCovered(offer: VenueOffer, taker: AccountOffer, taking: Taking): boolean {
  const { maxQuantity, maxValue } = taker.bounds;
  const { quantity, limitPrice } = taking;
  const isFar = (value: number, ceiling: number) => value < ceiling * (1 - nearness);
  if (isFar(quantity, maxQuantity) && isFar(quantity * limitPrice, maxValue)) return true;
  return isWithinUsd(offer, taker, taking) && isPaidFor(offer, taker, taking);
}

/** Calculates as execution does. */
function isWithinUsd({ usable, measure }: VenueOffer, { means }: AccountOffer, taking: Taking) {
  const { side, quoteUsd } = measure;
  const { bid, ask } = usable;
  const order = {
    type: 'limit',
    side,
    quantity: taking.quantity,
    price: taking.limitPrice,
  } as const;
  const worth = worthMicroUsd(order, { bid, ask, mid: (bid + ask) / 2 }, quoteUsd);
  return worth <= Math.min(means.dailyRemainingMicroUsd, means.orderMicroUsdMax);
}

const wholeBps = 10_000;

function isPaidFor({ measure }: VenueOffer, { means }: AccountOffer, taking: Taking) {
  const { side, marketType, near } = measure;
  const { quantity, limitPrice } = taking;
  const { free, leverage } = means.power;
  // A reducing order costs nothing, and no more of it can fill than the position has.
  if (means.closable !== undefined) return true;
  if (marketType === 'spot' && side === 'sell') return quantity <= free;
  const price = side === 'buy' ? limitPrice : near;
  const share = wholeBps + leverage * means.feeOnTopBps;
  return compareExact(product(quantity, price, share), product(free, leverage, wholeBps)) <= 0;
}

function product(...factors: readonly number[]): Exact {
  return factors.map(exactly).reduce(multiplyExact);
}
