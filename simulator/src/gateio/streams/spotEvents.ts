import type { OrderChange, Trade } from '../../exchange/records.ts';
import { orderAnswer, priceOrderAnswer, tradeAnswer } from '../spot/answers.ts';
import { type BookOrder, isTrigger, toBookOrder, triggerId } from '../triggers.ts';
import { type ChannelEvent, type Fields, orderWord } from './events.ts';

/** Returns the events that a spot account gets for one change of an order. */
export function spotEvents(news: OrderChange): readonly ChannelEvent[] {
  const { order, kind, trade } = news;
  if (kind === 'changed') return [];
  const events: ChannelEvent[] = [];
  const onBook = toBookOrder(order);
  // A waiting trigger order has an event of its own; the order that it becomes has the plain one.
  if (isTrigger(order) && kind !== 'filled') {
    if (!onBook || kind === 'triggered') {
      events.push({ channel: 'spot.priceorders', result: triggerEvent(news) });
    }
  }
  if (onBook) {
    const full = orderEvent(news, onBook);
    events.push({ channel: 'spot.orders', result: [full] });
    events.push({ channel: 'spot.orders_v2', result: [lite(full)] });
  }
  if (trade) events.push({ channel: 'spot.usertrades', result: [tradeEvent(trade)] });
  return events;
}

/** Returns the facts of an answer about the order; a newly accepted order is shown unfilled. */
function orderEvent({ kind, order }: OrderChange, onBook: BookOrder): Fields {
  const event = orderWord(kind, order);
  const told = orderAnswer(onBook) as Fields;
  const { status: _, fill_price: __, ...rest } = told;
  return {
    ...rest,
    create_time_ms: String(told.create_time_ms),
    update_time_ms: String(told.update_time_ms),
    ...(told.avg_deal_price === '' && { avg_deal_price: '0' }),
    ...(event === 'put' && {
      left: told.amount,
      filled_amount: '0',
      filled_total: '0',
      avg_deal_price: '0',
      fee: '0',
      finish_as: 'open',
    }),
    user: order.account.number,
    event,
    biz_info: '-',
  };
}

/** Returns the event of the second version, which leaves out the fees. */
function lite(full: Fields): Fields {
  const { fee: _, point_fee: __, gt_fee: ___, rebated_fee: ____, ...rest } = full;
  return rest;
}

function tradeEvent(trade: Trade): Fields {
  const { id, create_time, order_id, text, ...rest } = tradeAnswer(trade) as Fields;
  return {
    ...rest,
    id: Number(id),
    id_market: Number(id),
    create_time: Number(create_time),
    user_id: trade.order.account.number,
    order_id,
    text,
  };
}

/** Go's zero time, by which the exchange writes a missing time. */
const never = '-62135596800000';

function triggerEvent({ order }: OrderChange): Fields {
  const told = priceOrderAnswer(order) as Fields;
  const put = told.put as Fields;
  const trigger = told.trigger as Fields;
  const { base, quote } = order.market.definition;
  const endedAt = order.child?.at ?? order.updatedAt;
  return {
    market: told.market,
    uid: String(told.user),
    id: triggerId(order),
    currency_type: base,
    exchange_type: quote,
    reason: told.reason,
    err_msg: '',
    fired_order_id: told.fired_order_id,
    instant_cancel: false,
    trigger_price: trigger.price,
    trigger_rule: trigger.rule,
    trigger_expiration: trigger.expiration,
    price: put.price,
    amount: put.amount,
    source: put.text,
    order_type: put.type,
    side: put.side,
    engine_type: 'normal',
    is_stop_order: false,
    stop_trigger_price: '',
    stop_trigger_rule: '',
    stop_price: '',
    ctime: String(order.createdAt),
    ftime: told.status === 'open' ? never : String(endedAt),
  };
}
