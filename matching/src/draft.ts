import { priced, type Steps } from './checks.ts';
import { accountOf, type Core } from './core.ts';
import { legIn } from './legs.ts';
import type { LegType, Order, OrderRequest } from './order.ts';
import type { Instrument, PositionLeg, TimeInForce } from './rules.ts';

export interface Drawn {
  readonly request: OrderRequest;
  readonly steps: Steps;
  /** Set for the stop leg of a pair. */
  readonly leg?: 'stop';
  /** Reference price that a trailing stop starts from, in half ticks. */
  readonly extreme: number | undefined;
}

/** Creates the order of a request, or the stop leg of an OCO. */
export function draft(
  core: Core,
  instrument: Instrument,
  { request, steps, leg, extreme }: Drawn,
): Order {
  const { rules, isSpot } = instrument;
  const isBuy = request.side === 'buy';
  const isPair = request.type === 'oco';
  const spotFee = rules.spotFeeAsset === 'received' && isBuy ? rules.base : rules.quote;
  const type = legType(request, leg);
  core.rank += 1;
  return {
    orderId: leg ? (request.stopOrderId ?? '') : request.orderId,
    clientOrderId: leg ? undefined : request.clientOrderId,
    accountId: request.accountId,
    symbol: request.symbol,
    side: request.side,
    type,
    timeInForce: leg ? 'GTC' : forceOf(request),
    reduceOnly: request.reduceOnly === true,
    rank: core.rank,
    quantity: steps.lots,
    filled: 0,
    price: leg ? steps.stopLimit : hasPrice(type) ? steps.price : undefined,
    stop: leg || !isPair ? steps.stop : undefined,
    trailingPpm: request.trailingPpm,
    extreme,
    isTriggered: false,
    status: 'open',
    reason: undefined,
    tickLots: 0n,
    feeParts: 0n,
    fee: 0n,
    feeAsset: isSpot ? spotFee : instrument.settle,
    reserved: 0n,
    closing: 0,
    reservedAsset: isSpot ? (isBuy ? rules.quote : rules.base) : instrument.settle,
    siblingId: isPair ? (leg ? request.orderId : request.stopOrderId) : undefined,
    leg: isPair ? (leg ?? 'limit') : undefined,
    positionLeg: legFor(core, instrument, request),
    ahead: undefined,
    createdAt: core.at,
    updatedAt: core.at,
  };
}

/** Returns the position that a request means, where its account has two. */
export function legFor(
  core: Core,
  instrument: Instrument,
  request: OrderRequest,
): PositionLeg | undefined {
  return legIn(accountOf(core, request.accountId), instrument, request);
}

function hasPrice(type: LegType): boolean {
  return priced.includes(type);
}

function legType({ type, stopLimitPrice }: OrderRequest, leg: 'stop' | undefined): LegType {
  if (type !== 'oco') return type;
  if (leg === undefined) return 'limit';
  return stopLimitPrice === undefined ? 'stop_loss' : 'stop_loss_limit';
}

/** Returns the time in force: an OCO's limit leg has to rest, or it would not be an OCO. */
function forceOf({ type, timeInForce = 'GTC' }: OrderRequest): TimeInForce {
  return type === 'oco' ? 'POST_ONLY' : timeInForce;
}
