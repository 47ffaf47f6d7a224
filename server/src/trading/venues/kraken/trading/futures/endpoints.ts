import { endpoint, type NoFields } from '../../../shared/live/endpoint.ts';

/** Names one product in the venue's own words. */
export interface OneProduct {
  readonly symbol: string;
}

export const tickerOf = endpoint<OneProduct>('GET', 'public', 'tickers/{symbol}');

export const allTickers = endpoint<NoFields>('GET', 'public', 'tickers');

export interface MarkCharts {
  readonly price_type: 'mark';
  readonly symbol: string;
  readonly interval: '1m';
  /** Seconds since the epoch, both of them included. */
  readonly from: number;
  readonly to: number;
}

export const markCharts = endpoint<MarkCharts>('GET', 'charts', '{price_type}/{symbol}/{interval}');

export interface KeyCheck {
  readonly version: 'v1';
}

export const keyCheck = endpoint<KeyCheck>('GET', 'auth', 'api-keys/v3/check');

/** The terms of sendorder that ccxt's `createOrder` does not take one by one. */
export interface OrderTerms {
  readonly clientOrderId: string;
  readonly orderType: 'lmt' | 'ioc' | 'fok' | 'post' | 'mkt' | 'stp' | 'take_profit';
  readonly stopPrice: string | undefined;
  readonly triggerSignal: 'last' | undefined;
  readonly reduceOnly: true | undefined;
}

/** The part of sendorder that is written when the request is signed. */
export interface OrderDeadline {
  readonly processBefore: string;
}

/** Our own name of an order, which ccxt's `cancelOrder` sends instead of the venue's id. */
export interface OrderCancel {
  readonly cliOrdId: string;
}

export interface CancelAllAfter {
  /** In seconds; zero switches the timer off. */
  readonly timeout: number;
}

export const cancelAllAfter = endpoint<CancelAllAfter>('POST', 'private', 'cancelallordersafter');

export const openOrders = endpoint<NoFields>('GET', 'private', 'openorders');

/** Names an order by one of its two ids. */
export interface OrderStatus {
  readonly cliOrdIds?: string | undefined;
  readonly orderIds?: string | undefined;
}

export const orderStatus = endpoint<OrderStatus>('GET', 'private', 'orders/status');

export interface OrderHistory {
  readonly tradeable: string;
  readonly sort: 'desc';
  /** In milliseconds since the epoch. */
  readonly since: number | undefined;
  /** The end of the last page. */
  readonly continuation_token: string | undefined;
}

export const orderHistory = endpoint<OrderHistory>('GET', 'history', 'orders');

export const triggerHistory = endpoint<OrderHistory>('GET', 'history', 'triggers');

export interface FillsBefore {
  /** The newest fills of all when undefined, and those before this time otherwise. */
  readonly lastFillTime: string | undefined;
}

export const fillsBefore = endpoint<FillsBefore>('GET', 'private', 'fills');

export interface AccountLog {
  readonly sort: 'asc' | 'desc';
  readonly count: number;
  /** In milliseconds since the epoch. */
  readonly since: number | undefined;
  /** Numbers of rows, which no page before the first one has. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export const accountLog = endpoint<AccountLog>('GET', 'history', 'account-log');

export const openPositions = endpoint<NoFields>('GET', 'private', 'openpositions');

export const wallets = endpoint<NoFields>('GET', 'private', 'accounts');

/** The name of a wallet, for ccxt's `fetchBalance`. */
export interface WalletBalance {
  readonly type: 'cash' | 'flex';
}

export const leverageOf = endpoint<OneProduct>('GET', 'private', 'leveragepreferences');

export const allLeverages = endpoint<NoFields>('GET', 'private', 'leveragepreferences');

export interface LeverageSet extends OneProduct {
  /** A contract without a leverage of its own is in cross. */
  readonly maxLeverage: number | undefined;
}

export const leverageSet = endpoint<LeverageSet>('PUT', 'private', 'leveragepreferences');

export interface WalletTransfer {
  readonly fromAccount: string;
  readonly toAccount: string;
  readonly unit: string;
  readonly amount: string;
}

export const walletTransfer = endpoint<WalletTransfer>('POST', 'private', 'transfer');

export interface SpotWithdrawal {
  readonly currency: string;
  readonly amount: string;
  readonly sourceWallet: string;
}

export const spotWithdrawal = endpoint<SpotWithdrawal>('POST', 'private', 'withdrawal');

/** Asks for the text that the next messages sign. */
export interface ChallengeAsk {
  readonly event: 'challenge';
  readonly api_key: string;
}

/** A message that subscribes to a feed of the account, signed by the owner of the secret. */
export interface FeedSubscribe {
  readonly event: 'subscribe';
  readonly feed: string;
  readonly api_key: string | undefined;
  readonly original_challenge: string;
  readonly signed_challenge: string;
}

export interface HeartbeatSubscribe {
  readonly event: 'subscribe';
  readonly feed: 'heartbeat';
}
