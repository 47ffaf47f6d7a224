/** Where the ids of orders and bills begin, as those of a grown exchange do: beyond 53 bits. */
const firstId = 1_752_000_000_000_000_000n;
/** Between two ids of the neutral exchange. */
const gap = 4_096n;

/**
 * An id as the exchange writes it.
 * @param slot What else has the same number: the limit leg of a pair, once it is on the book.
 */
export function idText(id: number, slot = 0): string {
  return String(firstId + BigInt(id) * gap + BigInt(slot));
}
