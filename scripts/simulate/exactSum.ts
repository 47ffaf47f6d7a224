import { one, units } from '../../server/test/support/exactUnits.ts';

// Arithmetic of the checker: it shares nothing with the arithmetic of the service.

export { units };

/** Price times quantity; exact as long as both together have at most 18 places. */
export function times(price: number, quantity: string): bigint {
  return (units(String(price)) * units(quantity)) / one;
}

export function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

/** Millionths, rounded up, as limits count. */
export function microUp(value: bigint): bigint {
  const step = one / 1_000_000n;
  return value > 0n ? (value + step - 1n) / step : value / step;
}
