import { endpoint, type NoFields } from '../../shared/live/endpoint.ts';
import type { MarketName } from '../symbols.ts';
import type { Listed } from './rows.ts';

/** The next page of a list; the first has no cursor. */
interface Paged {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface Timed {
  readonly startTime: number;
  /** Left out, it is the longest time that the venue accepts. */
  readonly endTime: number | undefined;
}

export interface OrderCreate extends Listed {
  readonly side: 'Buy' | 'Sell';
  readonly orderType: 'Limit' | 'Market';
  readonly qty: string;
  readonly orderLinkId: string;
  readonly price: string | undefined;
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | 'PostOnly' | undefined;
  /** The currency of `qty` in a market order on spot. */
  readonly marketUnit: 'baseCoin' | undefined;
  readonly triggerPrice: string | undefined;
  readonly orderFilter: 'StopOrder' | undefined;
  /** 1 for a rise to the trigger price, 2 for a fall. */
  readonly triggerDirection: 1 | 2 | undefined;
  readonly reduceOnly: true | undefined;
  readonly positionIdx: number | undefined;
}

export const orderCreate = endpoint<OrderCreate>('POST', 'private', 'v5/order/create');

/** Names an order by one of its two ids. */
export interface OrderCancel extends Listed {
  readonly orderLinkId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly orderFilter?: 'Order' | 'StopOrder' | undefined;
}

export const orderCancel = endpoint<OrderCancel>('POST', 'private', 'v5/order/cancel');

/** A market, or all with one settlement currency, or the whole category. */
export interface MarketList extends Paged {
  readonly category: MarketName;
  readonly symbol?: string | undefined;
  readonly settleCoin?: string | undefined;
}

export interface OrderList extends MarketList {
  /** 1 for the orders that ended recently, and none that is open. */
  readonly openOnly?: 1 | undefined;
  readonly orderId?: string | undefined;
  readonly orderLinkId?: string | undefined;
}

/** Open orders, and the last few hundred that ended, when they are named. */
export const recentOrders = endpoint<OrderList>('GET', 'private', 'v5/order/realtime');

/** All orders that ended, a moment later. */
export const orderHistory = endpoint<OrderList>('GET', 'private', 'v5/order/history');

export interface ExecutionList extends Paged, Partial<Timed> {
  readonly category: MarketName;
  readonly symbol?: string | undefined;
  readonly orderId?: string | undefined;
  /** Only trades: the list also contains funding, liquidations and settlements. */
  readonly execType: 'Trade';
}

export const executionList = endpoint<ExecutionList>('GET', 'private', 'v5/execution/list');

export const positionList = endpoint<MarketList>('GET', 'private', 'v5/position/list');

export interface TradingStop extends Listed {
  readonly tpslMode: 'Full';
  readonly positionIdx: number;
  /** A distance of the price; '0' removes the stop. */
  readonly trailingStop: string;
}

export const tradingStop = endpoint<TradingStop>('POST', 'private', 'v5/position/trading-stop');

export interface LeverageSetting extends Listed {
  readonly buyLeverage: string;
  readonly sellLeverage: string;
}

export const leverageSetting = endpoint<LeverageSetting>(
  'POST',
  'private',
  'v5/position/set-leverage',
);

export interface MarginModeSetting {
  readonly setMarginMode: 'REGULAR_MARGIN' | 'ISOLATED_MARGIN';
}

export const marginModeSetting = endpoint<MarginModeSetting>(
  'POST',
  'private',
  'v5/account/set-margin-mode',
);

export interface TransactionLog extends Paged, Timed {
  readonly accountType: 'UNIFIED';
  readonly type: 'SETTLEMENT';
  readonly category: MarketName | undefined;
  readonly baseCoin: string | undefined;
}

export const transactionLog = endpoint<TransactionLog>(
  'GET',
  'private',
  'v5/account/transaction-log',
);

export interface ClosedPnl extends Paged, Timed {
  readonly category: MarketName;
  readonly symbol: string | undefined;
}

export const closedPnl = endpoint<ClosedPnl>('GET', 'private', 'v5/position/closed-pnl');

export const feeRate = endpoint<Listed>('GET', 'private', 'v5/account/fee-rate');

export const accountInfo = endpoint<NoFields>('GET', 'private', 'v5/account/info');

export const keyInfo = endpoint<NoFields>('GET', 'private', 'v5/user/query-api');

export const serverTime = endpoint<NoFields>('GET', 'public', 'v5/market/time');

export const tickers = endpoint<Listed>('GET', 'public', 'v5/market/tickers');

export interface MarkPriceCandles extends Listed {
  /** In minutes. */
  readonly interval: '1';
  readonly start: number;
  readonly end: number;
  readonly limit: number;
}

export const markPriceCandles = endpoint<MarkPriceCandles>(
  'GET',
  'public',
  'v5/market/mark-price-kline',
);
