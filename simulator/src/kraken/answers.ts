import type { Reason } from '@windlass/matching';
import { fixedText } from '../exchange/amounts.ts';
import { amountsOf, priceOf } from '../exchange/prices.ts';
import { isOpen, type OrderRecord, type Trade } from '../exchange/records.ts';
import { orderTxid, tradeTxid } from './ids.ts';
import { altNameOf, priceDecimals } from './pairs.ts';

/** Decimals of volumes, and of money and mean prices, whatever the pair. */
const volumeTextDecimals = 8;
const costDecimals = 5;

const volume = (amount: bigint) => fixedText(amount, volumeTextDecimals);
const money = (amount: bigint) => fixedText(amount, costDecimals);
/** The exchange counts in seconds. */
const seconds = (ms: number) => ms / 1_000;

/** Returns the pair such as `XBTUSD`, the prices, and both in one sentence. */
function description(order: OrderRecord) {
  const { market, state, words } = order;
  const { quantity, price, stop } = amountsOf(order);
  const { ordertype = '' } = words;
  const text = (amount: bigint) => fixedText(amount, priceDecimals(market));
  const pair = altNameOf(market);
  const what = `${state.side} ${volume(quantity)} ${pair}`;
  const common = { pair, type: state.side, ordertype, leverage: 'none', close: '' };
  if (ordertype === 'market') {
    return { ...common, price: '0', price2: '0', order: `${what} @ market` };
  }
  if (ordertype === 'limit') {
    const limit = text(price);
    return { ...common, price: limit, price2: '0', order: `${what} @ limit ${limit}` };
  }
  const trigger = text(stop);
  const name = ordertype.startsWith('stop-loss') ? 'stop loss' : 'take profit';
  const sentence = `${what} @ ${name} ${trigger}`;
  if (!ordertype.endsWith('-limit')) {
    return { ...common, price: trigger, price2: '0', order: sentence };
  }
  const limit = text(price);
  return { ...common, price: trigger, price2: limit, order: `${sentence} -> limit ${limit}` };
}

export function placedAnswer(order: OrderRecord): object {
  return { txid: [orderTxid(order.id)], descr: { order: description(order).order } };
}

/** Why the exchange ended an order, in its words; only the first two are documented. */
const reasons: Partial<Readonly<Record<Reason, string>>> = {
  CANCELED_BY_USER: 'User requested',
  WOULD_TAKE: 'Post only order',
  CANNOT_FILL_ALL: 'Fill or kill order',
  SELF_TRADE: 'Self trade prevention',
  NO_LIQUIDITY: 'Insufficient liquidity',
};

interface Ending {
  readonly status: 'open' | 'closed' | 'canceled';
  readonly reason: string | null;
}

/**
 * Returns how an order ended. All that did not fill are canceled; `expired` is for orders with a
 * date.
 */
export function endingOf({ state, words }: OrderRecord): Ending {
  if (state.status === 'open') return { status: 'open', reason: null };
  if (state.status === 'closed') return { status: 'closed', reason: null };
  const known = state.reason && reasons[state.reason];
  const rest = words.force === 'IOC' ? 'Immediate or cancel order' : 'Insufficient liquidity';
  return { status: 'canceled', reason: known ?? rest };
}

/**
 * Returns an order as lists show it, with the ids of its trades when the request asked for them.
 */
export function orderAnswer(order: OrderRecord, trades: readonly ShownTrade[] | undefined): object {
  const { words, state } = order;
  const { quantity, filled, price, stop, value, average } = amountsOf(order);
  const { order: sentence, ...descr } = description(order);
  return {
    refid: null,
    userref: null,
    cl_ord_id: words.clientOrderId ?? null,
    ...endingOf(order),
    opentm: seconds(order.createdAt),
    starttm: 0,
    expiretm: 0,
    ...(!isOpen(order) && { closetm: seconds(order.updatedAt) }),
    descr: { ...descr, order: sentence },
    vol: volume(quantity),
    vol_exec: volume(filled),
    cost: money(value),
    fee: money(state.fee),
    price: money(average),
    stopprice: money(state.isTriggered ? stop : 0n),
    limitprice: money(state.isTriggered && state.price !== undefined ? price : 0n),
    misc: '',
    oflags: words.oflags,
    ...(trades && trades.length > 0 && { trades: trades.map(({ id }) => id) }),
  };
}

/** A trade, or all trades of an order at one moment, under the id of the first. */
export interface ShownTrade {
  readonly id: string;
  readonly parts: readonly [Trade, ...Trade[]];
}

/** @param isTogether True when the trades that an order took at once are shown as one. */
export function shownTrades({ trades }: OrderRecord, isTogether: boolean): ShownTrade[] {
  const shown: { id: string; parts: [Trade, ...Trade[]] }[] = [];
  for (const trade of trades) {
    const last = shown.at(-1);
    const isPart = last && trade.liquidity === 'taker' && last.parts[0].at === trade.at;
    if (isTogether && isPart) last.parts.push(trade);
    else shown.push({ id: tradeTxid(trade.tradeId), parts: [trade] });
  }
  return shown;
}

export function tradeAnswer({ parts }: ShownTrade): object {
  const [{ order, at, liquidity, tradeId }] = parts;
  const { market, state, words } = order;
  const lots = parts.reduce((sum, part) => sum + BigInt(part.lots), 0n);
  const tickLots = parts.reduce((sum, part) => sum + BigInt(part.lots) * BigInt(part.ticks), 0n);
  const sum = (of: (part: Trade) => bigint) => parts.reduce((all, part) => all + of(part), 0n);
  const [first] = parts;
  const mean = (tickLots * market.instrument.tick) / lots;
  return {
    ordertxid: orderTxid(order.id),
    postxid: 'TKH2SE-M7IF5-CFI7LT',
    pair: market.id,
    aclass: 'forex',
    time: seconds(at),
    type: state.side,
    ordertype: words.ordertype,
    price: money(parts.length === 1 ? priceOf(market, first.ticks) : mean),
    cost: money(sum(({ value }) => value)),
    fee: money(sum(({ fee }) => fee)),
    vol: volume(lots * market.instrument.lot),
    margin: '0.00000',
    leverage: '0',
    misc: '',
    trade_id: tradeId,
    maker: liquidity === 'maker',
  };
}
