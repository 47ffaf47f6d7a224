import type { Fill, OrderSnapshot } from '@windlass/matching';
import type { Market } from './market.ts';

/** What a key may do. */
export interface KeyRights {
  readonly spot: boolean;
  readonly contracts: boolean;
  readonly withdrawals: boolean;
  readonly isBoundToAddresses: boolean;
}

/** The ways to margin a unified account, at exchanges that have such beside others. */
export type UnifiedMode = 'single_currency' | 'multi_currency' | 'portfolio';

/** Who trades an account that has no key of its own, and what it is to them. */
export interface LedBy {
  readonly as: 'vault' | 'subAccount';
  readonly address: string;
}

/** A customer. Every wallet of it is an account of the engine. */
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
  /** The one whose key trades a vault or a sub-account, which has no key itself. */
  readonly ledBy: LedBy | undefined;
}

/** Words of the protocol that come back with the order. */
export type Words = Readonly<Record<string, string>>;

/** An execution as its order has it. */
export interface Trade extends Fill {
  readonly order: OrderRecord;
  readonly at: number;
}

export interface OrderRecord {
  readonly id: number;
  readonly account: Account;
  readonly market: Market;
  readonly clientOrderId: string;
  readonly words: Words;
  /** Both legs of a pair have it. */
  readonly pairId: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** As the engine has it now. */
  readonly state: OrderSnapshot;
  /** What it is on the book once its stop was reached, where an exchange makes a new order then. */
  readonly child: { readonly id: number; readonly at: number } | undefined;
  readonly trades: readonly Trade[];
}

/** Something that happened to an order, with the order as it was right then. */
export interface OrderNews {
  readonly kind: 'accepted' | 'triggered' | 'filled' | 'canceled' | 'expired' | 'changed';
  readonly order: OrderRecord;
  /** What filled, where something did. */
  readonly trade: Trade | undefined;
}

/** An order waits for its stop price as long as it is open and was not set off. */
export function isWaiting({ state }: OrderRecord): boolean {
  const isStop = state.stop !== undefined || state.trailingPpm !== undefined;
  return state.status === 'open' && isStop && !state.isTriggered;
}

export function isOpen({ state }: OrderRecord): boolean {
  return state.status === 'open';
}
