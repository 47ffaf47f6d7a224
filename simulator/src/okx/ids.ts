/** First id of orders and bills, as on a busy exchange: beyond 53 bits. */
const firstId = 1_752_000_000_000_000_000n;
/** Gap between two ids of the neutral exchange. */
const gap = 4_096n;

/**
 * Returns an id as the exchange writes it.
 * @param slot Tells apart ids of the same number: that of a pair's limit leg once it is on the
 * book.
 */
export function idText(id: number, slot = 0): string {
  return String(firstId + BigInt(id) * gap + BigInt(slot));
}
