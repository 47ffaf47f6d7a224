import {
  amountText,
  type LegType,
  type OrderStatus,
  type PositionLeg,
  type Reason,
  type Side,
  type TimeInForce,
} from '@windlass/matching';
import type { Market } from './market.ts';
import type { OrderRecord, Trade } from './records.ts';

/** An order as the exchange has it, in neutral terms: adapters are checked against it. */
export interface TrueOrder {
  /** `BASE/QUOTE`, with `:SETTLE` for contracts. */
  readonly market: string;
  readonly side: Side;
  /** Order type as the exchange understood it; a pair is two orders. */
  readonly type: LegType;
  readonly timeInForce: TimeInForce;
  readonly isReduceOnly: boolean;
  /** Leg that it opens or reduces, for an account in hedge mode. */
  readonly leg: PositionLeg | undefined;
  readonly status: OrderStatus;
  /** Why the exchange ended it, if it did. */
  readonly reason: Reason | undefined;
  /** In the base; for an inverse contract in its quote. Decimal text, like all the others below. */
  readonly quantity: string;
  readonly filled: string;
  readonly trades: readonly TrueTrade[];
}

/** One execution. */
export interface TrueTrade {
  readonly quantity: string;
  readonly price: string;
  /** In the quote; for an inverse contract in its base. */
  readonly worth: string;
}

export function toTrueOrder({ market, state, trades }: OrderRecord): TrueOrder {
  return {
    market: market.name,
    side: state.side,
    type: state.type,
    timeInForce: state.timeInForce,
    isReduceOnly: state.reduceOnly,
    leg: state.positionLeg,
    status: state.status,
    reason: state.reason,
    quantity: quantityOf(market, state.quantity),
    filled: quantityOf(market, state.filled),
    trades: trades.map((trade) => toTrueTrade(market, trade)),
  };
}

function toTrueTrade(market: Market, { lots, ticks, value }: Trade): TrueTrade {
  return {
    quantity: quantityOf(market, lots),
    price: amountText(BigInt(ticks) * market.instrument.tick),
    worth: amountText(value),
  };
}

function quantityOf({ instrument }: Market, lots: number): string {
  return amountText(BigInt(lots) * instrument.quoteLot);
}
