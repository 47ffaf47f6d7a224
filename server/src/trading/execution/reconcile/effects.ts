import {
  addExact,
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

/** What an account holds of a derivative, by average cost. Decimal text. */
export interface HeldPosition {
  /** Above zero long. Base units, or quote units of a contract that is settled in its base. */
  readonly units: string;
  /** What they were entered for in the settle asset, with the sign of the exposure. */
  readonly cost: string;
  /** How far the cost may be off, where the order of fills is not known; absent when it is. */
  readonly doubt?: string;
}

export const flat: HeldPosition = { units: '0', cost: '0' };

/** Changes of one wallet by asset, decimal text. */
export type Amounts = Readonly<Record<string, string>>;

/** What fills do to an asset of a wallet. */
export interface AssetChange {
  readonly asset: string;
  readonly amount: Exact;
}

/** Decimals of a part of a cost: far beyond any venue's own. */
const partDecimals = 24;

/** What a spot fill moves: base, quote and the asset of the fee, to the last digit. */
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

/** What a fill of a derivative moves, the profit taken and the fee, and the position after it. */
export function derivativeChanges(
  fill: VenueFill,
  held: HeldPosition = flat,
): { readonly changes: readonly AssetChange[]; readonly position: HeldPosition } {
  const { base, settle = base } = symbolParts(fill.symbol);
  const { position, profit } = movePosition(fill, held);
  return { changes: [{ asset: settle, amount: profit }, feeChange(fill)], position };
}

/**
 * Average cost. A contract settled in its base is worth a fixed amount of the quote: there quote
 * units are held, their worth is in the base, and it falls as the price rises.
 */
function movePosition(fill: VenueFill, held: HeldPosition) {
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

/** What it moves in the units of the position, and what they are worth in the settle asset. */
export function sizeOf({ symbol, quantity, price }: VenueFill) {
  const base = exactly(quantity);
  const notional = multiplyExact(base, exactly(price));
  return isInverse(symbol) ? { units: notional, worth: base } : { units: base, worth: notional };
}

function feeChange({ feeAsset, fee }: VenueFill): AssetChange {
  return { asset: feeAsset, amount: negateExact(exactly(fee)) };
}

/** `whole` × `part` / `of`. Its digits do not grow, however often a part of a part is taken. */
export function partOf(whole: Exact, part: Exact, of: Exact): Exact {
  const isSame = subtractExact(part, of).digits === 0n;
  if (part.digits === 0n || isSame) return isSame ? whole : zeroExact;
  const { digits, scale } = multiplyExact(whole, part);
  const raised = digits * 10n ** BigInt(partDecimals + of.scale);
  return { digits: raised / (of.digits * 10n ** BigInt(scale)), scale: partDecimals };
}

export function smaller(a: Exact, b: Exact): Exact {
  return subtractExact(a, b).digits < 0n ? a : b;
}

export function magnitude(value: Exact): Exact {
  return value.digits < 0n ? negateExact(value) : value;
}

/** Whether a value is off zero by no more than that. */
export function isWithin(value: Exact, tolerance: Exact): boolean {
  return subtractExact(magnitude(value), tolerance).digits <= 0n;
}
