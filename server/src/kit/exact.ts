import { divideExact, type Exact, formatExact } from '@windlass/contract/exact';

export * from '@windlass/contract/exact';

/** Enough decimals to keep all digits of a mean, however small the prices are. */
const meanDecimals = 40;
/** More digits than any price has, so that a mean of one price is exactly that price. */
const meanDigits = 15;

/**
 * Returns the mean price of a quantity, with 15 digits: the exact total cost divided once. It is
 * never outside the range of the prices. Undefined when nothing was traded.
 */
export function meanPrice(cost: Exact, quantity: Exact): number | undefined {
  if (quantity.digits <= 0n || cost.digits < 0n) return undefined;
  const mean = Number(formatExact(divideExact(cost, quantity, meanDecimals)));
  return Number(mean.toPrecision(meanDigits));
}
