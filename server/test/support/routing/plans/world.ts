import { AppError } from '../../../../src/kit/errors.ts';
import type { PlanRow } from '../../../../src/store/schema.ts';
import { StaleEpochError } from '../../../../src/store/types.ts';
import { pendingOrder } from '../../../../src/trading/execution/storedOrders.ts';
import type {
  Execution,
  OrderDraft,
  OrderSender,
  StoredOrder,
} from '../../../../src/trading/execution/types.ts';
import type { AccountId } from '../../../../src/trading/model/account.ts';
import { fromPlanRow, toPlanRow } from '../../../../src/trading/routing/plans/planRows.ts';
import type { PlanStore } from '../../../../src/trading/routing/plans/types.ts';
import { newIntent } from '../../orders/fixture.ts';

/** The exchange's action on an order; with `later` it reports it only when the order is settled. */
export interface Deed {
  readonly kind: 'fills' | 'rejects' | 'refuses' | 'loses';
  /** Base units; all when absent. */
  readonly filled?: string;
  readonly price?: number;
  readonly fee?: string;
  readonly feeAsset?: string;
  /** Code of a refusal by our own checks. */
  readonly code?: AppError['code'];
  /** Its answer meanwhile. */
  readonly later?: 'open' | 'unknown' | undefined;
}

/** The parts that outlive a process: the tables, and the exchange. */
export interface PlanWorld {
  readonly orders: Map<string, StoredOrder>;
  readonly rows: Map<string, PlanRow>;
  /** Client ids in the order in which they arrived at the exchange. */
  readonly sent: string[];
  /** The exchange's action by client id, reported or not. */
  readonly deeds: Map<string, Deed>;
  epoch: number;
}

export function createPlanWorld(): PlanWorld {
  return { orders: new Map(), rows: new Map(), sent: [], deeds: new Map(), epoch: 0 };
}

/** The access of one process to the world. */
export interface Reach {
  readonly world: PlanWorld;
  readonly epoch: number;
  /** Passes a port by its name; a dead process passes none. */
  readonly pass: (call: string) => Promise<void>;
  /** Reports a changed order. */
  readonly tell: (order: StoredOrder) => void;
}

function requireEpoch({ epoch, world }: Reach): void {
  if (epoch !== world.epoch) throw new StaleEpochError(epoch, world.epoch);
}

/** Plans as the databases store them, with a port before and after each write. */
export function plansOf(reach: Reach): PlanStore {
  const { world, pass } = reach;
  const all = () => [...world.rows.values()];
  return {
    async create(_epoch, plan) {
      await pass('create');
      requireEpoch(reach);
      const row = toPlanRow(plan);
      const name = row.client_plan_id;
      const earlier = all().find((each) => name !== null && each.client_plan_id === name);
      if (earlier) return { kind: 'exists', plan: fromPlanRow(earlier) };
      world.rows.set(row.id, row);
      await pass('created');
      return { kind: 'recorded' };
    },
    async save(_epoch, plan) {
      await pass('save');
      requireEpoch(reach);
      const stored = world.rows.get(plan.id);
      if (stored && isUnfinished(stored)) world.rows.set(plan.id, toPlanRow(plan));
      await pass('saved');
    },
    async find(name) {
      await pass('findPlan');
      const row = all().find(({ id }) => id === name);
      const found = row ?? all().find(({ client_plan_id }) => client_plan_id === name);
      return found && fromPlanRow(found);
    },
    async unfinished() {
      await pass('unfinished');
      const found = all().filter(isUnfinished).map(fromPlanRow);
      await pass('unfinishedRead');
      return found;
    },
  };
}

function isUnfinished({ status }: PlanRow): boolean {
  return status === 'pending' || status === 'executing';
}

/** Sends as the real execution does: stored first, sent once, reported when it is known. */
export function submitOf(reach: Reach, deedOf: (draft: OrderDraft) => Deed): Execution['submit'] {
  const { world, pass } = reach;
  return async (draft, sender) => {
    const clientOrderId = draft.clientOrderId ?? '';
    await pass('submit');
    const deed = deedOf(draft);
    if (deed.kind === 'refuses') throw new AppError(deed.code ?? 'DAILY_LIMIT_EXCEEDED');
    requireEpoch(reach);
    const first = world.orders.get(`${draft.accountId} ${clientOrderId}`);
    if (first) return first;
    const order = keepOrder(reach, pendingOf(draft, sender));
    await pass('reserved');
    if (deed.kind !== 'loses') {
      world.sent.push(clientOrderId);
      world.deeds.set(clientOrderId, deed);
    }
    await pass('taken');
    if (deed.kind === 'loses' || deed.later === 'unknown') {
      const { id } = keepOrder(reach, { ...order, status: 'unknown' });
      throw new AppError('NETWORK_ERROR', { data: { order_status: 'unknown', order_id: id } });
    }
    const isOpen = deed.later === 'open';
    const answer = keepOrder(reach, isOpen ? { ...order, status: 'open' } : doneBy(order, deed));
    await pass('recorded');
    if (answer.status === 'rejected') {
      throw new AppError('INSUFFICIENT_BALANCE', { data: { order_status: 'rejected' } });
    }
    return answer;
  };
}

/** Ends every order that is not over, by the exchange's action on it. */
export function settleOrders(reach: Reach): void {
  for (const order of [...reach.world.orders.values()]) {
    if (!['pending', 'unknown', 'open'].includes(order.status)) continue;
    const deed = reach.world.deeds.get(order.clientOrderId);
    keepOrder(reach, deed ? doneBy(order, deed) : neverArrived(order));
  }
}

function keepOrder({ world, tell }: Reach, order: StoredOrder): StoredOrder {
  world.orders.set(`${order.accountId} ${order.clientOrderId}`, order);
  tell(order);
  return order;
}

function pendingOf(draft: OrderDraft, sender: OrderSender): StoredOrder {
  const { accountId, clientOrderId = '', quantity, price } = draft;
  return pendingOrder(
    newIntent(clientOrderId, {
      accountId: accountId as AccountId,
      quantity: String(quantity),
      price: String(price),
      timeInForce: draft.timeInForce,
      side: draft.side,
      actorId: sender.actorId,
      parentId: sender.parentId,
    }),
  );
}

function doneBy(order: StoredOrder, deed: Deed): StoredOrder {
  if (deed.kind === 'rejects') {
    return { ...order, status: 'rejected', rejectCode: 'OTHER', reason: 'The exchange said no.' };
  }
  const filled = deed.filled ?? order.quantity;
  const isWhole = Number(filled) >= Number(order.quantity);
  return {
    ...order,
    status: isWhole ? 'closed' : 'canceled',
    filled,
    average: Number(filled) > 0 ? (deed.price ?? 100) : undefined,
    fee: deed.fee ?? '0',
    feeAsset: deed.feeAsset,
  };
}

function neverArrived(order: StoredOrder): StoredOrder {
  const reason = 'The exchange knows no such order: it never arrived.';
  return { ...order, status: 'rejected', rejectCode: 'NOT_SENT', reason };
}
