type Things = Readonly<Record<string, unknown>>;

/** A level of a ladder in the algorithm's state (Orderbook §4.2). */
export interface Level {
  readonly number: number;
  readonly price: number;
  readonly quantity: number;
  readonly status: string;
}

/** Returns the levels of a ladder's state. Entries that are no level are left out. */
export function levelsOf({ levels }: Things): readonly Level[] {
  if (!Array.isArray(levels)) return [];
  return levels.flatMap((level: unknown) => {
    if (!isThing(level)) return [];
    const { level_number: number, price, quantity, status } = level;
    const isWhole =
      typeof number === 'number' && typeof price === 'number' && typeof quantity === 'number';
    return isWhole ? [{ number, price, quantity, status: String(status) }] : [];
  });
}

function isThing(value: unknown): value is Things {
  return typeof value === 'object' && value !== null;
}
