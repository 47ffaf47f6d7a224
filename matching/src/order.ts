import type { Reason } from './reasons.ts';
import type { OrderType, PositionLeg, Side, TimeInForce } from './rules.ts';

/** An order as requested. Prices and quantities are decimal text on the grid. */
export interface OrderRequest {
  readonly orderId: string;
  readonly clientOrderId?: string;
  readonly accountId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly quantity: string;
  /** Price of limit and `_limit` orders; of the limit leg of an OCO. */
  readonly price?: string;
  readonly stopPrice?: string;
  /** Distance of a trailing stop in ppm of the price: 15000 is 1.5 percent. */
  readonly trailingPpm?: number;
  /** Id of an OCO's stop leg; `orderId` is its limit leg. */
  readonly stopOrderId?: string;
  /** Makes the stop leg of an OCO a stop_loss_limit. */
  readonly stopLimitPrice?: string;
  readonly timeInForce?: TimeInForce;
  readonly reduceOnly?: boolean;
}

export type OrderStatus = 'open' | 'closed' | 'canceled' | 'expired' | 'rejected';
/** An OCO is kept as its two legs. */
export type LegType = Exclude<OrderType, 'oco'>;

/** An order in the engine; every amount in it is exact and cumulative. */
export interface Order {
  readonly orderId: string;
  readonly clientOrderId: string | undefined;
  readonly accountId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: LegType;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  /** Its place in the order of joining its queue; renewed when it triggers. */
  rank: number;
  /** In lots. Shrinks when a reduce-only order or an OCO's stop leg is cut. */
  quantity: number;
  filled: number;
  readonly price: number | undefined;
  /**
   * Stop in ticks; of a trailing stop its start, while its current place follows from `extreme`.
   */
  readonly stop: number | undefined;
  readonly trailingPpm: number | undefined;
  /** Best reference price since a trailing stop was placed, in half ticks. */
  extreme: number | undefined;
  isTriggered: boolean;
  status: OrderStatus;
  reason: Reason | undefined;
  /** Sum of ticks × lots over the fills: divided by `filled` it is the average price in ticks. */
  tickLots: bigint;
  /** Sum of ppm × amount over the fills; `fee` is that sum in whole units, rounded up once. */
  feeParts: bigint;
  fee: bigint;
  readonly feeAsset: string;
  reserved: bigint;
  /** Its lots that only close a position and hold no margin. */
  closing: number;
  readonly reservedAsset: string;
  readonly siblingId: string | undefined;
  readonly leg: 'limit' | 'stop' | undefined;
  /** The position that it opens or reduces, for an account in hedge mode. */
  readonly positionLeg: PositionLeg | undefined;
  /** Lots of the feed ahead of it at its price; undefined while that level is out of view. */
  ahead: number | undefined;
  readonly createdAt: number;
  updatedAt: number;
}

/** A copy of an order at the moment of an event. */
export type OrderSnapshot = Readonly<Order>;

export function remainingLots(order: Order): number {
  return order.quantity - order.filled;
}

export function isOpen(order: Order): boolean {
  return order.status === 'open';
}

/** True while it has not been triggered. */
export function isWaiting({ type, isTriggered }: Order): boolean {
  return type !== 'limit' && type !== 'market' && !isTriggered;
}

/**
 * Copies field by field, so that every copy has the same keys in the same order, also after a
 * restore.
 */
export function snapshotOf(order: Order): Order {
  return {
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    accountId: order.accountId,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    rank: order.rank,
    quantity: order.quantity,
    filled: order.filled,
    price: order.price,
    stop: order.stop,
    trailingPpm: order.trailingPpm,
    extreme: order.extreme,
    isTriggered: order.isTriggered,
    status: order.status,
    reason: order.reason,
    tickLots: order.tickLots,
    feeParts: order.feeParts,
    fee: order.fee,
    feeAsset: order.feeAsset,
    reserved: order.reserved,
    closing: order.closing,
    reservedAsset: order.reservedAsset,
    siblingId: order.siblingId,
    leg: order.leg,
    positionLeg: order.positionLeg,
    ahead: order.ahead,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
  };
}
