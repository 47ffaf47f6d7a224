/** Tolerance for the rounding of a quotient, so that exactly 20 % is not above 20 %. */
const edgeSlack = 1e-9;
/** Largest rounding error of a sum of quantities, as a share of the whole. */
const sumSlack = 1e-12;
/** Digits that a double always keeps. */
const safeDigits = 15;

/** Returns true when strictly above, beyond the rounding error of floats. */
export function isAbove(value: number, threshold: number): boolean {
  return value > threshold * (1 + edgeSlack);
}

/** Returns the rest of a whole; zero when it is only the rounding error of the subtraction. */
export function restOf(whole: number, rest: number): number {
  return rest > whole * sumSlack ? rest : 0;
}

/** Returns 1.2 × 0.1 as 0.12, not 0.12000000000000001. */
export function withoutNoise(value: number): number {
  return Number(value.toPrecision(safeDigits));
}
