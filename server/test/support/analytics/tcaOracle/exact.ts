/** A number as a fraction of 2^160: its sums and products are as good as exact. */
export type Exact = bigint;

const bits = 160n;
export const one: Exact = 1n << bits;

/** Returns the number that a 64-bit float is, not the decimal that it was written as. */
export function exact(value: number): Exact {
  const [word = 0n] = new BigUint64Array(new Float64Array([value]).buffer);
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const shift = BigInt(Math.max(exponent, 1) - 1_075) + bits;
  const size = shift >= 0n ? mantissa << shift : mantissa >> -shift;
  return word >> 63n === 1n ? -size : size;
}

export function times(...factors: readonly Exact[]): Exact {
  return factors.reduce((product, factor) => (product * factor) >> bits, one);
}

export function over(part: Exact, whole: Exact): Exact {
  return (part << bits) / whole;
}

export function plus(...terms: readonly Exact[]): Exact {
  return terms.reduce((sum, term) => sum + term, 0n);
}

export function sumOf<Item>(items: readonly Item[], termOf: (item: Item) => Exact): Exact {
  return plus(...items.map(termOf));
}

export function rounded(value: Exact): number {
  return Number(value) / 2 ** Number(bits);
}

export function roundedOrNull(value: Exact | null): number | null {
  return value === null ? null : rounded(value);
}

/** Null without a whole. */
export function shareOrNull(part: Exact, whole: Exact, scale: number): Exact | null {
  return whole > 0n ? over(times(part, exact(scale)), whole) : null;
}
