import {
  addExact,
  divideSigned,
  type Exact,
  exactly,
  formatExact,
  multiplyExact,
  negateExact,
  subtractExact,
  zeroExact,
} from '../../../kit/exact.ts';
import { isInverse, symbolParts } from '../../model/symbol.ts';
import type { VenueFill } from '../../venues/venuePort.ts';

/** An account's position in a derivative, by average cost. Decimal text. */
export interface TrackedPosition {
  /** Above zero for long. Base units, or quote units of a contract that is settled in its base. */
  readonly units: string;
  /** Entry cost in the settle asset, with the sign of the exposure. */
  readonly cost: string;
  /** Maximum error of the cost, when the order of fills is unknown; absent when it is known. */
  readonly doubt?: string;
}

export const flat: TrackedPosition = { units: '0', cost: '0' };

/** Changes of one wallet by asset, decimal text. */
export type Amounts = Readonly<Record<string, string>>;

/** Change of an asset of a wallet by fills. */
export interface AssetChange {
  readonly asset: string;
  readonly amount: Exact;
}

/** Decimals of a part of a cost: far more than any venue has. */
const partDecimals = 24;

/** Returns the changes of a spot fill: base, quote and the asset of the fee, to the last digit. */
export function spotChanges(fill: VenueFill): readonly AssetChange[] {
  const { base, quote } = symbolParts(fill.symbol);
  const quantity = exactly(fill.quantity);
  const value = multiplyExact(quantity, exactly(fill.price));
  const isBuy = fill.side === 'buy';
  return [
    { asset: base, amount: isBuy ? quantity : negateExact(quantity) },
    { asset: quote, amount: isBuy ? negateExact(value) : value },
    feeChange(fill),
  ];
}

/**
 * Returns the changes of a derivative's fill, realised profit and fee, and the position after it.
 */
export function derivativeChanges(
  fill: VenueFill,
  held: TrackedPosition = flat,
): { readonly changes: readonly AssetChange[]; readonly position: TrackedPosition } {
  const { base, settle = base } = symbolParts(fill.symbol);
  const { position, profit } = movePosition(fill, held);
  return { changes: [{ asset: settle, amount: profit }, feeChange(fill)], position };
}

/**
 * Moves the position by average cost. A contract settled in its base has a fixed value in the
 * quote: its position is held in quote units, whose value in the base falls as the price rises.
 */
function movePosition(fill: VenueFill, held: TrackedPosition) {
  const isInverted = isInverse(fill.symbol);
  const { units, worth } = sizeOf(fill);
  const isBuy = fill.side === 'buy';
  const [before, cost] = [exactly(held.units), exactly(held.cost)];
  const isOpposite = isBuy ? before.digits < 0n : before.digits > 0n;
  const closing = isOpposite ? smaller(magnitude(before), units) : zeroExact;
  const closedWorth = partOf(worth, closing, units);
  const released = partOf(cost, closing, magnitude(before));
  const signed = (amount: Exact) => (isBuy === !isInverted ? amount : negateExact(amount));
  const opened = signed(subtractExact(worth, closedWorth));
  const position = {
    units: formatExact(isBuy ? addExact(before, units) : subtractExact(before, units)),
    cost: formatExact(addExact(subtractExact(cost, released), opened)),
  };
  return { position, profit: subtractExact(negateExact(signed(closedWorth)), released) };
}

/** Returns the size of a fill in the position's units, and its value in the settle asset. */
export function sizeOf({ symbol, quantity, price }: VenueFill) {
  const base = exactly(quantity);
  const notional = multiplyExact(base, exactly(price));
  return isInverse(symbol) ? { units: notional, worth: base } : { units: base, worth: notional };
}

function feeChange({ feeAsset, fee }: VenueFill): AssetChange {
  return { asset: feeAsset, amount: negateExact(exactly(fee)) };
}

/**
 * Returns `whole` × `part` / `of`. The number of digits does not grow, however often parts of parts
 * are taken.
 */
export function partOf(whole: Exact, part: Exact, of: Exact): Exact {
  const isSame = subtractExact(part, of).digits === 0n;
  if (part.digits === 0n || isSame) return isSame ? whole : zeroExact;
  return divideSigned(multiplyExact(whole, part), of, partDecimals);
}

export function smaller(a: Exact, b: Exact): Exact {
  return subtractExact(a, b).digits < 0n ? a : b;
}

export function magnitude(value: Exact): Exact {
  return value.digits < 0n ? negateExact(value) : value;
}

/** Returns true when the value differs from zero by at most the tolerance. */
export function isWithin(value: Exact, tolerance: Exact): boolean {
  return subtractExact(magnitude(value), tolerance).digits <= 0n;
}
