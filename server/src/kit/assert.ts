/**
 * Throws when a condition that must always hold does not: a bug of ours, never a user's mistake.
 */
export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`Must hold: ${what}`);
}

/** Marks a branch that no value can reach; the compiler reports an error when one can. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable: ${String(value)}`);
}
