import type { OrderChange, Trade } from '../../exchange/records.ts';
import { orderAnswer, priceOrderAnswer, tradeAnswer } from '../futures/answers.ts';
import { type BookOrder, isTrigger, toBookOrder } from '../triggers.ts';
import { type ChannelEvent, type Fields, orderWord } from './events.ts';

/** Returns the events that a contracts account gets for one change of an order. */
export function contractEvents(news: OrderChange): readonly ChannelEvent[] {
  const { order, kind, trade } = news;
  if (kind === 'changed') return [];
  const events: ChannelEvent[] = [];
  const onBook = toBookOrder(order);
  if (isTrigger(order) && kind !== 'filled' && (!onBook || kind === 'triggered')) {
    const told = { ...priceOrderAnswer(order), name: 'price_autoorders' };
    events.push({ channel: 'futures.autoorders', result: [told] });
  }
  if (onBook) events.push({ channel: 'futures.orders', result: [orderEvent(news, onBook)] });
  if (trade) events.push({ channel: 'futures.usertrades', result: [tradeEvent(trade)] });
  return events;
}

/** The exchange's words for an order that stays open. */
const openWords = { put: '_new', update: '_update' } as const;

/** Returns the facts of an answer about the order, with prices as numbers. */
function orderEvent({ kind, order }: OrderChange, onBook: BookOrder): Fields {
  const word = orderWord(kind, order);
  const told = orderAnswer(onBook) as Fields;
  const { id_string: _, ...rest } = told;
  const finishedAt = onBook.endedAt ?? order.updatedAt;
  return {
    ...rest,
    ...timesOf('create', onBook.createdAt),
    ...timesOf('finish', finishedAt),
    price: Number(told.price),
    fill_price: Number(told.fill_price),
    tkfr: Number(told.tkfr),
    mkfr: Number(told.mkfr),
    refr: 0,
    stp_id: '0',
    user: String(told.user),
    ...(word !== 'finish' && { status: 'open', finish_as: openWords[word] }),
    ...(word === 'put' && { left: told.size, fill_price: 0 }),
  };
}

function tradeEvent(trade: Trade): Fields {
  const told = tradeAnswer(trade, 'id') as Fields;
  return {
    ...told,
    id: String(told.id),
    ...timesOf('create', trade.at),
    fee: Number(told.fee),
    point_fee: 0,
  };
}

function timesOf(name: string, ms: number): Fields {
  return { [`${name}_time`]: Math.floor(ms / 1_000), [`${name}_time_ms`]: ms };
}
