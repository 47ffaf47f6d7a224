/** Throws for a case that the types rule out. Reaching it is a bug of the page. */
export function unreachable(value: never): never {
  throw new Error(`No case for ${String(value)}`);
}
