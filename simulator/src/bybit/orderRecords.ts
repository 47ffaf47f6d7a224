import { wholeUnit } from '@windlass/matching';
import { fixedText, rateOfPpm } from '../exchange/amounts.ts';
import { amountsOf, priceOf, quantityOf } from '../exchange/prices.ts';
import { isOpen, type OrderRecord, type Trade } from '../exchange/records.ts';
import { indexOf } from './positionIndexes.ts';
import { statusFieldsOf } from './statuses.ts';
import { money, orderIdOf, priceText, quantityText, tradeIdOf } from './texts.ts';

const sideWords = { buy: 'Buy', sell: 'Sell' } as const;

/** Returns an order as both lists of orders show it. */
export function orderRecord(order: OrderRecord): object {
  const { market, state, words, clientOrderId, createdAt, updatedAt } = order;
  const { quantity, filled, price, value, average } = amountsOf(order);
  const text = (amount: bigint) => quantityText(market, amount);
  const isSpot = market.definition.kind === 'spot';
  const left = isOpen(order) && !isOfPosition(order) ? quantity - filled : 0n;
  return {
    orderId: orderIdOf(order),
    orderLinkId: clientOrderId,
    blockTradeId: '',
    symbol: market.id,
    price: priceText(market, price),
    qty: sizeText(order, quantity),
    side: sideWords[state.side],
    isLeverage: isSpot ? '0' : '',
    positionIdx: indexOf(state.positionLeg),
    ...statusFieldsOf(order),
    avgPrice: state.filled === 0 ? '' : money(average),
    leavesQty: text(left),
    leavesValue: money(left === 0n ? 0n : (price * left) / wholeUnit),
    cumExecQty: text(filled),
    cumExecValue: money(value),
    cumExecFee: money(state.fee),
    cumFeeDetail: state.filled === 0 ? {} : { [state.feeAsset]: money(state.fee) },
    timeInForce: words.force,
    orderType: words.orderType,
    stopOrderType: words.stopOrderType ?? '',
    triggerPrice: words.triggerPrice ?? (isSpot ? priceText(market, 0n) : ''),
    triggerDirection: Number(words.triggerDirection ?? 0),
    triggerBy: words.triggerBy ?? '',
    lastPriceOnCreated: words.lastPriceOnCreated ?? '',
    ...(isSpot && { marketUnit: words.marketUnit ?? '' }),
    takeProfit: '',
    stopLoss: '',
    tpTriggerBy: '',
    slTriggerBy: '',
    tpslMode: '',
    reduceOnly: state.reduceOnly,
    closeOnTrigger: words.trailingStop !== undefined,
    createType: createType(order),
    placeType: '',
    orderIv: '',
    extraFees: '',
    smpType: 'None',
    smpGroup: 0,
    smpOrderId: '',
    createdTime: String(createdAt),
    updatedTime: String(updatedAt),
  };
}

/** True for an order that closes a whole position: it shows no quantity while it waits. */
function isOfPosition({ words, state }: OrderRecord): boolean {
  return words.trailingStop !== undefined && !state.isTriggered;
}

function sizeText(order: OrderRecord, quantity: bigint): string {
  const { words, market } = order;
  if (words.quoteQuantity !== undefined) return words.quoteQuantity;
  return quantityText(market, isOfPosition(order) ? 0n : quantity);
}

function createType({ words }: OrderRecord): string {
  return words.trailingStop === undefined ? 'CreateByUser' : 'CreateByTrailingStop';
}

/** Returns an execution as the list of executions shows it. */
export function tradeRecord(trade: Trade): object {
  const { order, ticks, lots, value, fee, feeAsset, liquidity, at } = trade;
  const { market, state, words, clientOrderId } = order;
  const { quantity, price } = amountsOf(order);
  const isSpot = market.definition.kind === 'spot';
  const { makerFeePpm, takerFeePpm } = market.definition;
  const isMaker = liquidity === 'maker';
  return {
    symbol: market.id,
    orderType: words.orderType,
    side: sideWords[state.side],
    orderId: orderIdOf(order),
    orderLinkId: clientOrderId,
    execId: tradeIdOf(trade),
    orderPrice: priceText(market, price),
    orderQty: quantityText(market, quantity),
    stopOrderType: words.stopOrderType ?? 'UNKNOWN',
    createType: createType(order),
    execType: 'Trade',
    execTime: String(at),
    execPrice: priceText(market, priceOf(market, ticks)),
    execQty: quantityText(market, quantityOf(market, lots)),
    execValue: money(value),
    // The fee is not rounded: it is exactly what was charged.
    execFee: fixedText(fee, 18).replace(/\.?0+$/, ''),
    // Contracts leave it blank: they pay fees in their settlement asset.
    feeCurrency: isSpot ? feeAsset : '',
    feeRate: rateText(isMaker ? makerFeePpm : takerFeePpm),
    isMaker,
    closedSize: isClosing(order) ? quantityText(market, quantityOf(market, lots)) : '',
    leavesQty: '0',
    isLeverage: '0',
    blockTradeId: '',
    seq: trade.tradeId,
    markPrice: '',
    indexPrice: '',
    underlyingPrice: '',
    tradeIv: '',
    markIv: '',
  };
}

/** Set in hedge mode only: the closed size of one-way orders is not computed. */
function isClosing({ state }: OrderRecord): boolean {
  return state.positionLeg !== undefined && state.reduceOnly;
}

/** Returns a rate in millionths as decimal text. */
export function rateText(ppm: number): string {
  return fixedText(rateOfPpm(ppm), 6).replace(/\.?0+$/, '');
}
