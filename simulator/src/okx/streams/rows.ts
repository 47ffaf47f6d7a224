import { amountText } from '@windlass/matching';
import { priceOf, quantityOf } from '../../exchange/prices.ts';
import type { OrderNews, OrderRecord } from '../../exchange/records.ts';
import { type AlgoOrder, stateOf } from '../algos/algoOrders.ts';
import { algoAnswer } from '../algos/answers.ts';
import { idText } from '../ids.ts';
import { orderAnswer } from '../orders/answers.ts';
import { type BookOrder, isAlgo, toBookOrder } from '../orders/bookOrders.ts';

/** Orders on the book, algo orders, and algo orders whose price moves with the market. */
export type Channel = 'orders' | 'orders-algo' | 'algo-advance';

/** What one thing that happened to an order is told as. */
export interface Row {
  readonly channel: Channel;
  readonly content: object;
}

/**
 * The rows of one piece of news, in the order the exchange tells them.
 * @param all Orders of the account, for the legs of a pair.
 */
export function rowsOf(news: OrderNews, all: readonly OrderRecord[]): readonly Row[] {
  const { order: record } = news;
  // An order that is cut to a position is told with its next change.
  if (news.kind === 'changed' && record.state.status !== 'rejected') return [];
  const main = mainOf(record, all);
  const placed = toBookOrder(record, main);
  const rows: Row[] = [];
  if (isAlgo(record) && concernsAlgo(news, placed)) rows.push(algoRow(main, record, placed));
  if (placed) rows.push({ channel: 'orders', content: orderRow(placed, news) });
  return rows;
}

/** An algo order that waits, as it is told to whoever begins to listen. */
export function waitingRow(record: OrderRecord): Row {
  return algoRow(record, record, undefined);
}

/** Of a pair its limit leg. */
function mainOf(record: OrderRecord, all: readonly OrderRecord[]): OrderRecord {
  if (record.pairId === undefined) return record;
  const isMain = ({ pairId, words }: OrderRecord) =>
    pairId === record.pairId && words.leg === 'limit';
  return all.find(isMain) ?? record;
}

/** Whether it is told of the algo order as well, and not only of what it placed. */
function concernsAlgo({ kind, order }: OrderNews, placed: BookOrder | undefined): boolean {
  switch (kind) {
    case 'accepted':
      return order.words.leg !== 'stop';
    case 'triggered':
      return true;
    case 'filled':
      // The limit leg of a pair goes off when it first fills.
      return order.words.leg === 'limit' && order.trades.length === 1;
    default:
      // One leg ends the other: that is no end of the pair.
      return !placed && order.state.reason?.startsWith('OCO_SIBLING') !== true;
  }
}

function algoRow(main: OrderRecord, record: OrderRecord, placed: BookOrder | undefined): Row {
  const children = placed ? [placed] : [];
  const algo: AlgoOrder = {
    ...{ record: main, algoId: idText(main.id), children, state: stateOf(record, children) },
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

/** The record that is asked for, with what the one update is. */
function orderRow(placed: BookOrder, { kind, order, trade }: OrderNews): object {
  const told = orderAnswer(placed) as Readonly<Record<string, unknown>>;
  const { market } = order;
  const isNew = kind === 'accepted' || kind === 'triggered';
  const fill = {
    tradeId: trade ? String(trade.tradeId) : '',
    fillPx: trade ? amountText(priceOf(market, trade.ticks)) : '',
    fillSz: trade ? amountText(quantityOf(market, trade.lots)) : '0',
    fillTime: trade ? String(trade.at) : '',
    ...{ fillFee: trade ? amountText(-trade.fee) : '0', fillFeeCcy: trade?.feeAsset ?? '' },
    fillPnl: amountText(trade?.realised ?? 0n),
    execType: trade ? { maker: 'M', taker: 'T' }[trade.liquidity] : '',
  };
  return {
    ...told,
    ...fill,
    // Of what fills at once it is first told that it was taken.
    ...(isNew && { state: 'live', accFillSz: '0', cancelSource: '', cancelSourceReason: '' }),
    avgPx: isNew || told.avgPx === '' ? '0' : told.avgPx,
    ...{ amendResult: '', amendSource: '', code: '0', msg: '', reqId: '', lever: '0' },
    ...{ fillNotionalUsd: '', notionalUsd: '', lastPx: '' },
  };
}
