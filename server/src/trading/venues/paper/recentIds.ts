/**
 * Recognises new client ids without a query. A UUID of version 7 contains its creation time: one
 * created after the account was opened is in the tables only if it was placed since, and the latest
 * of those are remembered. A query waits behind every write that is under way and would take a
 * third of an order's time.
 */
export interface RecentIds {
  /** Returns false when nobody has placed an order with that id. */
  mayBeKnown(clientId: string): boolean;
  placed(clientId: string): void;
}

/**
 * Milliseconds by which an earlier process may have been ahead of the clock when it made its last
 * ids.
 */
const clockStepMs = 2_000;
/**
 * Half a minute of the heaviest trading; 100 bytes each. Earlier ids are looked up in the tables.
 */
export const rememberedMax = 20_000;

export function createRecentIds(openedAtMs: number): RecentIds {
  // Invariant: every placed id that was made later is in `ids`.
  let wholeAfterMs = openedAtMs + clockStepMs;
  const ids = new Map<string, number>();
  return {
    mayBeKnown(clientId) {
      const madeAtMs = timeOf(clientId);
      return madeAtMs === undefined || madeAtMs <= wholeAfterMs || ids.has(clientId);
    },
    placed(clientId) {
      const madeAtMs = timeOf(clientId);
      if (madeAtMs === undefined || madeAtMs <= wholeAfterMs) return;
      ids.set(clientId, madeAtMs);
      if (ids.size <= rememberedMax) return;
      for (const [oldest, oldestMs] of ids) {
        ids.delete(oldest);
        wholeAfterMs = Math.max(wholeAfterMs, oldestMs);
        return;
      }
    },
  };
}

/**
 * Returns the creation time of a UUID of version 7 without dashes; undefined for any other text.
 */
function timeOf(clientId: string): number | undefined {
  const [, hex] = /^([0-9a-f]{12})7[0-9a-f]{19}$/.exec(clientId) ?? [];
  return hex === undefined ? undefined : Number.parseInt(hex, 16);
}
