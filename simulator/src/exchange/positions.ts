import { type Position, wholeUnit } from '@windlass/matching';
import type { Market } from './market.ts';

/** Exact amounts of a position. */
export interface PositionAmounts {
  /** In the market's units; below zero is short. */
  readonly quantity: bigint;
  readonly entryPrice: bigint;
  /** At the mark, in the margin asset; below zero is short. */
  readonly notional: bigint;
  readonly unrealised: bigint;
  readonly margin: bigint;
}

export function positionAmounts(
  { instrument }: Market,
  position: Readonly<Position> | undefined,
  mark: bigint | undefined,
): PositionAmounts {
  if (!position || position.lots === 0) {
    return { quantity: 0n, entryPrice: 0n, notional: 0n, unrealised: 0n, margin: 0n };
  }
  const { quoteLot, isInverse, lot } = instrument;
  const lots = BigInt(position.lots);
  const size = lots * quoteLot;
  // An inverse contract's cost has the other sign: it is worth less base when the price rises.
  const cost = isInverse ? -position.cost : position.cost;
  const entryPrice = isInverse
    ? divided(size * wholeUnit, cost)
    : divided(position.cost * wholeUnit, size);
  const price = mark ?? entryPrice;
  const notional = isInverse ? divided(size * wholeUnit, price) : (size * price) / wholeUnit;
  return {
    quantity: lots * lot,
    entryPrice,
    notional,
    unrealised: isInverse ? cost - notional : notional - cost,
    margin: position.margin,
  };
}

function divided(dividend: bigint, divisor: bigint): bigint {
  return divisor === 0n ? 0n : dividend / divisor;
}
