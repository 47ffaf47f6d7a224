import type { Account } from '../model/account.ts';
import type { MarketType, OrderType, Side, TimeInForce } from '../model/order.ts';
import type { WalletName } from '../venues/perpsPort.ts';
import type {
  AccountCheck,
  VenueBalances,
  VenueOrder,
  VenueOrderState,
} from '../venues/venuePort.ts';
import type { OrderChange } from './normalise.ts';
import type { OrderEvents } from './orderEvents.ts';
import type { StoredOrder } from './orderStore.ts';

export type { OrderEvents } from './orderEvents.ts';
export type { OrderStore, StoredOrder, StoredStatus } from './orderStore.ts';

/** An order as somebody asks for it; its symbol and account are only names yet. */
export interface OrderDraft {
  readonly accountId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  /** Base units. */
  readonly quantity: number;
  readonly price?: number | undefined;
  readonly stopPrice?: number | undefined;
  /** Percent. */
  readonly trailingDelta?: number | undefined;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  /** The caller's own name for it. */
  readonly clientOrderId?: string | undefined;
  /** Undefined: swap when the symbol has a settle asset, else spot. */
  readonly marketType?: MarketType | undefined;
}

/** Who sends an order: a key, or an algorithm or plan on its behalf. */
export interface OrderSender {
  readonly actorId: string;
  readonly parentId?: string | undefined;
  /**
   * Gives back what its own algorithm opened, so limits of the account do not bind it. Set by the
   * host of algorithms alone, which never lets more be closed than the algorithm holds.
   */
  readonly isClosing?: boolean | undefined;
  /** For how long after it was created the order may leave; five seconds unless told. */
  readonly sendWithinMs?: number | undefined;
}

/** An order with what its checks need to know of its sender. */
export interface SentDraft extends OrderDraft, Pick<OrderSender, 'isClosing'> {}

/** Which order is meant. */
export interface OrderQuery {
  readonly accountId: string;
  /** The venue's id, ours, or the caller's. */
  readonly name: string;
  readonly symbol?: string | undefined;
  readonly marketType?: MarketType | undefined;
  /** True when the venue need not be asked, if the account's live stream proves the state. */
  readonly mayRecall?: boolean;
}

export interface OpenOrdersQuery {
  readonly accountId: string;
  readonly symbol?: string | undefined;
  readonly marketType?: MarketType | undefined;
}

/** An order that passed every check, as the venue would be asked for it. */
export interface PreparedOrder {
  readonly account: Account;
  /** Everything but the ids. */
  readonly order: Omit<VenueOrder, 'clientId'>;
  /** What was moved to the market's steps. */
  readonly changes: readonly OrderChange[];
  /** What it is worth, rounded up; reserved of the daily limit unless it is exempt. */
  readonly valueMicroUsd: number;
  /** Limits of the account do not bind it. */
  readonly isExempt: boolean;
  /** USD of one unit of the quote. */
  readonly quoteUsd: number;
}

/** An order as it is stored, or as its venue tells it where that is all there is. */
export type OrderView =
  | {
      readonly stored: StoredOrder;
      /** Since the venue told it; undefined where it was asked just now. */
      readonly ageMs?: number | undefined;
      /** The exchange took a cancel of it, and what became of it is not seen yet. */
      readonly isCancelTaken?: true;
    }
  | {
      readonly state: VenueOrderState;
      /** Undefined for an order that was not made here. */
      readonly clientOrderId: string | undefined;
    };

/** What a cancel of everything came to. */
export interface CancelAllOutcome {
  readonly canceled: number;
  /** Orders that may still be open, with the reason. */
  readonly failed: readonly { readonly orderId: string; readonly reason: string }[];
}

export interface AccountBalances {
  readonly account: Account;
  readonly balances: VenueBalances;
  /** The time since they were asked for; undefined if that was just now. */
  readonly ageMs?: number | undefined;
}

export interface DailyLimit {
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  readonly limitMicroUsd: number;
  readonly usedMicroUsd: number;
  readonly orders: number;
}

/** Orders of all accounts. Every verb rejects with an `AppError` that says why. */
export interface Execution {
  /**
   * Sends an order and answers with it as the venue has it. The same client order id answers with
   * the first order for ever. NETWORK_ERROR with `order_status` unknown when nobody knows what
   * became of it.
   */
  submit(draft: OrderDraft, sender: OrderSender): Promise<StoredOrder>;
  /** Everything that `submit` does before it stores and sends. */
  preview(draft: OrderDraft): Promise<PreparedOrder>;
  /** Asks the venue, and stores what it says. */
  order(query: OrderQuery): Promise<OrderView>;
  cancel(query: OrderQuery): Promise<OrderView>;
  openOrders(query: OpenOrdersQuery): Promise<readonly OrderView[]>;
  balances(accountId: string, marketType: MarketType): Promise<AccountBalances>;
  /** Of a wallet that transfers reach and trading is not paid from. */
  walletBalances(accountId: string, wallet: WalletName): Promise<AccountBalances>;
  /** The same, as it was a moment ago where our own limits hold the question back. */
  knownBalances(accountId: string, marketType: MarketType): Promise<AccountBalances>;
  dailyLimit(accountId: string): Promise<DailyLimit>;
  /** Cancels whatever is open at the account. */
  cancelAll(account: Account): Promise<CancelAllOutcome>;
  /** Looks at the account at its venue without trading; each finding says what it means. */
  verify(account: Account): Promise<readonly AccountCheck[]>;
  readonly events: OrderEvents;
}
