import type { Clock } from '../../kit/clock.ts';
import { compareExact, exactly } from '../../kit/exact.ts';
import { createMemory } from '../../kit/memory.ts';
import type { AccountId } from '../model/account.ts';
import type { OrderStore, StoredFill, StoredOrder } from './orderStore.ts';
import { isShortOf, outcomeByFills } from './outcomeByFills.ts';
import { isOver } from './storedOrders.ts';

/**
 * Corrects ended orders by their fills. A venue may report the end of an order before all of its
 * fills are known, and a stored fill is the stronger evidence.
 */
export interface FillCorrections {
  /** Notes the state of an order, whatever its source. */
  heard(order: StoredOrder): void;
  /** Returns the order, corrected by its fills if necessary; undefined when it no longer exists. */
  correct(order: StoredOrder): Promise<StoredOrder | undefined>;
  /** Corrects the orders of newly stored fills, and returns those that changed. */
  byFills(accountId: AccountId, added: readonly StoredFill[]): Promise<readonly StoredOrder[]>;
}

interface CorrectionDeps {
  readonly orders: Pick<OrderStore, 'find' | 'fillsOf' | 'record'>;
  readonly epoch: number;
  readonly clock: Clock;
}

/**
 * Maximum number of orders for which it is remembered whether a fill can correct them; each costs
 * about 100 bytes.
 */
const rememberedMax = 20_000;
const reason = 'Corrected by its fills: they were reported after the order had ended.';

export function createFillCorrections({ orders, epoch, clock }: CorrectionDeps): FillCorrections {
  // An open or completely filled order is not read again with each of its fills.
  const mayChange = createMemory<boolean>(rememberedMax);
  const heard = (order: StoredOrder): void => mayChange.set(order.id, isCorrigible(order));
  const correct = async (order: StoredOrder): Promise<StoredOrder | undefined> => {
    // Noted before its fills are read: a fill that is stored later triggers its own check.
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

  /** Finds the order of a fill: not every venue names our order id in a fill. */
  async function orderOf(
    accountId: AccountId,
    { orderId, venueOrderId, symbol, marketType }: StoredFill,
  ): Promise<StoredOrder | undefined> {
    const order = await orders.find(accountId, orderId ?? venueOrderId, symbol);
    const isSame = order?.id === orderId || order?.venueOrderId === venueOrderId;
    return order?.marketType === marketType && isSame ? order : undefined;
  }
}

/** Returns true while fills may still raise the filled quantity of an ended order. */
function isCorrigible(order: StoredOrder): boolean {
  return isOver(order) && compareExact(exactly(order.filled), exactly(order.quantity)) < 0;
}
