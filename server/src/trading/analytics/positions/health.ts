import { clamp } from '../../../kit/numbers.ts';
import { isInverse } from '../../model/symbol.ts';
import type { VenuePosition } from '../../venues/perpsPort.ts';

/** A score below it means that the position is at risk (Trading §2.5). */
export const riskScore = 30;

/**
 * Returns the distance to the liquidation price in percent of the mark price. It is 0 at the
 * liquidation price or beyond: the venue has not closed the position yet.
 */
export function liquidationDistancePct(position: VenuePosition): number | undefined {
  const left = priceLeft(position);
  const { markPrice } = position;
  if (left === undefined || markPrice === undefined) return undefined;
  return (left / markPrice) * 100;
}

/**
 * Returns 0 to 100: the share of the margin behind a position that is not needed as maintenance
 * margin. That margin is its collateral less what it has lost; a profit that is not taken yet makes
 * it no healthier. Undefined where the venue does not report both.
 */
export function marginHealthScore(position: VenuePosition): number | undefined {
  const { collateral, maintenanceMargin } = position;
  if (collateral === undefined || maintenanceMargin === undefined) return undefined;
  const left = marginLeft(position, maintenanceMargin);
  const behind = left === undefined ? collateral : Math.min(collateral, left);
  // In this order an exact share stays exact: 70 of 100 needed gives 30, not 30.000000000000004.
  return behind <= 0 ? 0 : clamp((100 * (behind - maintenanceMargin)) / behind, 0, 100);
}

/**
 * Returns the margin that is left until liquidation. An isolated position has only its own. Behind
 * a cross position stands the whole wallet, and the liquidation price says how much of it is left:
 * the loss on the way there, and the maintenance margin that remains then.
 */
function marginLeft(position: VenuePosition, maintenanceMargin: number): number | undefined {
  const { symbol, marginMode, collateral, unrealizedPnl } = position;
  if (marginMode === 'isolated') {
    return collateral === undefined || unrealizedPnl === undefined
      ? undefined
      : collateral + unrealizedPnl;
  }
  const left = priceLeft(position);
  // The loss of an inverse contract is no multiple of the price.
  if (left === undefined || isInverse(symbol)) return undefined;
  return maintenanceMargin + left * position.contracts * position.contractSize;
}

/** Returns the distance from mark to liquidation price, in the direction of a loss; at least 0. */
function priceLeft({ side, markPrice, liquidationPrice }: VenuePosition): number | undefined {
  if (markPrice === undefined || markPrice <= 0 || liquidationPrice === undefined) return undefined;
  const left = side === 'long' ? markPrice - liquidationPrice : liquidationPrice - markPrice;
  return Math.max(0, left);
}
