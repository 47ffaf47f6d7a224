import type { Account } from '../model/account.ts';
import type { MarketType, OrderType, Side, TimeInForce } from '../model/order.ts';
import type { AccountCheck } from '../venues/accountPort.ts';
import type { WalletName } from '../venues/perpsPort.ts';
import type { VenueBalances, VenueOrder, VenueOrderState } from '../venues/venuePort.ts';
import type { OrderChange } from './normalise.ts';
import type { OrderEvents } from './orderEvents.ts';
import type { StoredOrder } from './orderStore.ts';

export type { OrderEvents } from './orderEvents.ts';
export type { OrderStore, StoredOrder, StoredStatus } from './orderStore.ts';

/** An order as it is requested; its symbol and account are only names yet. */
export interface OrderDraft {
  readonly accountId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  /** Quantity in base units. */
  readonly quantity: number;
  readonly price?: number | undefined;
  readonly stopPrice?: number | undefined;
  /** Trailing distance in percent. */
  readonly trailingDelta?: number | undefined;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  /** The caller's own id for the order. */
  readonly clientOrderId?: string | undefined;
  /** Undefined means swap when the symbol has a settle asset, else spot. */
  readonly marketType?: MarketType | undefined;
}

/** The sender of an order: a key, or an algorithm or plan on its behalf. */
export interface OrderSender {
  readonly actorId: string;
  readonly parentId?: string | undefined;
  /**
   * True when the order closes what its own algorithm opened, so that the account's limits do not
   * apply. Only the host of algorithms sets it, and it never lets more be closed than the algorithm
   * holds.
   */
  readonly isClosing?: boolean | undefined;
  /** Milliseconds after its creation in which the order may leave; five seconds by default. */
  readonly sendWithinMs?: number | undefined;
}

/** An order with what its checks need to know about its sender. */
export interface SentDraft extends OrderDraft, Pick<OrderSender, 'isClosing'> {}

/** The order that a caller means. */
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

/** An order that passed every check, in the form that the venue receives. */
export interface PreparedOrder {
  readonly account: Account;
  /** The order without its ids. */
  readonly order: Omit<VenueOrder, 'clientId'>;
  /** The numbers that were rounded to the market's steps. */
  readonly changes: readonly OrderChange[];
  /** Value of the order, rounded up; reserved from the daily limit unless the order is exempt. */
  readonly valueMicroUsd: number;
  /** True when the account's limits do not apply to the order. */
  readonly isExempt: boolean;
  /** USD value of one unit of the quote. */
  readonly quoteUsd: number;
}

/** An order as it is stored, or as its venue reports it when nothing is stored. */
export type OrderView =
  | {
      readonly stored: StoredOrder;
      /** Time since the venue reported it; undefined when it was asked just now. */
      readonly ageMs?: number | undefined;
      /** Set when the exchange took a cancel whose result is not seen yet. */
      readonly isCancelTaken?: true;
    }
  | {
      readonly state: VenueOrderState;
      /** Undefined for an order that was not created here. */
      readonly clientOrderId: string | undefined;
    };

/** The result of a cancel of everything. */
export interface CancelAllOutcome {
  readonly canceled: number;
  /** Orders that may still be open, with the reason. */
  readonly failed: readonly { readonly orderId: string; readonly reason: string }[];
}

export interface AccountBalances {
  readonly account: Account;
  readonly balances: VenueBalances;
  /** Time since the balances were asked for; undefined if that was just now. */
  readonly ageMs?: number | undefined;
}

export interface DailyLimit {
  /** UTC day, YYYY-MM-DD. */
  readonly day: string;
  readonly limitMicroUsd: number;
  readonly usedMicroUsd: number;
  readonly orders: number;
}

/** Executes orders of all accounts. Every method rejects with an `AppError` that says why. */
export interface Execution {
  /**
   * Sends an order and returns it as the venue has it. The same client order id returns the first
   * order for ever. Rejects with NETWORK_ERROR and `order_status` unknown when the outcome is
   * unknown.
   */
  submit(draft: OrderDraft, sender: OrderSender): Promise<StoredOrder>;
  /** Does everything that `submit` does before it stores and sends. */
  preview(draft: OrderDraft): Promise<PreparedOrder>;
  /** Asks the venue for an order, and stores its answer. */
  order(query: OrderQuery): Promise<OrderView>;
  cancel(query: OrderQuery): Promise<OrderView>;
  openOrders(query: OpenOrdersQuery): Promise<readonly OrderView[]>;
  balances(accountId: string, marketType: MarketType): Promise<AccountBalances>;
  /** Returns the balances of a wallet that transfers reach and that trading does not use. */
  walletBalances(accountId: string, wallet: WalletName): Promise<AccountBalances>;
  /**
   * Returns the balances of a market type; a remembered answer when our own limits delay the
   * request.
   */
  knownBalances(accountId: string, marketType: MarketType): Promise<AccountBalances>;
  dailyLimit(accountId: string): Promise<DailyLimit>;
  /** Cancels all open orders of the account. */
  cancelAll(account: Account): Promise<CancelAllOutcome>;
  /** Checks the account at its venue without trading; each finding says what it means. */
  verify(account: Account): Promise<readonly AccountCheck[]>;
  readonly events: OrderEvents;
}
