import { decimalsOf, fixedText } from '../../exchange/amounts.ts';
import type { Market } from '../../exchange/market.ts';
import { amountsOf, priceOf, quantityOf } from '../../exchange/prices.ts';
import type { Trade } from '../../exchange/records.ts';
import { sideWords } from '../checks.ts';
import { decimalsFor, spotDecimals } from '../decimals.ts';
import { pairOf } from '../publicRoutes.ts';
import { statusOf } from '../statuses.ts';
import { type BookOrder, toBookOrder } from './bookOrders.ts';
import { positionSideOf } from './positionSides.ts';

/** Averages have at least this many decimals, whatever the tick. */
const averageDecimalsMin = 5;

/** Returns an amount of money with as many decimals as on spot. */
export function money(amount: bigint): string {
  return fixedText(amount, spotDecimals);
}

export function averageText({ definition }: Market, average: bigint): string {
  return fixedText(average, Math.max(averageDecimalsMin, decimalsOf(definition.tick)));
}

/** Returns the fields that every answer about an order has. */
function orderFields({ record, id, clientOrderId }: BookOrder): object {
  const { account, market, state, words } = record;
  const texts = decimalsFor(market);
  const { quantity, filled, price, value, average } = amountsOf(record);
  const isCoin = market.wallet === 'coinm';
  return {
    orderId: id,
    symbol: market.id,
    ...(isCoin && { pair: pairOf(market) }),
    status: statusOf(state),
    clientOrderId,
    price: fixedText(price, texts.price),
    avgPrice: averageText(market, average),
    origQty: fixedText(quantity, texts.quantity),
    executedQty: fixedText(filled, texts.quantity),
    ...(isCoin ? { cumBase: money(value) } : { cumQuote: fixedText(value, averageDecimalsMin) }),
    timeInForce: words.force,
    type: words.bookType,
    reduceOnly: state.reduceOnly,
    side: sideWords[state.side],
    positionSide: positionSideOf(state.positionLeg),
    origType: words.bookType,
    // Portfolio margin accounts do not get the fields that only conditional orders have.
    ...(!account.isPortfolioMargin && {
      closePosition: false,
      stopPrice: fixedText(0n, texts.price),
      workingType: 'CONTRACT_PRICE',
      priceProtect: false,
    }),
    priceMatch: 'NONE',
    selfTradePreventionMode: 'EXPIRE_MAKER',
    goodTillDate: 0,
  };
}

/** Returns the answer to placing or cancelling an order. */
export function changedAnswer(order: BookOrder): object {
  const { quantity } = decimalsFor(order.record.market);
  const cumQty = fixedText(amountsOf(order.record).filled, quantity);
  return { ...orderFields(order), cumQty, updateTime: order.record.updatedAt };
}

/**
 * Returns the answer to placing when only an acknowledgement is wanted, as if nothing had filled.
 */
export function acknowledgedAnswer(order: BookOrder): object {
  const { market } = order.record;
  const nothing = fixedText(0n, decimalsFor(market).quantity);
  return {
    ...changedAnswer(order),
    status: 'NEW',
    executedQty: nothing,
    cumQty: nothing,
    avgPrice: averageText(market, 0n),
    ...(market.wallet === 'coinm' ? { cumBase: money(0n) } : { cumQuote: '0.00000' }),
  };
}

export function queriedAnswer(order: BookOrder): object {
  const { createdAt, record } = order;
  return { ...orderFields(order), time: createdAt, updateTime: record.updatedAt };
}

export function tradeAnswer({ order: record, ...trade }: Trade): object {
  const { market, state } = record;
  const texts = decimalsFor(market);
  const isCoin = market.wallet === 'coinm';
  return {
    symbol: market.id,
    ...(isCoin && { pair: pairOf(market), marginAsset: market.settle }),
    id: trade.tradeId,
    orderId: toBookOrder(record)?.id ?? record.id,
    side: sideWords[state.side],
    price: fixedText(priceOf(market, trade.ticks), texts.price),
    qty: fixedText(quantityOf(market, trade.lots), texts.quantity),
    realizedPnl: money(trade.realised),
    [isCoin ? 'baseQty' : 'quoteQty']: money(trade.value),
    commission: money(trade.fee),
    commissionAsset: trade.feeAsset,
    time: trade.at,
    positionSide: positionSideOf(state.positionLeg),
    buyer: state.side === 'buy',
    maker: trade.liquidity === 'maker',
  };
}
