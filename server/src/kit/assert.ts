/** Throws when a thing that must hold does not: a fault of ours, never a user's. */
export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`Must hold: ${what}`);
}

/** Marks the branch that no value can reach; the compiler refuses it when one can. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable: ${String(value)}`);
}
