import { amountsOf, priceOf, quantityOf } from '../../exchange/prices.ts';
import { isOpen, isWaiting, type OrderChange, type OrderRecord } from '../../exchange/records.ts';
import { endingOf } from '../answers.ts';
import { orderTxid, tradeTxid } from '../ids.ts';
import { symbolOf } from '../pairs.ts';

/** Units of the engine in one. */
const wholeUnit = 1e18;
/** Decimals of prices, volumes and money: more than any market here needs. */
const decimals = 10;

/** Returns a number: version 2 writes no texts for numbers. */
function number(amount: bigint): number {
  return Number((Number(amount) / wholeUnit).toFixed(decimals));
}

export function rfcTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns the reports that an account gets for one change of an order. */
export function executionReports({ kind, order, trade }: OrderChange): readonly object[] {
  switch (kind) {
    case 'accepted':
      return [pendingReport(order), standingReport(order)];
    case 'triggered':
      return [triggeredReport(order)];
    case 'filled':
      return trade ? fillReports(order, trade) : [];
    case 'canceled':
    case 'expired':
      return [endReport(order)];
    case 'changed':
      // It was accepted, and ended before it rested.
      return isOpen(order) ? [] : [pendingReport(order), endReport(order)];
  }
}

/** Returns an order as the snapshot of a subscription shows it. */
export function openReport(order: OrderRecord): object {
  const { filled, value, average } = amountsOf(order);
  const isPartly = filled > 0n;
  return {
    ...pendingReport(order),
    exec_type: 'new',
    order_status: isPartly ? 'partially_filled' : 'new',
    cum_qty: number(filled),
    cum_cost: number(value),
    avg_price: number(average),
  };
}

/** Returns the ids in every report: the exchange's, and the client's if there is one. */
function names({ id, words: { clientOrderId } }: OrderRecord): object {
  return {
    order_id: orderTxid(id),
    ...(clientOrderId !== undefined && { cl_ord_id: clientOrderId }),
  };
}

function pendingReport(order: OrderRecord): object {
  const { words, state, createdAt } = order;
  const { quantity, price } = amountsOf(order);
  const flags = words.oflags ?? '';
  return {
    ...names(order),
    symbol: symbolOf(order.market),
    order_qty: number(quantity),
    cum_cost: 0,
    time_in_force: words.force,
    exec_type: 'pending_new',
    side: state.side,
    order_type: words.ordertype,
    ...(state.price !== undefined && { limit_price_type: 'static', limit_price: number(price) }),
    ...(state.stop !== undefined && { triggers: triggers(order) }),
    ...(flags.includes('post') && { post_only: true }),
    order_status: 'pending_new',
    fee_usd_equiv: 0,
    fee_ccy_pref: 'fciq',
    timestamp: rfcTime(createdAt),
  };
}

function standingReport(order: OrderRecord): object {
  const kind = { order_status: 'new', exec_type: 'new' };
  return { timestamp: rfcTime(order.createdAt), ...kind, ...names(order) };
}

function triggers(order: OrderRecord): object {
  const { stop } = amountsOf(order);
  const status = isWaiting(order) ? 'untriggered' : 'triggered';
  return { reference: 'last', price: number(stop), price_type: 'static', status };
}

function triggeredReport(order: OrderRecord): object {
  const at = rfcTime(order.updatedAt);
  return {
    ...names(order),
    exec_type: 'status',
    order_status: 'new',
    timestamp: at,
    triggers: { ...triggers(order), status: 'triggered', timestamp: at },
  };
}

type Trade = OrderRecord['trades'][number];

/**
 * Returns the reports of a fill. Even the last fill reports a partly filled order; another report
 * says that the order ended.
 */
function fillReports(order: OrderRecord, trade: Trade): readonly object[] {
  const { market, state, words, trades } = order;
  const lots = trades.reduce((sum, each) => sum + each.lots, 0);
  const value = trades.reduce((sum, each) => sum + each.value, 0n);
  const filled = number(quantityOf(market, lots));
  const sums = { cum_qty: filled, cum_cost: number(value), avg_price: number(value) / filled };
  const timestamp = rfcTime(trade.at);
  const fill = {
    ...names(order),
    exec_id: tradeTxid(trade.tradeId),
    exec_type: 'trade',
    trade_id: trade.tradeId,
    symbol: symbolOf(order.market),
    side: state.side,
    last_qty: number(quantityOf(market, trade.lots)),
    last_price: number(priceOf(market, trade.ticks)),
    cost: number(trade.value),
    liquidity_ind: trade.liquidity === 'maker' ? 'm' : 't',
    order_type: words.ordertype,
    timestamp,
    order_status: 'partially_filled',
    ...sums,
    fee_usd_equiv: number(trade.fee),
    fees: [{ asset: trade.feeAsset, qty: number(trade.fee) }],
  };
  if (lots < state.quantity) return [fill];
  const end = { exec_type: 'filled', order_status: 'filled', timestamp, ...sums };
  return [fill, { ...names(order), ...end }];
}

function endReport(order: OrderRecord): object {
  const { filled, value } = amountsOf(order);
  return {
    ...names(order),
    exec_type: 'canceled',
    order_status: 'canceled',
    reason: endingOf(order).reason,
    cum_qty: number(filled),
    cum_cost: number(value),
    timestamp: rfcTime(order.updatedAt),
  };
}
