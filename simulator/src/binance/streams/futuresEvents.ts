import { fixedText } from '../../exchange/amounts.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { amountsOf, priceOf, quantityOf } from '../../exchange/prices.ts';
import type { OrderChange, OrderRecord } from '../../exchange/records.ts';
import { sideWords } from '../checks.ts';
import { decimalsFor } from '../decimals.ts';
import { averageText, money } from '../futures/answers.ts';
import { type BookOrder, isConditional, toBookOrder } from '../futures/bookOrders.ts';
import { conditionalAnswer } from '../futures/conditionalAnswers.ts';
import { positionSideOf } from '../futures/positionSides.ts';
import { statusOf } from '../statuses.ts';
import { executionOf } from './spotEvents.ts';

/** Returns the events that a futures account gets for one change of an order. */
export function futuresEvents(exchange: Exchange, news: OrderChange): readonly object[] {
  const { order, kind } = news;
  if (kind === 'changed') return [];
  const events: object[] = [];
  // A waiting conditional order has events of its own; the order that it becomes has plain ones.
  if (isConditional(order) && kind !== 'filled') events.push(algoUpdate(exchange, order));
  const onBook = toBookOrder(order);
  if (onBook) events.push(orderUpdate(exchange, news, onBook));
  if (isConditional(order) && kind === 'filled') events.push(algoUpdate(exchange, order));
  if (kind === 'filled') events.push(accountUpdate(exchange, order));
  return events;
}

function orderUpdate(exchange: Exchange, news: OrderChange, onBook: BookOrder): object {
  const { kind, order, trade } = news;
  const { market, state, words } = order;
  const texts = decimalsFor(market);
  const { quantity, filled, price, average } = amountsOf(order);
  const own = {
    s: market.id,
    c: onBook.clientOrderId,
    S: sideWords[state.side],
    o: words.bookType,
    f: words.force,
    q: fixedText(quantity, texts.quantity),
    p: fixedText(price, texts.price),
    ap: averageText(market, average),
    sp: fixedText(0n, texts.price),
    x: executionOf(kind),
    X: statusOf(state),
    i: onBook.id,
    l: fixedText(trade ? quantityOf(market, trade.lots) : 0n, texts.quantity),
    z: fixedText(filled, texts.quantity),
    L: fixedText(trade ? priceOf(market, trade.ticks) : 0n, texts.price),
    ...(trade && { n: money(trade.fee), N: trade.feeAsset }),
    T: order.updatedAt,
    t: trade?.tradeId ?? 0,
    b: '0',
    a: '0',
    m: trade?.liquidity === 'maker',
    R: state.reduceOnly,
    wt: 'CONTRACT_PRICE',
    ot: words.bookType,
    ps: positionSideOf(state.positionLeg),
    cp: false,
    rp: money(trade?.realised ?? 0n),
    pP: false,
    V: 'EXPIRE_MAKER',
    pm: 'NONE',
    gtd: 0,
  };
  const head = { e: 'ORDER_TRADE_UPDATE', ...marginTypeField(order), E: exchange.now() };
  return { ...head, T: order.updatedAt, o: own };
}

/** Returns the facts of an answer about the order, under the short names of the stream. */
function algoUpdate(exchange: Exchange, order: OrderRecord): object {
  const told = conditionalAnswer(order) as Readonly<Record<string, unknown>>;
  const own = {
    caid: told.clientAlgoId,
    aid: told.algoId,
    at: told.algoType,
    o: told.orderType,
    s: told.symbol,
    S: told.side,
    ps: told.positionSide,
    f: told.timeInForce,
    q: told.quantity,
    X: told.algoStatus,
    ai: told.actualOrderId,
    ap: told.actualPrice,
    aq: told.actualQty ?? '0',
    act: told.actualType ?? '0',
    tp: told.triggerPrice,
    p: told.price,
    V: told.selfTradePreventionMode,
    wt: told.workingType,
    pm: 'NONE',
    cp: false,
    pP: false,
    R: told.reduceOnly,
    tt: told.triggerTime,
    gtd: 0,
  };
  return { e: 'ALGO_UPDATE', T: order.updatedAt, E: exchange.now(), o: own };
}

/** Portfolio margin accounts get both kinds of contracts on one stream, marked by this field. */
function marginTypeField({ account, market }: OrderRecord): object {
  return account.isPortfolioMargin ? { fs: market.wallet === 'coinm' ? 'CM' : 'UM' } : {};
}

function accountUpdate(exchange: Exchange, order: OrderRecord): object {
  const { account, market, state, updatedAt } = order;
  const wallets = exchange.accounts.wallets(account, market.wallet);
  return {
    e: 'ACCOUNT_UPDATE',
    ...marginTypeField(order),
    E: exchange.now(),
    T: updatedAt,
    a: {
      m: 'ORDER',
      B: wallets.map(({ asset, total }) => ({
        a: asset,
        wb: money(total),
        cw: money(total),
        bc: money(0n),
      })),
      P: [{ s: market.id, ps: positionSideOf(state.positionLeg) }],
    },
  };
}
