/** Counts open things by name and in total; names with nothing open take no memory. */
export interface Tally {
  readonly total: number;
  of(name: string): number;
  /** Adds one; the returned function takes it off again, once. */
  add(name: string): () => void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  let total = 0;
  const change = (name: string, by: 1 | -1): void => {
    total += by;
    const now = (counts.get(name) ?? 0) + by;
    if (now > 0) counts.set(name, now);
    else counts.delete(name);
  };
  return {
    get total() {
      return total;
    },
    of: (name) => counts.get(name) ?? 0,
    add(name) {
      let isOpen = true;
      change(name, 1);
      return () => {
        if (isOpen) change(name, -1);
        isOpen = false;
      };
    },
  };
}
