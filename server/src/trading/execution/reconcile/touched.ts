import type { OrderEvents } from '../orderEvents.ts';

/**
 * Maximum number of orders of one account that are remembered until its next comparison; each costs
 * 100 bytes.
 */
const touchedMax = 5_000;

/** Remembers the orders with updates since their account's last comparison, by our ids. */
export interface Touched {
  take(accountId: string): readonly string[];
  add(accountId: string, ids: readonly string[]): void;
}

export function createTouched({ onOrder, onFill }: OrderEvents): Touched {
  const byAccount = new Map<string, Set<string>>();
  const add = (accountId: string, ids: readonly string[]): void => {
    const known = byAccount.get(accountId) ?? new Set();
    byAccount.set(accountId, known);
    for (const id of ids) if (known.size < touchedMax) known.add(id);
  };
  onOrder(({ accountId, id }) => add(accountId, [id]));
  onFill(({ accountId, orderId }) => add(accountId, orderId === undefined ? [] : [orderId]));
  return {
    add,
    take(accountId) {
      const ids = [...(byAccount.get(accountId) ?? [])];
      byAccount.delete(accountId);
      return ids;
    },
  };
}
