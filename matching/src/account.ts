import type { Closers } from './closers.ts';
import type { Order } from './order.ts';
import type { MarginMode, PositionLeg } from './rules.ts';

/** An account's balance of an asset: free is total minus reserved. */
export interface Wallet {
  readonly accountId: string;
  readonly asset: string;
  total: bigint;
  /** Exactly the sum of the amounts that its open orders and positions hold. */
  reserved: bigint;
  /**
   * Amount that contracts of each kind have brought into the wallet since it was last collected:
   * profit and funding less fees, with the amounts that liquidations covered.
   */
  readonly earned: Earned;
}

export interface Earned {
  linear: bigint;
  inverse: bigint;
}

/** An account's exposure in one derivative: one a symbol, in hedge mode one a symbol and leg. */
export interface Position {
  readonly accountId: string;
  readonly symbol: string;
  /** Undefined in one-way mode. A long leg is never below zero, a short one never above. */
  readonly positionLeg: PositionLeg | undefined;
  /** Lots: above zero long, below zero short. */
  lots: number;
  /**
   * Entry value of the open lots in the settle asset. Its sign is the direction in which the worth
   * of the position moves with it: wallet total minus cost changes by exactly the value traded.
   */
  cost: bigint;
  margin: bigint;
  /** Profit taken so far, without fees, with the amount that a liquidation covered. */
  realised: bigint;
  leverage: number;
  marginMode: MarginMode;
  /** Received less paid so far. */
  funding: bigint;
  /** Time when its lots, leverage or mode last changed. */
  updatedAt: number;
}

export interface Account {
  readonly accountId: string;
  /** True while it may hold a long and a short position of one contract at once. */
  isHedged: boolean;
  /**
   * The part of each asset's worth that backs the account's contracts, in millionths; all assets
   * back them together. Undefined when each wallet backs only the contracts that settle in it.
   */
  collateral: ReadonlyMap<string, bigint> | undefined;
  readonly wallets: Map<string, Wallet>;
  /** By `positionKey`. */
  readonly positions: Map<string, Position>;
  /** Per symbol. Rebuilt from the orders on restore. */
  readonly open: Map<string, OpenOrders>;
}

/** Open orders of an account in one symbol, by id and in the order of their rank. */
export interface OpenOrders {
  readonly all: Map<string, Order>;
  readonly reducing: Map<string, Order>;
  /** The others by side, without the stop legs of OCOs: their limit legs count for both. */
  readonly buy: Closers;
  readonly sell: Closers;
}
