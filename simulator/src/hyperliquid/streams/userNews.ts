import type { Exchange } from '../../exchange/exchange.ts';
import { isOpen, type OrderNews, type OrderRecord } from '../../exchange/records.ts';
import type { UserNote } from '../../faults/frameNote.ts';
import { fillsOf } from '../fillInfo.ts';
import { updateOf } from '../orderInfo.ts';
import { toldOf } from '../statuses.ts';
import type { Hearing } from './hearing.ts';

export const userTypes = ['orderUpdates', 'userFills'] as const;

/** What is heard of one account, whoever asks: there is no login. */
export interface UserSubscription {
  readonly type: (typeof userTypes)[number];
  readonly user: string;
}

export function nameOf({ type, user }: UserSubscription): string {
  return `${type} ${user}`;
}

/** Tells accounts of themselves, over as many connections as they like. */
export function tellUsers(exchange: Exchange, hearings: ReadonlySet<Hearing>): void {
  const hasNewStatus = createStatusMemory();
  const say = (subscription: UserSubscription, data: unknown, about: UserNote) => {
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

function noteOf({ market }: OrderRecord): UserNote {
  return { ordersIn: market.name };
}

/** Each order as the news leave it. */
function latest(news: readonly OrderNews[]): readonly OrderRecord[] {
  return [...new Map(news.map(({ order }) => [order.id, order])).values()];
}

/** An order is told when its status changes, and not with each execution. */
function createStatusMemory(): (order: OrderRecord) => boolean {
  // Of open orders alone: of others nothing more is told.
  const told = new Map<number, string>();
  return (order) => {
    const { status } = toldOf(order);
    const isNew = told.get(order.id) !== status;
    if (isOpen(order)) told.set(order.id, status);
    else told.delete(order.id);
    return isNew;
  };
}
