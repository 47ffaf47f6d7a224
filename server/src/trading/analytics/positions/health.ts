import { clamp } from '../../../kit/numbers.ts';
import { isInverse } from '../../model/symbol.ts';
import type { VenuePosition } from '../../venues/perpsPort.ts';

/** A score below it means that the position is at risk (Trading §2.5). */
export const riskScore = 30;

/**
 * Percent of the mark price that it still has to go to the liquidation price. 0 once it is there or
 * beyond: the venue only has not closed the position yet.
 */
export function liquidationDistancePct(position: VenuePosition): number | undefined {
  const left = priceLeft(position);
  const { markPrice } = position;
  if (left === undefined || markPrice === undefined) return undefined;
  return (left / markPrice) * 100;
}

/**
 * 0 to 100: how much of what stands behind a position is not needed as maintenance margin. That is
 * its collateral less what it has lost; a profit not yet taken makes it no healthier. Undefined
 * where the venue does not tell both.
 */
export function marginHealthScore(position: VenuePosition): number | undefined {
  const { collateral, maintenanceMargin } = position;
  if (collateral === undefined || maintenanceMargin === undefined) return undefined;
  const left = marginLeft(position, maintenanceMargin);
  const behind = left === undefined ? collateral : Math.min(collateral, left);
  // In this order an exact share stays exact: 70 of 100 needed is 30, not 30.000000000000004.
  return behind <= 0 ? 0 : clamp((100 * (behind - maintenanceMargin)) / behind, 0, 100);
}

/**
 * Margin until its liquidation. An isolated position has its own alone. Behind a cross position
 * stands the whole wallet, of which the liquidation price says how much is left: what it loses on
 * the way there, and the maintenance margin that is all it has then.
 */
function marginLeft(position: VenuePosition, maintenanceMargin: number): number | undefined {
  const { symbol, marginMode, collateral, unrealizedPnl } = position;
  if (marginMode === 'isolated') {
    return collateral === undefined || unrealizedPnl === undefined
      ? undefined
      : collateral + unrealizedPnl;
  }
  const left = priceLeft(position);
  // What an inverse contract loses is no multiple of the price.
  if (left === undefined || isInverse(symbol)) return undefined;
  return maintenanceMargin + left * position.contracts * position.contractSize;
}

/** From the mark price to the liquidation price, in the direction of a loss; at least 0. */
function priceLeft({ side, markPrice, liquidationPrice }: VenuePosition): number | undefined {
  if (markPrice === undefined || markPrice <= 0 || liquidationPrice === undefined) return undefined;
  const left = side === 'long' ? markPrice - liquidationPrice : liquidationPrice - markPrice;
  return Math.max(0, left);
}
