import type { Reason } from '@windlass/matching';
import { amountsOf, priceOf, quantityOf } from '../../exchange/prices.ts';
import type { OrderRecord, Trade } from '../../exchange/records.ts';
import { type BookOrder, firedOf, toBookOrder, triggerId, triggerState } from '../triggers.ts';
import { longNumber, seconds, share, signed, text } from '../wire.ts';

const causes: Partial<Readonly<Record<Reason, string>>> = {
  CANCELED_BY_USER: 'cancelled',
  SELF_TRADE: 'stp',
  REDUCE_ONLY_NOTHING: 'reduce_only',
  INSUFFICIENT_BALANCE: 'liquidated',
};

function endOf({ state: { status, reason } }: OrderRecord): string {
  return status === 'closed' ? 'filled' : ((reason && causes[reason]) ?? 'ioc');
}

export function orderAnswer({ record, id, text: name, createdAt, endedAt }: BookOrder): object {
  const { market, state, words, account } = record;
  const { quantity, filled, price, average } = amountsOf(record);
  return {
    id,
    id_string: String(id),
    user: account.number,
    contract: market.id,
    create_time: seconds(createdAt),
    ...(endedAt !== undefined && { finish_time: seconds(endedAt), finish_as: endOf(record) }),
    status: endedAt === undefined ? 'open' : 'finished',
    size: signed(state.side, quantity),
    iceberg: 0,
    price: text(price),
    tif: words.force,
    left: signed(state.side, quantity - filled),
    fill_price: text(average),
    text: name,
    amend_text: '-',
    is_close: false,
    is_reduce_only: state.reduceOnly,
    is_liq: false,
    tkfr: share(market.definition.takerFeePpm),
    mkfr: share(market.definition.makerFeePpm),
    refu: 0,
    refr: '0',
    stp_id: 0,
    stp_act: '-',
    biz_info: '-',
  };
}

/** @param idName Name of the id field, which differs in the list by time. */
export function tradeAnswer(trade: Trade, idName: 'id' | 'trade_id'): object {
  const { market, state } = trade.order;
  const book = toBookOrder(trade.order);
  return {
    ...(idName === 'id' ? { id: trade.tradeId } : { trade_id: String(trade.tradeId) }),
    create_time: seconds(trade.at),
    contract: market.id,
    order_id: String(book?.id),
    size: signed(state.side, quantityOf(market, trade.lots)),
    close_size: 0,
    price: text(priceOf(market, trade.ticks)),
    role: trade.liquidity,
    text: book?.text,
    fee: text(trade.fee),
    point_fee: '0',
  };
}

const microseconds = 1_000;

/** @param unit The answer to a cancel has times in microseconds, all others in seconds. */
export function priceOrderAnswer(record: OrderRecord, unit?: 'microseconds'): object {
  const { market, state, words, account, createdAt, updatedAt } = record;
  const at = (ms: number) => (unit ? ms * microseconds : seconds(ms));
  const ended = triggerState(record);
  const fired = firedOf(record);
  const id = triggerId(record);
  return {
    id: longNumber(id),
    id_string: id,
    user: account.number,
    trigger: {
      strategy_type: 0,
      price_type: Number(words.priceType),
      price: words.triggerPrice,
      rule: Number(words.rule),
      expiration: Number(words.expiration),
    },
    initial: {
      contract: market.id,
      size: signed(state.side, amountsOf(record).quantity),
      price: words.price,
      tif: words.force,
      text: record.clientOrderId,
      iceberg: 0,
      is_close: false,
      is_reduce_only: state.reduceOnly,
      auto_size: '',
    },
    trade_id: fired?.id ?? 0,
    trade_id_string: fired ? String(fired.id) : '',
    status: ended === 'open' ? 'open' : 'finished',
    ...(ended !== 'open' && { finish_as: ended, finish_time: at(record.child?.at ?? updatedAt) }),
    reason: ended === 'failed' ? 'INSUFFICIENT_AVAILABLE' : '',
    create_time: at(createdAt),
    is_stop_order: false,
    me_order_id: 0,
    order_type: '',
    in_dual_mode: false,
    parent_id: 0,
  };
}
