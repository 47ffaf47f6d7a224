import { fixedText } from '../../exchange/amounts.ts';
import { amountsOf } from '../../exchange/prices.ts';
import { isOpen, isWaiting, type OrderRecord } from '../../exchange/records.ts';
import { sideWords } from '../checks.ts';
import { decimalsFor } from '../decimals.ts';
import { averageText } from './answers.ts';
import { toBookOrder } from './bookOrders.ts';
import { positionSideOf } from './positionSides.ts';

type AlgoStatus = 'NEW' | 'TRIGGERED' | 'FINISHED' | 'CANCELED' | 'EXPIRED' | 'REJECTED';

/** Returns a conditional order's status; once triggered, that of its order on the book. */
function algoStatus(order: OrderRecord): AlgoStatus {
  if (isWaiting(order)) return 'NEW';
  if (!order.child) return order.state.reason === 'CANCELED_BY_USER' ? 'CANCELED' : 'EXPIRED';
  if (!toBookOrder(order)) return 'REJECTED';
  return isOpen(order) ? 'TRIGGERED' : 'FINISHED';
}

/** Returns the answer to placing one. Only a query tells about the order that it became. */
export function placedConditional(order: OrderRecord): object {
  const { id, clientOrderId, account, market, state, words } = order;
  const texts = decimalsFor(market);
  const { quantity, price, stop } = amountsOf(order);
  const isTrailing = words.callbackRate !== undefined;
  return {
    algoId: id,
    clientAlgoId: clientOrderId,
    algoType: 'CONDITIONAL',
    orderType: words.algoType,
    symbol: market.id,
    side: sideWords[state.side],
    positionSide: positionSideOf(state.positionLeg),
    timeInForce: words.force,
    quantity: fixedText(quantity, texts.quantity),
    algoStatus: algoStatus(order),
    triggerPrice: fixedText(isTrailing ? 0n : stop, texts.price),
    price: fixedText(price, texts.price),
    icebergQuantity: null,
    selfTradePreventionMode: 'EXPIRE_MAKER',
    workingType: words.workingType,
    priceMatch: 'NONE',
    priceProtect: false,
    ...(!account.isPortfolioMargin && { closePosition: false }),
    reduceOnly: state.reduceOnly,
    ...(isTrailing && {
      activatePrice: fixedText(0n, texts.price),
      callbackRate: words.callbackRate,
    }),
    createTime: order.createdAt,
    updateTime: order.updatedAt,
    triggerTime: order.child?.at ?? 0,
    goodTillDate: 0,
  };
}

export function conditionalAnswer(order: OrderRecord): object {
  const child = toBookOrder(order);
  const { average, filled } = amountsOf(order);
  return {
    ...placedConditional(order),
    actualOrderId: child ? String(child.id) : '',
    actualPrice: averageText(order.market, child ? average : 0n),
    ...(child && {
      actualQty: fixedText(filled, decimalsFor(order.market).quantity),
      actualType: order.words.bookType,
    }),
    tpOrderType: '',
  };
}
