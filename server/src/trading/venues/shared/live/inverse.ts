import {
  addExact,
  divideExact,
  type Exact,
  exactly,
  formatExact,
  multiplyExact,
  subtractExact,
  zeroExact,
} from '../../../../kit/exact.ts';
import type { VenueFill } from '../../venuePort.ts';
import { type FillSums, required } from './shapes.ts';

// Contracts settled in their base are worth a fixed amount of the quote. Here everything is counted
// in base units, so their sizes are converted at a price: a fill at its own, the rest of an order
// at the price that the order names.

/** Decimals of base units converted so: what is cut off is far below any balance. */
const decimals = 24;

/** Converts units of the quote to base units at a price, rounded down. */
function baseAt(quoteUnits: Exact, price: number): Exact {
  return divideExact(quoteUnits, exactly(price), decimals);
}

/** Converts a number of contracts to base units at a price. */
export function inverseBase(contracts: Exact, contractSize: Exact, price: number): Exact {
  return baseAt(multiplyExact(contracts, contractSize), price);
}

/** True when the reported fills are all that has filled of an order, or more. */
export function isAllFilled(
  sums: FillSums,
  { filled, contractSize }: Pick<InverseOrder, 'filled' | 'contractSize'>,
): boolean {
  return isNothing(subtractExact(multiplyExact(exactly(filled), contractSize), exactly(sums.cost)));
}

/** Returns the same fill with its quantity in base units instead of contracts. */
export function inverseFill(fill: VenueFill, contractSize: Exact): VenueFill {
  const units = inverseBase(exactly(fill.quantity), contractSize, fill.price);
  return { ...fill, quantity: formatExact(units) };
}

export interface InverseOrder {
  /** Units of the quote that one contract is worth. */
  readonly contractSize: Exact;
  /** In contracts. */
  readonly amount: number | string;
  readonly filled: number | string;
  readonly average: number | undefined;
  /** The price for the part that has not filled: the order's own, or else that of the market. */
  readonly price: number | undefined;
  /** The sums of the reported fills, in base units. */
  readonly sums: FillSums;
}

/** Returns the sizes of an order in base units, from its figures in contracts. */
export function inverseSizes(order: InverseOrder): Pick<FillSums, 'filled' | 'cost' | 'average'> & {
  readonly quantity: string;
} {
  const { contractSize, sums } = order;
  const [amount, filled] = [exactly(order.amount), exactly(order.filled)];
  const worth = multiplyExact(filled, contractSize);
  const isTold = isAllFilled(sums, order);
  const average = isTold ? sums.average : order.average;
  const done = isTold ? exactly(sums.filled) : baseAt(worth, priced(average));
  const whole = multiplyExact(amount, contractSize);
  const left = subtractExact(whole, isTold ? exactly(sums.cost) : worth);
  const rest = isNothing(left) ? zeroExact : baseAt(left, priced(order.price ?? average));
  return {
    quantity: formatExact(addExact(done, rest)),
    filled: formatExact(done),
    cost: isTold ? sums.cost : formatExact(worth),
    average,
  };
}

/**
 * Fills were rounded down to base units, so they are worth a little less than their contracts; half
 * of the smallest contract, which is worth 1 of the quote, cannot be a trade.
 */
function isNothing(quoteUnits: Exact): boolean {
  return Number(formatExact(quoteUnits)) < 0.5;
}

function priced(price: number | undefined): number {
  return required(price, 'price at which an inverse contract is to be counted');
}
