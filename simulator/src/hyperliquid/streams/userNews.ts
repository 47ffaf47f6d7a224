import type { Exchange } from '../../exchange/exchange.ts';
import { isOpen, type OrderChange, type OrderRecord } from '../../exchange/records.ts';
import type { UserFrameInfo } from '../../faults/frameInfo.ts';
import { fillsOf } from '../fillInfo.ts';
import { updateOf } from '../orderInfo.ts';
import { toldOf } from '../statuses.ts';
import type { Hearing } from './hearing.ts';

export const userTypes = ['orderUpdates', 'userFills'] as const;

/** A subscription to one account. Anybody can have it: there is no login. */
export interface UserSubscription {
  readonly type: (typeof userTypes)[number];
  readonly user: string;
}

export function nameOf({ type, user }: UserSubscription): string {
  return `${type} ${user}`;
}

/** Sends accounts the news of their orders, over any number of connections. */
export function tellUsers(exchange: Exchange, hearings: ReadonlySet<Hearing>): void {
  const hasNewStatus = createStatusMemory();
  const say = (subscription: UserSubscription, data: unknown, about: UserFrameInfo) => {
    for (const hearing of hearings) {
      if (hearing.subscriptions.has(nameOf(subscription)))
        hearing.say(subscription.type, data, about);
    }
  };
  exchange.onNews((news) => {
    const changed = latest(news).filter(hasNewStatus);
    for (const account of new Set(news.map(({ order }) => order.account))) {
      const user = account.apiKey.toLowerCase();
      const updates = changed.filter((order) => order.account === account);
      const [update] = updates;
      if (update) say({ type: 'orderUpdates', user }, updates.map(updateOf), noteOf(update));
      const own = news.filter(({ order, trade }) => trade && order.account === account);
      const fills = fillsOf(exchange, user, new Set(own.map(({ trade }) => trade?.tradeId)));
      const [first] = own;
      if (first) say({ type: 'userFills', user }, { user, fills }, noteOf(first.order));
    }
  });
}

function noteOf({ market }: OrderRecord): UserFrameInfo {
  return { ordersIn: market.name };
}

/** Returns each order as it is after the news. */
function latest(news: readonly OrderChange[]): readonly OrderRecord[] {
  return [...new Map(news.map(({ order }) => [order.id, order])).values()];
}

/** Remembers statuses, as an order is sent when its status changes, and not with each execution. */
function createStatusMemory(): (order: OrderRecord) => boolean {
  // It holds open orders only: nothing more is sent about others.
  const told = new Map<number, string>();
  return (order) => {
    const { status } = toldOf(order);
    const isNew = told.get(order.id) !== status;
    if (isOpen(order)) told.set(order.id, status);
    else told.delete(order.id);
    return isNew;
  };
}
