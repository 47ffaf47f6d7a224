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

/** An order as the exchange has it, in nobody's language: what adapters are held against. */
export interface TrueOrder {
  /** `BASE/QUOTE`, with `:SETTLE` for contracts. */
  readonly market: string;
  readonly side: Side;
  /** What the exchange understood; a pair is two orders. */
  readonly type: LegType;
  readonly timeInForce: TimeInForce;
  readonly isReduceOnly: boolean;
  /** The position it opens or reduces, of an account in hedge mode. */
  readonly leg: PositionLeg | undefined;
  readonly status: OrderStatus;
  /** Why it ended, where the exchange ended it. */
  readonly reason: Reason | undefined;
  /** Of the base; of an inverse contract in its quote. Decimal text, as all that follows. */
  readonly quantity: string;
  readonly filled: string;
  readonly trades: readonly TrueTrade[];
}

/** An execution, once. */
export interface TrueTrade {
  readonly quantity: string;
  readonly price: string;
  /** In the quote; of an inverse contract in its base. */
  readonly worth: string;
}

export function toTrueOrder({ market, state, trades }: OrderRecord): TrueOrder {
  return {
    market: market.name,
    ...{ side: state.side, type: state.type, timeInForce: state.timeInForce },
    isReduceOnly: state.reduceOnly,
    leg: state.positionLeg,
    ...{ status: state.status, reason: state.reason },
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
