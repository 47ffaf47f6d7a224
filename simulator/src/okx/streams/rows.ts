import { amountText } from '@windlass/matching';
import { priceOf, quantityOf } from '../../exchange/prices.ts';
import type { OrderChange, OrderRecord } from '../../exchange/records.ts';
import { type AlgoOrder, stateOf } from '../algos/algoOrders.ts';
import { algoAnswer } from '../algos/answers.ts';
import { idText } from '../ids.ts';
import { orderAnswer } from '../orders/answers.ts';
import { type BookOrder, isAlgo, toBookOrder } from '../orders/bookOrders.ts';

/** Orders on the book, algo orders, and algo orders whose price moves with the market. */
export type Channel = 'orders' | 'orders-algo' | 'algo-advance';

/** Message about one change of an order. */
export interface Row {
  readonly channel: Channel;
  readonly content: object;
}

/**
 * Returns the rows of one change, in the exchange's order.
 * @param all Orders of the account, among which are the legs of a pair.
 */
export function rowsOf(news: OrderChange, all: readonly OrderRecord[]): readonly Row[] {
  const { order: record } = news;
  // An order that is cut to its position is reported with its next change.
  if (news.kind === 'changed' && record.state.status !== 'rejected') return [];
  const main = mainOf(record, all);
  const placed = toBookOrder(record, main);
  const rows: Row[] = [];
  if (isAlgo(record) && concernsAlgo(news, placed)) rows.push(algoRow(main, record, placed));
  if (placed) rows.push({ channel: 'orders', content: orderRow(placed, news) });
  return rows;
}

/** Returns a waiting algo order, as it is sent to a new listener. */
export function waitingRow(record: OrderRecord): Row {
  return algoRow(record, record, undefined);
}

/** Returns the order; for a pair its limit leg. */
function mainOf(record: OrderRecord, all: readonly OrderRecord[]): OrderRecord {
  if (record.pairId === undefined) return record;
  const isMain = ({ pairId, words }: OrderRecord) =>
    pairId === record.pairId && words.leg === 'limit';
  return all.find(isMain) ?? record;
}

/**
 * Returns whether a change is also reported for the algo order, and not only for what it placed.
 */
function concernsAlgo({ kind, order }: OrderChange, placed: BookOrder | undefined): boolean {
  switch (kind) {
    case 'accepted':
      return order.words.leg !== 'stop';
    case 'triggered':
      return true;
    case 'filled':
      // A pair's limit leg counts as triggered by its first fill.
      return order.words.leg === 'limit' && order.trades.length === 1;
    default:
      // One leg ends the other, which is not the end of the pair.
      return !placed && order.state.reason?.startsWith('OCO_SIBLING') !== true;
  }
}

function algoRow(main: OrderRecord, record: OrderRecord, placed: BookOrder | undefined): Row {
  const children = placed ? [placed] : [];
  const algo: AlgoOrder = {
    record: main,
    algoId: idText(main.id),
    children,
    state: stateOf(record, children),
    triggeredAt: placed?.createdAt ?? record.child?.at,
  };
  const isMoving = main.words.algoType === 'move_order_stop';
  const more = isMoving
    ? { count: '1', pTime: String(main.updatedAt) }
    : { last: '', reqId: '', amendResult: '' };
  return {
    channel: isMoving ? 'algo-advance' : 'orders-algo',
    content: { ...algoAnswer(algo), lever: '', notionalUsd: '', ...more },
  };
}

/** Returns the order as queries show it, with the fields of this update. */
function orderRow(placed: BookOrder, { kind, order, trade }: OrderChange): object {
  const told = orderAnswer(placed) as Readonly<Record<string, unknown>>;
  const { market } = order;
  const isNew = kind === 'accepted' || kind === 'triggered';
  const fill = {
    tradeId: trade ? String(trade.tradeId) : '',
    fillPx: trade ? amountText(priceOf(market, trade.ticks)) : '',
    fillSz: trade ? amountText(quantityOf(market, trade.lots)) : '0',
    fillTime: trade ? String(trade.at) : '',
    fillFee: trade ? amountText(-trade.fee) : '0',
    fillFeeCcy: trade?.feeAsset ?? '',
    fillPnl: amountText(trade?.realised ?? 0n),
    execType: trade ? { maker: 'M', taker: 'T' }[trade.liquidity] : '',
  };
  return {
    ...told,
    ...fill,
    // An order that fills at once is first reported as accepted.
    ...(isNew && { state: 'live', accFillSz: '0', cancelSource: '', cancelSourceReason: '' }),
    avgPx: isNew || told.avgPx === '' ? '0' : told.avgPx,
    amendResult: '',
    amendSource: '',
    code: '0',
    msg: '',
    reqId: '',
    lever: '0',
    fillNotionalUsd: '',
    notionalUsd: '',
    lastPx: '',
  };
}
