import type { BookLevel, Command } from './commands.ts';
import type { OrderSnapshot } from './order.ts';
import type { Reason } from './reasons.ts';
import type { MarginMode, PositionLeg, Side } from './rules.ts';

/** One execution, as its order sees it. */
export interface Fill {
  readonly tradeId: number;
  readonly ticks: number;
  readonly lots: number;
  /** Worth in the quote, or in the base of an inverse contract. */
  readonly value: bigint;
  readonly fee: bigint;
  readonly feeAsset: string;
  readonly liquidity: 'maker' | 'taker';
  /** Profit this execution took. */
  readonly realised: bigint;
}

interface OrderEvent {
  readonly at: number;
  /** The order after the event: it is cumulative, so that receiving it twice does no harm. */
  readonly order: OrderSnapshot;
}

interface Told {
  readonly reason: Reason;
  readonly text: string;
}

/** A change, in the order in which they happened; wallets and positions follow at the end. */
export type EngineEvent =
  | (OrderEvent & { readonly type: 'accepted' | 'triggered' | 'trailed' })
  | (OrderEvent & Told & { readonly type: 'rejected' | 'canceled' | 'expired' })
  /** The quantity was cut; the rest goes on. */
  | (OrderEvent & Told & { readonly type: 'amended' })
  | (OrderEvent & { readonly type: 'filled'; readonly fill: Fill })
  /** The client id was used before: this is its order, or the known ids of a forgotten one. */
  | {
      readonly type: 'duplicate';
      readonly at: number;
      readonly orderId: string;
      readonly order: OrderSnapshot | undefined;
    }
  | (Told & { readonly type: 'refused'; readonly at: number; readonly command: Command['type'] })
  | {
      readonly type: 'wallet';
      readonly at: number;
      readonly accountId: string;
      readonly asset: string;
      readonly total: bigint;
      readonly reserved: bigint;
    }
  | {
      readonly type: 'position';
      readonly at: number;
      readonly accountId: string;
      readonly symbol: string;
      readonly positionLeg: PositionLeg | undefined;
      readonly lots: number;
      readonly cost: bigint;
      readonly margin: bigint;
      readonly realised: bigint;
      readonly leverage: number;
      readonly marginMode: MarginMode;
      readonly funding: bigint;
      readonly updatedAt: number;
    }
  | {
      readonly type: 'transferred';
      readonly at: number;
      readonly from: string;
      readonly to: string;
      readonly asset: string;
      readonly amount: bigint;
    }
  /** Profit that contracts of each kind had earned until then. */
  | {
      readonly type: 'collected';
      readonly at: number;
      readonly accountId: string;
      readonly asset: string;
      readonly linear: bigint;
      readonly inverse: bigint;
    }
  | FundingEvent
  | LiquidatedEvent
  | ExchangedEvent
  /** A debt of an account that had nothing left to pay with: nobody pays it. */
  | {
      readonly type: 'covered';
      readonly at: number;
      readonly accountId: string;
      readonly asset: string;
      readonly amount: bigint;
    }
  /** A trade of the closed book, for everybody to see. */
  | {
      readonly type: 'trade';
      readonly at: number;
      readonly symbol: string;
      readonly tradeId: number;
      readonly ticks: number;
      readonly lots: number;
      readonly takerSide: Side;
    }
  /** Changed levels of the closed book with their current lots; 0 lots: removed. */
  | {
      readonly type: 'depth';
      readonly at: number;
      readonly symbol: string;
      readonly sequence: number;
      readonly bids: readonly BookLevel[];
      readonly asks: readonly BookLevel[];
    };

/** The amount that a position received, or paid when below zero, at the mark. */
export interface FundingEvent {
  readonly type: 'funding';
  readonly at: number;
  readonly accountId: string;
  readonly symbol: string;
  readonly positionLeg: PositionLeg | undefined;
  readonly asset: string;
  readonly amount: bigint;
  readonly rate: bigint;
  readonly lots: number;
  readonly markTicks: number;
  readonly fundedAt: number;
}

/** Collateral that was sold at its price for a debt of a liquidation: no book is consumed. */
export interface ExchangedEvent {
  readonly type: 'exchanged';
  readonly at: number;
  readonly accountId: string;
  readonly tradeId: number;
  readonly paidAsset: string;
  readonly paid: bigint;
  /** The asset that was owed, and the amount of it that is paid now. */
  readonly asset: string;
  readonly amount: bigint;
}

/** A whole position closed at the mark because its account could not keep it. */
export interface LiquidatedEvent {
  readonly type: 'liquidated';
  readonly at: number;
  readonly accountId: string;
  readonly symbol: string;
  readonly positionLeg: PositionLeg | undefined;
  readonly tradeId: number;
  /** Side of the closing. */
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
  /** Worth in the quote, or in the base of an inverse contract. */
  readonly value: bigint;
  readonly fee: bigint;
  readonly feeAsset: string;
  /** Profit taken, including the covered amount. */
  readonly realised: bigint;
  /** The part of the loss beyond the funds: nobody pays it. */
  readonly covered: bigint;
}
