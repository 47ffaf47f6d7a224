import type { OrderRequest } from './order.ts';
import type { InstrumentRules, MarginMode, Side } from './rules.ts';

/** Price in ticks and quantity in lots. */
export type BookLevel = readonly [ticks: number, lots: number];

export type ContractKind = 'linear' | 'inverse';

export interface CollateralRate {
  readonly asset: string;
  /** The part of its worth that counts, in parts in a million. */
  readonly ratePpm: number;
}

interface At {
  /** Epoch ms; the engine has no clock. */
  readonly at: number;
}

/** Everything that changes an engine. */
export type Command = At &
  (
    | { readonly type: 'define'; readonly rules: InstrumentRules }
    | { readonly type: 'openAccount'; readonly accountId: string }
    /** Moves money in, or out when negative. */
    | {
        readonly type: 'deposit';
        readonly accountId: string;
        readonly asset: string;
        readonly amount: bigint;
        /** Counts the amount as earned by contracts of that kind, too. */
        readonly part?: ContractKind;
      }
    /** Between two accounts of the engine: the wallets of one customer. */
    | {
        readonly type: 'transfer';
        readonly from: string;
        readonly to: string;
        readonly asset: string;
        readonly amount: bigint;
      }
    /**
     * Counts past earnings as the wallet's own: of one asset, or of all; by contracts of the named
     * kinds, or of both.
     */
    | {
        readonly type: 'collect';
        readonly accountId: string;
        readonly asset?: string;
        readonly kinds?: readonly ContractKind[];
      }
    | {
        readonly type: 'setLeverage';
        readonly accountId: string;
        readonly symbol: string;
        readonly leverage: number;
      }
    | {
        readonly type: 'setMarginMode';
        readonly accountId: string;
        readonly symbol: string;
        readonly marginMode: MarginMode;
      }
    /** Two positions of each contract instead of one, or one again. */
    | { readonly type: 'setPositionMode'; readonly accountId: string; readonly isHedged: boolean }
    /**
     * Lets the assets named back the contracts of an account together, or, with none, each wallet
     * those that settle in it. One without a price stands by itself.
     */
    | {
        readonly type: 'setCollateral';
        readonly accountId: string;
        readonly assets: readonly CollateralRate[];
      }
    /** Sets the worth of a whole unit of an asset as collateral, in dollars of 10^-18. */
    | { readonly type: 'price'; readonly asset: string; readonly price: bigint }
    | FundingCommand
    | { readonly type: 'submit'; readonly order: OrderRequest }
    | { readonly type: 'cancel'; readonly accountId: string; readonly orderId: string }
    | { readonly type: 'cancelAll'; readonly accountId: string; readonly symbol?: string }
    /** Forgets an ended order; its client id stays taken. No time passes by it. */
    | { readonly type: 'forget'; readonly accountId: string; readonly orderId: string }
    | FeedCommand
  );

/** Settles a funding window: every open position pays or receives at the mark. */
export interface FundingCommand {
  readonly type: 'funding';
  readonly symbol: string;
  /** Share of the value for this window, in 10^-18. Above zero the longs pay the shorts. */
  readonly rate: bigint;
  /** Epoch ms of the window, later for each. */
  readonly fundedAt: number;
}

/** Data of the outside market. Both drivers take marks; only the feed driver the rest. */
export type FeedCommand =
  /** The whole visible book, best levels first. Empty sides: no usable book. */
  | {
      readonly type: 'book';
      readonly symbol: string;
      readonly bids: readonly BookLevel[];
      readonly asks: readonly BookLevel[];
    }
  | {
      readonly type: 'trade';
      readonly symbol: string;
      readonly ticks: number;
      readonly lots: number;
      readonly takerSide: Side;
    }
  | { readonly type: 'last' | 'mark'; readonly symbol: string; readonly ticks: number };
