/** A case that the types rule out; reaching it is a fault of the page. */
export function unreachable(value: never): never {
  throw new Error(`No case for ${String(value)}`);
}
