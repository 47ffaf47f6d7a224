/** Covers the rounding of a quotient, so that exactly 20 % is not above 20 %. */
const edgeSlack = 1e-9;
/** What a sum of quantities may be off by, as a share of the whole. */
const sumSlack = 1e-12;
/** Digits that a double keeps whatever the number is. */
const safeDigits = 15;

/** Strictly above, but for the noise of floating point. */
export function isAbove(value: number, threshold: number): boolean {
  return value > threshold * (1 + edgeSlack);
}

/** What is left of a whole; zero when it is only noise of what was taken away. */
export function restOf(whole: number, rest: number): number {
  return rest > whole * sumSlack ? rest : 0;
}

/** 1.2 × 0.1 is 0.12 to a reader, not 0.12000000000000001. */
export function withoutNoise(value: number): number {
  return Number(value.toPrecision(safeDigits));
}
