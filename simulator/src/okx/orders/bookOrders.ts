import { isOpen, type OrderRecord, type Trade } from '../../exchange/records.ts';
import { type Call, wallet } from '../call.ts';
import { type Refusal, refusals } from '../errors.ts';
import { idText } from '../ids.ts';

/** An order on the book. One that an algo order placed has a second id here. */
export interface BookOrder {
  readonly record: OrderRecord;
  readonly ordId: string;
  readonly clOrdId: string;
  readonly createdAt: number;
  /** The algo order that placed it. */
  readonly algo: { readonly algoId: string; readonly algoClOrdId: string } | undefined;
}

/** Algo orders live in lists of their own. */
export function isAlgo({ words }: OrderRecord): boolean {
  return words.algoType !== undefined;
}

/** A pair's limit leg is on the engine's book from the start, but is shown only after it filled. */
const limitLegSlot = 1;

/**
 * Returns the order on the book that a record is or has become; undefined while it waits.
 * @param main For a pair its limit leg, which gives the pair its id; otherwise the record itself.
 */
export function toBookOrder(record: OrderRecord, main: OrderRecord): BookOrder | undefined {
  const { id, clientOrderId, createdAt, child, trades } = record;
  if (!isAlgo(record)) {
    return { record, ordId: idText(id), clOrdId: clientOrderId, createdAt, algo: undefined };
  }
  const algo = { algoId: idText(main.id), algoClOrdId: main.clientOrderId };
  if (record.words.leg === 'limit') {
    const [first] = trades;
    const ordId = idText(id, limitLegSlot);
    return first && { record, ordId, clOrdId: '', createdAt: first.at, algo };
  }
  if (!child || wasRefused(record)) return undefined;
  return { record, ordId: idText(child.id), clOrdId: '', createdAt: child.at, algo };
}

/** Returns whether the money was missing at the trigger: then no order came onto the book. */
export function wasRefused({ state, child, updatedAt }: OrderRecord): boolean {
  const isShort = state.reason === 'INSUFFICIENT_BALANCE' && state.filled === 0;
  return child !== undefined && isShort && updatedAt === child.at;
}

/** Returns every order of an account, oldest first. */
export function bookOrders({ exchange, account }: Pick<Call, 'exchange' | 'account'>): BookOrder[] {
  const records = exchange.orders(account, wallet);
  const mains = new Map<number, OrderRecord>();
  for (const record of records) {
    if (record.pairId !== undefined && record.words.leg === 'limit')
      mains.set(record.pairId, record);
  }
  return records
    .flatMap((record) => toBookOrder(record, mains.get(record.pairId ?? 0) ?? record) ?? [])
    .sort((a, b) => (BigInt(a.ordId) < BigInt(b.ordId) ? -1 : 1));
}

/** Milliseconds after which an order that was cancelled without a fill is forgotten. */
const forgottenMs = 2 * 3_600_000;

export function isForgotten({ record }: BookOrder, now: number): boolean {
  const { state, updatedAt } = record;
  return !isOpen(record) && state.filled === 0 && now - updatedAt > forgottenMs;
}

/** Returns the named order; the newest one when several have the same client id. */
export function namedOrder(call: Call, no: () => Refusal): BookOrder {
  const { fields, exchange } = call;
  const market = call.market();
  const [ordId, clOrdId] = [fields.text('ordId'), fields.text('clOrdId')];
  if (ordId === undefined && clOrdId === undefined) throw refusals.eitherOf('ordId', 'clOrdId');
  const order = bookOrders(call).findLast((each) =>
    ordId === undefined ? each.clOrdId === clOrdId : each.ordId === ordId,
  );
  if (order?.record.market !== market || isForgotten(order, exchange.now())) throw no();
  return order;
}

/** A trade with its order on the book. */
export interface BookTrade {
  readonly order: BookOrder;
  readonly trade: Trade;
}

/** Returns the trades, newest first. */
export function bookTrades(call: Call): BookTrade[] {
  return bookOrders(call)
    .flatMap((order) => order.record.trades.map((trade) => ({ order, trade })))
    .sort((a, b) => b.trade.tradeId - a.trade.tradeId);
}
