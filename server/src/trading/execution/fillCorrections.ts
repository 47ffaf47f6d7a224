import type { Clock } from '../../kit/clock.ts';
import { compareExact, exactly } from '../../kit/exact.ts';
import { createMemory } from '../../kit/memory.ts';
import type { AccountId } from '../model/account.ts';
import type { OrderStore, StoredFill, StoredOrder } from './orderStore.ts';
import { isShortOf, outcomeByFills } from './outcomeByFills.ts';
import { isOver } from './storedOrders.ts';

/**
 * Corrects ended orders by their fills. A venue's word on the end of an order may come before all
 * of its fills are known, and a fill that is stored is the stronger evidence.
 */
export interface FillCorrections {
  /** Notes how an order stands, whoever brought the word. */
  heard(order: StoredOrder): void;
  /** Returns the order as its fills correct it, or as it is; undefined where it is gone. */
  correct(order: StoredOrder): Promise<StoredOrder | undefined>;
  /** Corrects the orders of fills that were stored just now, and returns those that changed. */
  byFills(accountId: AccountId, added: readonly StoredFill[]): Promise<readonly StoredOrder[]>;
}

interface CorrectionDeps {
  readonly orders: Pick<OrderStore, 'find' | 'fillsOf' | 'record'>;
  readonly epoch: number;
  readonly clock: Clock;
}

/** Orders of which it is remembered whether a fill can correct them; each costs about 100 bytes. */
const rememberedMax = 20_000;
const reason = 'Corrected by its fills: they were told after the order had ended.';

export function createFillCorrections({ orders, epoch, clock }: CorrectionDeps): FillCorrections {
  // An order that is open, or filled whole, is not looked at again with each of its fills.
  const mayChange = createMemory<boolean>(rememberedMax);
  const heard = (order: StoredOrder): void => mayChange.set(order.id, isCorrigible(order));
  const correct = async (order: StoredOrder): Promise<StoredOrder | undefined> => {
    // Before its fills are read: one that is stored after that looks for itself.
    heard(order);
    if (!isCorrigible(order)) return order;
    const fills = await orders.fillsOf(order);
    if (!isShortOf(order, fills)) return order;
    const outcome = outcomeByFills(order, fills, { reason, atMs: clock.now() });
    const corrected = await orders.record(epoch, order.id, outcome);
    if (corrected) heard(corrected);
    return corrected;
  };
  return {
    heard,
    correct,
    async byFills(accountId, added) {
      const doubtful = new Map<string, StoredFill>();
      for (const fill of added) {
        const name = fill.orderId ?? fill.venueOrderId;
        const isSettled = fill.orderId !== undefined && mayChange.get(fill.orderId) === false;
        if (!isSettled) doubtful.set(`${fill.marketType} ${fill.symbol} ${name}`, fill);
      }
      const corrected: StoredOrder[] = [];
      for (const fill of doubtful.values()) {
        const order = await orderOf(accountId, fill);
        const after = order && (await correct(order));
        if (after && after !== order) corrected.push(after);
      }
      return corrected;
    },
  };

  /** Not every venue says in a fill what we call its order. */
  async function orderOf(
    accountId: AccountId,
    { orderId, venueOrderId, symbol, marketType }: StoredFill,
  ): Promise<StoredOrder | undefined> {
    const order = await orders.find(accountId, orderId ?? venueOrderId, symbol);
    const isSame = order?.id === orderId || order?.venueOrderId === venueOrderId;
    return order?.marketType === marketType && isSame ? order : undefined;
  }
}

/** True while more may be found to have filled of an order than it says. */
function isCorrigible(order: StoredOrder): boolean {
  return isOver(order) && compareExact(exactly(order.filled), exactly(order.quantity)) < 0;
}
