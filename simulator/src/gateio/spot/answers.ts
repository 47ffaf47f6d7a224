import type { Reason } from '@windlass/matching';
import { amountsOf, priceOf, quantityOf } from '../../exchange/prices.ts';
import type { OrderRecord, Trade } from '../../exchange/records.ts';
import { amountOf } from '../parameters.ts';
import { type BookOrder, firedOf, toBookOrder, triggerId, triggerState } from '../triggers.ts';
import { kindOf } from '../unified.ts';
import { longNumber, seconds, secondsText, text } from '../wire.ts';

interface End {
  readonly status: 'open' | 'closed' | 'cancelled';
  readonly finish_as: string;
}

const causes: Partial<Readonly<Record<Reason, string>>> = {
  CANCELED_BY_USER: 'cancelled',
  SELF_TRADE: 'stp',
};

function endOf({ state: { status, reason } }: OrderRecord): End {
  if (status === 'open') return { status, finish_as: 'open' };
  if (status === 'closed') return { status, finish_as: 'filled' };
  return { status: 'cancelled', finish_as: (reason && causes[reason]) ?? 'ioc' };
}

export function orderAnswer({ record, id, text: name, createdAt }: BookOrder): object {
  const { market, state, words, updatedAt } = record;
  const { quantity, filled, value, average } = amountsOf(record);
  const { base, quote } = market.definition;
  const isForQuote = words.quote !== undefined;
  const amount = isForQuote ? amountOf(words.quote ?? '') : quantity;
  return {
    id: String(id),
    text: name,
    amend_text: '-',
    create_time: secondsText(createdAt),
    update_time: secondsText(updatedAt),
    create_time_ms: createdAt,
    update_time_ms: updatedAt,
    ...endOf(record),
    currency_pair: market.id,
    type: words.type,
    account: kindOf(record.account, 'spot'),
    side: state.side,
    amount: text(amount),
    price: words.price ?? '0',
    time_in_force: words.force,
    iceberg: '0',
    left: text(amount - (isForQuote ? value : filled)),
    filled_amount: text(filled),
    fill_price: text(value),
    filled_total: text(value),
    avg_deal_price: filled === 0n ? '' : text(average),
    fee: text(state.fee),
    fee_currency: state.side === 'buy' ? base : quote,
    point_fee: '0',
    gt_fee: '0',
    gt_maker_fee: '0',
    gt_taker_fee: '0',
    gt_discount: false,
    rebated_fee: '0',
    rebated_fee_currency: quote,
    stp_id: 0,
    stp_act: '-',
  };
}

export function tradeAnswer({ order, ...trade }: Trade): object {
  const { market, state } = order;
  const book = toBookOrder(order);
  return {
    id: String(trade.tradeId),
    create_time: secondsText(trade.at),
    create_time_ms: `${trade.at}.000000`,
    currency_pair: market.id,
    side: state.side,
    role: trade.liquidity,
    amount: text(quantityOf(market, trade.lots)),
    price: text(priceOf(market, trade.ticks)),
    order_id: String(book?.id),
    fee: text(trade.fee),
    fee_currency: trade.feeAsset,
    point_fee: '0',
    gt_fee: '0',
    amend_text: '-',
    sequence_id: String(trade.tradeId),
    text: book?.text,
    deal: text(trade.value),
  };
}

/** The exchange's words for an order's states. */
const stateWords = {
  open: 'open',
  cancelled: 'cancelled',
  expired: 'expired',
  failed: 'failed',
  succeeded: 'finish',
} as const;

export function priceOrderAnswer(record: OrderRecord): object {
  const { market, state, words, account, createdAt, updatedAt } = record;
  const status = triggerState(record);
  const fired = firedOf(record);
  const endedAt = record.child?.at ?? updatedAt;
  return {
    market: market.id,
    user: account.number,
    trigger: {
      price: words.triggerPrice,
      rule: words.rule,
      expiration: Number(words.expiration),
    },
    put: {
      type: words.type,
      side: state.side,
      price: words.price,
      amount: text(amountsOf(record).quantity),
      account: kindOf(account, 'normal'),
      time_in_force: words.force,
      text: words.source,
    },
    id: longNumber(triggerId(record)),
    ctime: seconds(createdAt),
    ...(status !== 'open' && { ftime: seconds(endedAt) }),
    fired_order_id: fired?.id ?? 0,
    status: stateWords[status],
    reason: status === 'failed' ? 'Not enough balance' : '',
  };
}
