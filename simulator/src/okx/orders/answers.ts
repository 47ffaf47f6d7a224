import { amountText, type OrderSnapshot, type Reason } from '@windlass/matching';
import { amountsOf, priceOf, quantityOf } from '../../exchange/prices.ts';
import { idText } from '../ids.ts';
import { posSideOf } from '../positionSides.ts';
import { instTypeOf } from '../traits.ts';
import type { BookOrder, BookTrade } from './bookOrders.ts';

/** Returns a number as text; blank for zero. */
export function textOr(amount: bigint): string {
  return amount === 0n ? '' : amountText(amount);
}

/** Returns the state of an order on the book. */
function stateOf({ status, filled }: OrderSnapshot): string {
  if (status === 'open') return filled > 0 ? 'partially_filled' : 'live';
  return status === 'closed' ? 'filled' : 'canceled';
}

const cancelTexts = {
  '0': 'Order canceled by system.',
  '1': 'Order canceled by user.',
  '2': 'Order canceled: reduce-only order exceeds the position.',
  '13': 'Order canceled: FOK order was canceled due to incompletely filled.',
  '14': 'Order canceled: IOC order was partially canceled due to incompletely filled.',
  '31': 'The post-only order will take liquidity in maker orders.',
  '32': 'Self trade prevention.',
  '36': 'Your TP limit order was canceled because the corresponding SL order was triggered.',
} as const;

type CancelSource = keyof typeof cancelTexts;

const cancelSources: Partial<Readonly<Record<Reason, CancelSource>>> = {
  CANCELED_BY_USER: '1',
  OCO_SIBLING_ENDED: '1',
  REDUCE_ONLY_NOTHING: '2',
  CANNOT_FILL_ALL: '13',
  UNFILLED_REST: '14',
  NO_LIQUIDITY: '14',
  WOULD_TAKE: '31',
  SELF_TRADE: '32',
  OCO_SIBLING_TRIGGERED: '36',
};

/** Returns who cancelled an order, and why. */
function cancellation(state: OrderSnapshot): object {
  if (stateOf(state) !== 'canceled') return { cancelSource: '', cancelSourceReason: '' };
  const source = (state.reason && cancelSources[state.reason]) ?? '0';
  return { cancelSource: source, cancelSourceReason: cancelTexts[source] };
}

function ordTypeOf({ record: { words, state } }: BookOrder): string {
  return words.ordType ?? (state.price === undefined ? 'market' : 'limit');
}

/** Returns the fee or rebate of all fills so far; a paid fee is below zero. */
function costsOf({ record: { trades, state } }: BookOrder): object {
  const fee = trades.reduce((sum, trade) => sum + trade.fee, 0n);
  const isPaid = fee >= 0n;
  return {
    fee: amountText(isPaid ? -fee : 0n),
    feeCcy: trades.length === 0 ? '' : state.feeAsset,
    rebate: amountText(isPaid ? 0n : -fee),
    rebateCcy: trades.length === 0 ? '' : state.feeAsset,
    pnl: amountText(trades.reduce((sum, trade) => sum + trade.realised, 0n)),
  };
}

/** Returns the newest fill of an order. */
function lastFill({ record: { trades, market } }: BookOrder): object {
  const last = trades.at(-1);
  return {
    tradeId: last ? String(last.tradeId) : '',
    fillPx: last ? amountText(priceOf(market, last.ticks)) : '',
    fillSz: last ? amountText(quantityOf(market, last.lots)) : '0',
    fillTime: last ? String(last.at) : '',
  };
}

export function orderAnswer(order: BookOrder): object {
  const { record, algo } = order;
  const { market, state, words } = record;
  const { quantity, filled, price, average } = amountsOf(record);
  return {
    instType: instTypeOf(market.definition),
    instId: market.id,
    ccy: '',
    tradeQuoteCcy: '',
    ordId: order.ordId,
    clOrdId: order.clOrdId,
    tag: words.tag ?? '',
    algoId: algo?.algoId ?? '',
    algoClOrdId: algo?.algoClOrdId ?? '',
    side: state.side,
    posSide: posSideOf(state.positionLeg),
    tdMode: words.tdMode,
    ordType: ordTypeOf(order),
    px: textOr(price),
    pxUsd: '',
    pxVol: '',
    pxType: '',
    sz: words.sz ?? amountText(quantity),
    tgtCcy: words.tgtCcy ?? '',
    accFillSz: amountText(filled),
    avgPx: textOr(average),
    ...lastFill(order),
    ...costsOf(order),
    state: stateOf(state),
    ...cancellation(state),
    reduceOnly: String(state.reduceOnly),
    category: 'normal',
    source: algo ? '7' : '',
    stpMode: 'cancel_maker',
    stpId: '',
    attachAlgoOrds: [],
    attachAlgoClOrdId: '',
    linkedAlgoOrd: { algoId: '' },
    tpTriggerPx: '',
    tpTriggerPxType: '',
    tpOrdPx: '',
    slTriggerPx: '',
    slTriggerPxType: '',
    slOrdPx: '',
    isTpLimit: 'false',
    quickMgnType: '',
    cTime: String(order.createdAt),
    uTime: String(Math.max(record.updatedAt, order.createdAt)),
  };
}

export function billIdOf({ order, trade }: BookTrade): string {
  return idText(trade.tradeId, order.record.state.side === 'buy' ? 0 : 1);
}

export function fillAnswer({ order, trade }: BookTrade): object {
  const { market, state, words } = order.record;
  return {
    instType: instTypeOf(market.definition),
    instId: market.id,
    tradeId: String(trade.tradeId),
    billId: billIdOf({ order, trade }),
    ordId: order.ordId,
    clOrdId: order.clOrdId,
    tag: words.tag ?? '',
    subType: '1',
    fillPx: amountText(priceOf(market, trade.ticks)),
    fillSz: amountText(quantityOf(market, trade.lots)),
    fillIdxPx: '',
    fillMarkPx: '',
    fillMarkVol: '',
    fillPxVol: '',
    fillPxUsd: '',
    fillFwdPx: '',
    fillPnl: amountText(trade.realised),
    side: state.side,
    posSide: posSideOf(state.positionLeg),
    execType: trade.liquidity === 'maker' ? 'M' : 'T',
    feeCcy: trade.feeAsset,
    fee: amountText(-trade.fee),
    ts: String(trade.at),
    fillTime: String(trade.at),
    tradeQuoteCcy: '',
  };
}
