import { amountText, stopOf } from '@windlass/matching';
import { amountsOf, priceOf } from '../../exchange/prices.ts';
import { textOr } from '../orders/answers.ts';
import { posSideOf } from '../positionSides.ts';
import { instTypeOf } from '../traits.ts';
import type { AlgoOrder } from './algoOrders.ts';

const legNames = [
  'slTriggerPx',
  'slTriggerPxType',
  'slOrdPx',
  'tpTriggerPx',
  'tpTriggerPxType',
  'tpOrdPx',
] as const;

export function algoAnswer(order: AlgoOrder): object {
  const { record, algoId, children, triggeredAt } = order;
  const { market, state, words } = record;
  const ids = children.map(({ ordId }) => ordId);
  return {
    instType: instTypeOf(market.definition),
    instId: market.id,
    ccy: '',
    tag: words.tag,
    algoId,
    algoClOrdId: record.clientOrderId,
    clOrdId: '',
    ordId: ids.at(-1) ?? '',
    ordIdList: ids,
    side: state.side,
    posSide: posSideOf(state.positionLeg),
    tdMode: words.tdMode,
    ordType: words.algoType,
    sz: amountText(amountsOf(record).quantity),
    closeFraction: '',
    tgtCcy: words.tgtCcy,
    reduceOnly: String(state.reduceOnly),
    ...Object.fromEntries(legNames.map((name) => [name, words[name] ?? ''])),
    triggerPx: '',
    triggerPxType: '',
    ordPx: '',
    activePx: '',
    callbackSpread: '',
    callbackRatio: words.callbackRatio ?? '',
    moveTriggerPx: trailedTo(order),
    pxLimit: '',
    pxSpread: '',
    pxVar: '',
    szLimit: '',
    timeInterval: '',
    attachAlgoOrds: [],
    linkedOrd: { ordId: '' },
    quickMgnType: '',
    amendPxOnTriggerType: '0',
    state: order.state,
    failCode: order.state === 'order_failed' ? '51008' : '',
    ...outcomeOf(order),
    triggerTime: triggeredAt === undefined ? '' : String(triggeredAt),
    cTime: String(record.createdAt),
    uTime: String(triggeredAt ?? record.updatedAt),
  };
}

/** Returns the current trigger price of a trailing stop, which moves with the market. */
function trailedTo({ record: { market, state } }: AlgoOrder): string {
  const ticks = state.trailingPpm === undefined ? undefined : stopOf(state);
  return ticks === undefined ? '' : amountText(priceOf(market, ticks));
}

/** Returns what it has placed, and by which of its legs. */
function outcomeOf({ children }: AlgoOrder): object {
  const [child] = children;
  if (!child) return { actualSide: '', actualSz: '', actualPx: '' };
  const { words } = child.record;
  const { quantity, price } = amountsOf(child.record);
  const isProfit = words.leg === 'limit' || (words.leg === undefined && 'tpTriggerPx' in words);
  return {
    actualSide: words.callbackRatio === undefined ? (isProfit ? 'tp' : 'sl') : '',
    actualSz: amountText(quantity),
    actualPx: textOr(price),
  };
}
