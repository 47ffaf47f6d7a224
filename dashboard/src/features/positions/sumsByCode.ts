interface Booked {
  readonly code: string;
  readonly amount: number;
}

/** Returns the sum of the bookings in each currency, by its name. */
export function sumsByCode(entries: readonly Booked[]) {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { code, amount } of entries) {
    const { sum, count } = sums.get(code) ?? { sum: 0, count: 0 };
    sums.set(code, { sum: sum + amount, count: count + 1 });
  }
  return [...sums]
    .map(([code, of]) => ({ code, ...of }))
    .sort((left, right) => (left.code < right.code ? -1 : 1));
}
