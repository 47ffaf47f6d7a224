import { endpoint, type NoFields } from '../../../shared/live/endpoint.ts';

export const serverTime = endpoint<NoFields>('GET', 'public', 'Time');

export const keyInfo = endpoint<NoFields>('POST', 'private', 'GetApiKeyInfo');

export const streamToken = endpoint<NoFields>('POST', 'private', 'GetWebSocketsToken');

/** The terms of AddOrder that ccxt's `createOrder` does not take one by one, in ccxt's words. */
export interface OrderTerms {
  readonly clientOrderId: string;
  readonly oflags: 'fciq';
  readonly postOnly: true | undefined;
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | undefined;
  readonly stopLossPrice: string | undefined;
  readonly takeProfitPrice: string | undefined;
}

/** The part of AddOrder that is written when the request is signed. */
export interface OrderDeadline {
  readonly deadline: string;
}

/** CancelOrder in the words of ccxt's `cancelOrder`. */
export interface OrderCancel {
  readonly clientOrderId: string;
}

/** Requests each fill separately, not all of one order together at their mean price. */
interface EachFill {
  readonly consolidate_taker: 'false';
}

/** QueryOrders as ccxt's `fetchOrder` sends it, with the id beside. */
export type OrderById = EachFill;

export interface OrdersById extends EachFill {
  /** Ids with a comma between them. */
  readonly txid: string;
  readonly trades: 'true';
}

export const ordersById = endpoint<OrdersById>('POST', 'private', 'QueryOrders');

export interface OpenOrders {
  readonly trades: 'true';
  readonly cl_ord_id: string | undefined;
}

export const openOrders = endpoint<OpenOrders>('POST', 'private', 'OpenOrders');

export interface ClosedOrders extends Partial<EachFill> {
  readonly trades: 'true';
  readonly cl_ord_id?: string | undefined;
  /** In seconds; the order's end counts. */
  readonly start?: string | undefined;
  readonly ofs?: string | undefined;
}

export const closedOrders = endpoint<ClosedOrders>('POST', 'private', 'ClosedOrders');

export interface TradesById {
  /** Ids with a comma between them. */
  readonly txid: string;
}

export const tradesById = endpoint<TradesById>('POST', 'private', 'QueryTrades');

export interface TradesHistory extends EachFill {
  /** In seconds; it is left out itself. */
  readonly start: number;
  readonly end: number | undefined;
  readonly ofs: number;
}

export const tradesHistory = endpoint<TradesHistory>('POST', 'private', 'TradesHistory');

export interface TradeVolume {
  /** The name of a pair on spot. */
  readonly pair: string | readonly Derivative[];
}

interface Derivative {
  readonly asset: string;
  readonly aclass: 'derivatives';
}

export const tradeVolume = endpoint<TradeVolume>('POST', 'private', 'TradeVolume');

export interface CancelAllAfter {
  /** In seconds; zero switches the timer off. */
  readonly timeout: number;
}

export const cancelAllAfter = endpoint<CancelAllAfter>('POST', 'private', 'CancelAllOrdersAfter');

export interface WalletTransfer {
  readonly asset: string;
  readonly amount: string;
  readonly from: 'Spot Wallet';
  readonly to: 'Futures Wallet';
}

export const walletTransfer = endpoint<WalletTransfer>('POST', 'private', 'WalletTransfer');

/** The message that opens the stream of executions. */
export interface ExecutionsSubscribe {
  readonly method: 'subscribe';
  readonly params: {
    readonly channel: 'executions';
    readonly snap_orders: boolean;
    readonly snap_trades: boolean;
    readonly token: string;
  };
}
