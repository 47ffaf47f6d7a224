import type { Exchange } from '../../exchange/exchange.ts';
import { amountsOf, priceOf, quantityOf } from '../../exchange/prices.ts';
import { isOpen, isWaiting, type OrderChange, type OrderRecord } from '../../exchange/records.ts';
import { sideWords } from '../checks.ts';
import { text } from '../spot/answers.ts';
import { statusOf } from '../statuses.ts';

/** List id of an order that is in no list. */
const noList = -1;

/** Returns the events that a spot account gets for one change of an order. */
export function spotEvents(exchange: Exchange, news: OrderChange): readonly object[] {
  const { order, kind } = news;
  if (kind === 'changed' || kind === 'triggered') return [];
  const events = [executionReport(news, exchange.now()), balances(exchange, order)];
  return order.pairId === undefined ? events : [...events, listStatus(exchange, order)];
}

function executionReport({ kind, order, trade }: OrderChange, now: number): object {
  const { market, words, id, clientOrderId } = order;
  const { quantity, filled, price, stop, value } = amountsOf(order);
  const isCanceled = kind === 'canceled';
  const lastPrice = trade ? priceOf(market, trade.ticks) : 0n;
  const lastQuantity = trade ? quantityOf(market, trade.lots) : 0n;
  return {
    e: 'executionReport',
    E: now,
    s: market.id,
    // A cancel has a client id of its own; the order's id stands beside it.
    c: isCanceled ? `cancel${id}` : clientOrderId,
    S: sideWords[order.state.side],
    o: words.type,
    f: words.force,
    q: text(quantity),
    p: text(price),
    P: text(stop),
    F: text(0n),
    g: order.pairId ?? noList,
    C: isCanceled ? clientOrderId : '',
    x: executionOf(kind),
    X: statusOf(order.state),
    r: 'NONE',
    i: id,
    l: text(lastQuantity),
    z: text(filled),
    L: text(lastPrice),
    n: trade ? text(trade.fee) : '0',
    N: trade?.feeAsset ?? null,
    T: order.updatedAt,
    t: trade?.tradeId ?? -1,
    I: id * 2,
    w: isOpen(order) && !isWaiting(order),
    m: trade?.liquidity === 'maker',
    M: false,
    O: order.createdAt,
    Z: text(value),
    Y: text(trade?.value ?? 0n),
    Q: text(0n),
    W: order.createdAt,
    V: 'EXPIRE_MAKER',
  };
}

export function executionOf(kind: OrderChange['kind']): string {
  switch (kind) {
    case 'filled':
      return 'TRADE';
    case 'canceled':
      return 'CANCELED';
    case 'expired':
      return 'EXPIRED';
    default:
      return 'NEW';
  }
}

function balances(exchange: Exchange, { account, market }: OrderRecord): object {
  const wallets = exchange.accounts.wallets(account, market.wallet);
  return {
    e: 'outboundAccountPosition',
    E: exchange.now(),
    u: exchange.now(),
    B: wallets.map(({ asset, total, reserved }) => ({
      a: asset,
      f: text(total - reserved),
      l: text(reserved),
    })),
  };
}

function listStatus(exchange: Exchange, order: OrderRecord): object {
  const { account, market, pairId, words, updatedAt } = order;
  const legs = exchange.orders(account, market.wallet).filter((leg) => leg.pairId === pairId);
  const isDone = !legs.some(isOpen);
  return {
    e: 'listStatus',
    E: exchange.now(),
    s: market.id,
    g: pairId,
    c: 'OCO',
    l: isDone ? 'ALL_DONE' : 'EXEC_STARTED',
    L: isDone ? 'ALL_DONE' : 'EXECUTING',
    r: 'NONE',
    C: words.listClientOrderId ?? `list${pairId}`,
    T: updatedAt,
    O: legs.map(({ id, clientOrderId }) => ({ s: market.id, i: id, c: clientOrderId })),
  };
}
