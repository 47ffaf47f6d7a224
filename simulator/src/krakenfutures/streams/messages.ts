import { priceOf, quantityOf } from '../../exchange/prices.ts';
import type { OrderChange, Trade } from '../../exchange/records.ts';
import { uuidOf } from '../ids.ts';
import { toNumber } from '../numbers.ts';
import type { OrderView } from '../orderView.ts';
import { isOpenView, viewsOfRecord } from '../views.ts';

/** Returns the feed `open_orders` messages of one change; none for orders that never rested. */
export function orderMessages({ kind, order, trade }: OrderChange): readonly object[] {
  const views = viewsOfRecord(order);
  const sleeping = views.find(({ trigger }) => trigger);
  const onBook = views.find(({ trigger, type }) => !trigger && (type === 'lmt' || type === 'post'));
  const isResting = onBook !== undefined && isOpenView(onBook);
  switch (kind) {
    case 'accepted':
      if (sleeping) return [placed(sleeping, 'new_placed_order_by_user')];
      return isResting ? [placed(onBook, 'new_placed_order_by_user')] : [];
    case 'triggered': {
      const went = sleeping ? [removed(sleeping, 'stop_order_triggered')] : [];
      return isResting ? [...went, placed(onBook, 'limit_order_from_stop')] : went;
    }
    case 'filled':
      return onBook && trade?.liquidity === 'maker' ? [filledOnBook(onBook, order.trades)] : [];
    case 'canceled':
    case 'expired': {
      const ended = order.child ? onBook : (sleeping ?? onBook);
      return ended ? [removed(ended, (ended.reason ?? 'cancelled_by_user').toLowerCase())] : [];
    }
    case 'changed':
      return [];
  }
}

function placed(view: OrderView, reason: string): object {
  return { feed: 'open_orders', order: openOrder(view), is_cancel: false, reason };
}

/** Returns the removal of an order; the documentation shows no more fields. */
function removed({ id }: OrderView, reason: string): object {
  return { feed: 'open_orders', order_id: id, is_cancel: true, reason };
}

function filledOnBook(view: OrderView, trades: readonly Trade[]): object {
  const total = view.quantity + view.filled;
  const filled = trades.reduce((sum, { lots }) => sum + quantityOf(view.market, lots), 0n);
  if (filled === total) return removed(view, 'full_fill');
  return placed({ ...view, filled, quantity: total - filled }, 'partial_fill');
}

/** Returns an order as the feed and its snapshot have it. */
export function openOrder(view: OrderView): object {
  const { trigger, cliOrdId, limitPrice, record } = view;
  const isLimit = trigger === undefined || record?.state.price !== undefined;
  return {
    instrument: view.market.id,
    time: view.createdAt,
    last_update_time: view.updatedAt,
    qty: toNumber(view.quantity),
    filled: toNumber(view.filled),
    ...(isLimit && limitPrice !== undefined && { limit_price: toNumber(limitPrice) }),
    stop_price: toNumber(trigger?.price ?? 0n),
    type: typeOf(view),
    order_id: view.id,
    ...(cliOrdId !== undefined && { cli_ord_id: cliOrdId }),
    direction: view.side === 'buy' ? 0 : 1,
    reduce_only: view.reduceOnly,
    ...(trigger && { triggerSignal: trigger.signal === 'index' ? 'spot' : trigger.signal }),
  };
}

function typeOf({ trigger, record }: OrderView): string {
  if (!trigger) return 'limit';
  return record?.state.type.startsWith('stop') ? 'stop' : 'take_profit';
}

const fillTypes: Readonly<Record<string, string>> = { lmt: 'limit', fok: 'fillOrKill' };

/** Returns a fill of the feed `fills`; the order that a trigger became has its own id. */
export function fillRow({ order, ...trade }: Trade, seq: number): object {
  const { market, state, words, child, id } = order;
  const own = words.type ?? 'lmt';
  const type = fillTypes[own] ?? own;
  return {
    instrument: market.id,
    time: trade.at,
    price: toNumber(priceOf(market, trade.ticks)),
    seq,
    buy: state.side === 'buy',
    qty: toNumber(quantityOf(market, trade.lots)),
    remaining_order_qty: toNumber(quantityOf(market, state.quantity - state.filled)),
    order_id: uuidOf('order', child?.id ?? id),
    ...(words.cliOrdId !== undefined && { cli_ord_id: words.cliOrdId }),
    fill_id: uuidOf('fill', trade.tradeId),
    fill_type: trade.liquidity,
    fee_paid: toNumber(trade.fee),
    fee_currency: trade.feeAsset,
    taker_order_type: trade.liquidity === 'taker' ? type : 'ioc',
    order_type: type,
  };
}
