import {
  amountText,
  type EngineEvent,
  type Instrument,
  type OrderSnapshot,
  reasonTexts,
  stopOf,
} from '@windlass/matching';
import type {
  RejectCode,
  VenueFill,
  VenueOrder,
  VenueOrderState,
  VenueOrderStatus,
} from '../venuePort.ts';

/** An order as the engine has it: an OCO has two legs, everything else one. */
export interface Legs {
  readonly main: OrderSnapshot;
  readonly stop: OrderSnapshot | undefined;
}

/** Returns the state of an order that has just been accepted. */
export function newState(order: VenueOrder, venueOrderId: string, atMs: number): VenueOrderState {
  return {
    clientId: order.clientId,
    venueOrderId,
    symbol: order.symbol,
    marketType: order.marketType,
    side: order.side,
    type: order.type,
    status: 'open',
    price: order.price === undefined ? undefined : Number(order.price),
    stopPrice: order.stopPrice === undefined ? undefined : Number(order.stopPrice),
    quantity: order.quantity,
    filled: '0',
    average: undefined,
    cost: '0',
    fees: {},
    createdAtMs: atMs,
    updatedAtMs: atMs,
    lastTradeAtMs: undefined,
    reason: undefined,
  };
}

/** Returns the order after the engine changed it. */
export function nextState(
  before: VenueOrderState,
  legs: Legs,
  at: { readonly instrument: Instrument; readonly atMs: number; readonly hasTraded: boolean },
): VenueOrderState {
  const { instrument, atMs, hasTraded } = at;
  const { main, stop } = legs;
  const filled = main.filled + (stop?.filled ?? 0);
  const tickLots = main.tickLots + (stop?.tickLots ?? 0n);
  const deciding = decidingLeg(legs);
  const status = filled === main.quantity ? 'closed' : deciding.status;
  const stopTicks = stopOf(stop ?? main);
  return {
    ...before,
    status,
    stopPrice: stopTicks === undefined ? before.stopPrice : priceOf(instrument, stopTicks),
    quantity: baseText(instrument, main.quantity),
    filled: baseText(instrument, filled),
    average:
      filled === 0 ? undefined : Number(amountText((tickLots * instrument.tick) / BigInt(filled))),
    cost: amountText(tickLots * instrument.tickLot),
    fees: feesOf(legs),
    updatedAtMs: atMs,
    lastTradeAtMs: hasTraded ? atMs : before.lastTradeAtMs,
    reason: reasonOf(status, deciding),
  };
}

/**
 * Returns the leg that gives an OCO its status: an open leg, or, when both have ended, the stop leg
 * if it was triggered, because the limit leg was then only set aside.
 */
function decidingLeg({ main, stop }: Legs): OrderSnapshot {
  if (!stop || main.status === 'open') return main;
  return stop.status === 'open' || stop.isTriggered ? stop : main;
}

function reasonOf(status: VenueOrderStatus, { reason }: OrderSnapshot): string | undefined {
  const isEarly = status !== 'open' && status !== 'closed';
  return isEarly && reason !== undefined ? reasonTexts[reason] : undefined;
}

function feesOf({ main, stop }: Legs): Record<string, string> {
  const fees: Record<string, string> = {};
  // Both legs of an OCO are of one side and one market, so they pay in one asset.
  const filled = main.filled + (stop?.filled ?? 0);
  if (filled > 0) fees[main.feeAsset] = amountText(main.fee + (stop?.fee ?? 0n));
  return fees;
}

export function toFill(
  order: VenueOrderState,
  { at, order: own, fill }: Extract<EngineEvent, { type: 'filled' }>,
  instrument: Instrument,
): VenueFill {
  return {
    venueTradeId: String(fill.tradeId),
    venueOrderId: order.venueOrderId,
    clientId: order.clientId,
    symbol: order.symbol,
    marketType: order.marketType,
    side: order.side,
    leg: own.positionLeg,
    price: priceOf(instrument, fill.ticks),
    quantity: baseText(instrument, fill.lots),
    fee: amountText(fill.fee),
    feeAsset: fill.feeAsset,
    liquidity: fill.liquidity,
    atMs: at,
    sequence: String(fill.tradeId),
  };
}

export function priceOf({ tick }: Instrument, ticks: number): number {
  return Number(amountText(BigInt(ticks) * tick));
}

export function baseText({ lot }: Instrument, lots: number): string {
  return amountText(BigInt(lots) * lot);
}

/** Maps the engine's refusals that callers tell apart; the others become OTHER. */
export function rejectCodeOf(reason: keyof typeof reasonTexts, isSpot: boolean): RejectCode {
  switch (reason) {
    case 'INSUFFICIENT_BALANCE':
      return isSpot ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_MARGIN';
    case 'ABOVE_POSITION_LIMIT':
      return 'INSUFFICIENT_MARGIN';
    case 'WOULD_TAKE':
      return 'WOULD_TAKE';
    case 'WOULD_TRIGGER':
      return 'WOULD_TRIGGER';
    case 'REDUCE_ONLY_NOTHING':
      return 'NOTHING_TO_REDUCE';
    case 'NO_LIQUIDITY':
      return 'NO_LIQUIDITY';
    case 'CANNOT_FILL_ALL':
      return 'CANNOT_FILL';
    default:
      return 'OTHER';
  }
}
