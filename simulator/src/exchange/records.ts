import type { Fill, OrderSnapshot } from '@windlass/matching';
import type { Market } from './market.ts';

/** Rights of a key. */
export interface KeyRights {
  readonly spot: boolean;
  readonly contracts: boolean;
  readonly withdrawals: boolean;
  readonly isBoundToAddresses: boolean;
}

/** Margin modes of a unified account, on exchanges that also have other accounts. */
export type UnifiedMode = 'single_currency' | 'multi_currency' | 'portfolio';

/** Address whose key trades an account that has no key, and what the account is to it. */
export interface LedBy {
  readonly as: 'vault' | 'subAccount';
  readonly address: string;
}

/** A customer. Each of its wallets is an account of the engine. */
export interface Account {
  readonly number: number;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string | undefined;
  readonly rights: KeyRights;
  /** True in hedge mode; see `Accounts.setHedged`. */
  readonly isHedged: boolean;
  readonly isPortfolioMargin: boolean;
  /** Set for a unified account, which pays for all markets from one wallet. */
  readonly unifiedMode: UnifiedMode | undefined;
  readonly owner: string | undefined;
  /** The account whose key trades a vault or a sub-account, which has no key itself. */
  readonly ledBy: LedBy | undefined;
}

/** Words of the protocol that the answers about an order repeat. */
export type ProtocolFields = Readonly<Record<string, string>>;

/** A fill with its order. */
export interface Trade extends Fill {
  readonly order: OrderRecord;
  readonly at: number;
}

export interface OrderRecord {
  readonly id: number;
  readonly account: Account;
  readonly market: Market;
  readonly clientOrderId: string;
  readonly words: ProtocolFields;
  /** The same for both legs of a pair. */
  readonly pairId: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The engine's current state of the order. */
  readonly state: OrderSnapshot;
  /** The new order on the book, on exchanges that make one when the stop price is reached. */
  readonly child: { readonly id: number; readonly at: number } | undefined;
  readonly trades: readonly Trade[];
}

/** A change of an order, with the order as it was at that moment. */
export interface OrderChange {
  readonly kind: 'accepted' | 'triggered' | 'filled' | 'canceled' | 'expired' | 'changed';
  readonly order: OrderRecord;
  /** The fill, when there was one. */
  readonly trade: Trade | undefined;
}

/** Returns whether an order waits for its stop price: it is open and was not triggered yet. */
export function isWaiting({ state }: OrderRecord): boolean {
  const isStop = state.stop !== undefined || state.trailingPpm !== undefined;
  return state.status === 'open' && isStop && !state.isTriggered;
}

export function isOpen({ state }: OrderRecord): boolean {
  return state.status === 'open';
}
