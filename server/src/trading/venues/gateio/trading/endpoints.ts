import type { MarketType, Side } from '../../../model/order.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import { endpoint, type NoFields } from '../../shared/live/endpoint.ts';

// The endpoints are called by their paths: ccxt's own reading of an order knows neither how it
// ended nor what was paid for it, and its numbers of contracts go through floats.

/** Contracts are separate by the asset that they settle in, which is a part of each path. */
interface InSettle {
  readonly settle: string;
}

/** An endpoint that perpetuals and dated contracts have in a folder each. */
type ContractEndpoint<Request extends InSettle> = (
  client: Pick<CcxtClient, 'request'>,
  marketType: MarketType,
  request: Request,
) => Promise<unknown>;

function contractEndpoint<Request extends InSettle = never>(
  method: 'GET' | 'POST' | 'DELETE',
  access: 'private' | 'public',
  path: string,
): ContractEndpoint<Request> {
  const futures = endpoint<Request>(method, [access, 'futures'], `{settle}/${path}`);
  const delivery = endpoint<Request>(method, [access, 'delivery'], `{settle}/${path}`);
  return (client, marketType, request) =>
    marketType === 'future' ? delivery(client, request) : futures(client, request);
}

/** Names a contract in a path or in a query. */
export interface OneContract extends InSettle {
  readonly contract: string;
}

/** Names a pair, and the wallet that it is traded from. */
interface OnePair {
  readonly currency_pair: string;
  /** Undefined for a unified account, which has only one wallet. */
  readonly account: 'spot' | undefined;
}

export const serverTime = endpoint<NoFields>('GET', ['public', 'spot'], 'time');

export interface OrderBook {
  readonly currency_pair: string;
  readonly limit: number;
}

export const orderBook = endpoint<OrderBook>('GET', ['public', 'spot'], 'order_book');

export const contractDocument = contractEndpoint<OneContract>(
  'GET',
  'public',
  'contracts/{contract}',
);

export interface ContractCandles extends OneContract {
  readonly interval: '1m';
  /** Seconds since the epoch, both of them included. */
  readonly from: number;
  readonly to: number;
}

export const contractCandles = contractEndpoint<ContractCandles>('GET', 'public', 'candlesticks');

// Orders.

export interface SpotOrderCreate extends OnePair {
  readonly text: string;
  readonly type: 'limit' | 'market';
  readonly side: Side;
  readonly amount: string;
  readonly time_in_force: TimeInForce;
  readonly price: string | undefined;
}

/** `poc` is an order that only rests. */
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'poc';

export const spotOrderCreate = endpoint<SpotOrderCreate>('POST', ['private', 'spot'], 'orders');

interface ContractTerms {
  readonly contract: string;
  /** The number of contracts; negative for a sell. */
  readonly size: number;
  /** Zero for an order at the market. */
  readonly price: string;
  readonly tif: TimeInForce;
  readonly text: string;
  readonly reduce_only: true | undefined;
}

export interface ContractOrderCreate extends InSettle, ContractTerms {}

export const contractOrderCreate = contractEndpoint<ContractOrderCreate>(
  'POST',
  'private',
  'orders',
);

export interface SpotTriggerCreate {
  readonly trigger: {
    readonly price: string;
    readonly rule: '>=' | '<=';
    /** In seconds. */
    readonly expiration: number;
  };
  readonly put: {
    readonly type: 'limit' | 'market';
    readonly price: string;
    readonly time_in_force: 'gtc' | 'ioc';
    readonly side: Side;
    readonly amount: string;
    readonly account: 'normal' | 'unified';
  };
  readonly market: string;
}

export const spotTriggerCreate = endpoint<SpotTriggerCreate>(
  'POST',
  ['private', 'spot'],
  'price_orders',
);

export interface ContractTriggerCreate extends InSettle {
  readonly initial: ContractTerms;
  readonly trigger: {
    /** 0 for the price of the last trade. */
    readonly price_type: 0;
    readonly price: string;
    /** 1 for a rise to the price, 2 for a fall. */
    readonly rule: 1 | 2;
  };
}

export const contractTriggerCreate = contractEndpoint<ContractTriggerCreate>(
  'POST',
  'private',
  'price_orders',
);

/** Orders are read and cancelled by an id, or a plain one by our text. */
interface ById {
  readonly order_id: string;
}

export interface SpotOrder extends ById, OnePair {}

export const spotOrder = {
  GET: endpoint<SpotOrder>('GET', ['private', 'spot'], 'orders/{order_id}'),
  DELETE: endpoint<SpotOrder>('DELETE', ['private', 'spot'], 'orders/{order_id}'),
};

export type SpotTrigger = ById;

export const spotTrigger = {
  GET: endpoint<SpotTrigger>('GET', ['private', 'spot'], 'price_orders/{order_id}'),
  DELETE: endpoint<SpotTrigger>('DELETE', ['private', 'spot'], 'price_orders/{order_id}'),
};

export interface ContractOrder extends ById, OneContract {}

export const contractOrder = {
  GET: contractEndpoint<ContractOrder>('GET', 'private', 'orders/{order_id}'),
  DELETE: contractEndpoint<ContractOrder>('DELETE', 'private', 'orders/{order_id}'),
};

export const contractTrigger = {
  GET: contractEndpoint<ContractOrder>('GET', 'private', 'price_orders/{order_id}'),
  DELETE: contractEndpoint<ContractOrder>('DELETE', 'private', 'price_orders/{order_id}'),
};

interface OrderPage {
  readonly status: 'open' | 'finished';
  readonly limit: number;
}

export interface SpotOrders extends OrderPage {
  readonly currency_pair: string | undefined;
  readonly account: 'spot' | undefined;
  readonly page: number | undefined;
}

export const spotOrders = endpoint<SpotOrders>('GET', ['private', 'spot'], 'orders');

export interface SpotTriggers extends OrderPage {
  /** All pairs when undefined. */
  readonly market: string | undefined;
  readonly offset: number | undefined;
}

export const spotTriggers = endpoint<SpotTriggers>('GET', ['private', 'spot'], 'price_orders');

export interface ContractOrders extends OrderPage, InSettle {
  /** All contracts of the settle asset when undefined. */
  readonly contract: string | undefined;
  readonly offset: number | undefined;
}

export const contractOrders = contractEndpoint<ContractOrders>('GET', 'private', 'orders');

export const contractTriggers = contractEndpoint<ContractOrders>('GET', 'private', 'price_orders');

/** The open orders of all pairs. */
export interface SpotOpenOrders {
  readonly account: 'spot' | undefined;
  readonly limit: number;
  readonly page: number | undefined;
}

export const spotOpenOrders = endpoint<SpotOpenOrders>('GET', ['private', 'spot'], 'open_orders');

export interface CountdownCancel {
  /** In seconds; zero switches it off. */
  readonly timeout: number;
}

export const spotCountdownCancel = endpoint<CountdownCancel>(
  'POST',
  ['private', 'spot'],
  'countdown_cancel_all',
);

export const contractCountdownCancel = contractEndpoint<CountdownCancel & InSettle>(
  'POST',
  'private',
  'countdown_cancel_all',
);

// Trades.

export interface SpotTrades extends OnePair {
  readonly order_id?: string | undefined;
  /** Seconds since the epoch. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
  readonly page?: number | undefined;
}

export const spotTrades = endpoint<SpotTrades>('GET', ['private', 'spot'], 'my_trades');

export interface ContractTrades extends OneContract {
  /** All orders when undefined. */
  readonly order: string | undefined;
  readonly limit: number;
  readonly offset: number | undefined;
}

export const contractTrades = contractEndpoint<ContractTrades>('GET', 'private', 'my_trades');

export interface ContractTradesBetween extends OneContract {
  /** Seconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

export const contractTradesBetween = contractEndpoint<ContractTradesBetween>(
  'GET',
  'private',
  'my_trades_timerange',
);

// Accounts, wallets and positions.

export const accountDetail = endpoint<NoFields>('GET', ['private', 'account'], 'detail');

export const mainKeys = endpoint<NoFields>('GET', ['private', 'account'], 'main_keys');

export const unifiedMode = endpoint<NoFields>('GET', ['private', 'unified'], 'unified_mode');

export const unifiedAccounts = endpoint<NoFields>('GET', ['private', 'unified'], 'accounts');

export const contractAccount = contractEndpoint<InSettle>('GET', 'private', 'accounts');

/** Names a wallet, for ccxt's `fetchBalance`. */
export interface WalletBalance {
  readonly type: MarketType;
  readonly settle: 'usdt' | undefined;
}

/** One record has the rates of spot, of perpetuals and of dated contracts side by side. */
export interface WalletFee {
  readonly currency_pair?: string | undefined;
  readonly settle?: string | undefined;
}

export const walletFee = endpoint<WalletFee>('GET', ['private', 'wallet'], 'fee');

export const contractFee = endpoint<OneContract>('GET', ['private', 'futures'], '{settle}/fee');

export interface WalletTransfer {
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly settle: string;
}

export const walletTransfer = endpoint<WalletTransfer>('POST', ['private', 'wallet'], 'transfers');

export interface Positions extends InSettle {
  readonly holding?: true | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

export const positions = contractEndpoint<Positions>('GET', 'private', 'positions');

export const position = contractEndpoint<OneContract>('GET', 'private', 'positions/{contract}');

/** Both positions of an account in hedge mode. */
export const dualPosition = contractEndpoint<OneContract>(
  'GET',
  'private',
  'dual_comp/positions/{contract}',
);

export interface LeverageSet extends OneContract {
  /** Zero for cross mode. */
  readonly leverage: string;
  /** Only for cross mode. */
  readonly cross_leverage_limit: string | undefined;
}

export const leverageSet = contractEndpoint<LeverageSet>(
  'POST',
  'private',
  'positions/{contract}/leverage',
);

export const dualLeverageSet = contractEndpoint<LeverageSet>(
  'POST',
  'private',
  'dual_comp/positions/{contract}/leverage',
);

// Bookings.

interface BookPage {
  /** Seconds since the epoch, both of them included. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
}

export interface SpotBook extends BookPage {
  readonly type: 'referral_fee';
  readonly page: number;
}

export const spotBook = endpoint<SpotBook>('GET', ['private', 'spot'], 'account_book');

export interface ContractBook extends BookPage, InSettle {
  /** All contracts of the settle asset when undefined. */
  readonly contract: string | undefined;
  readonly type: 'fund' | 'pnl' | 'refr' | 'point_refr';
  readonly offset: number | undefined;
}

export const contractBook = contractEndpoint<ContractBook>('GET', 'private', 'account_book');

export interface Commissions extends BookPage {
  readonly offset: number | undefined;
}

/** By the programme in which an account earns on the trades of the users that it brought along. */
export const commissionHistory = {
  broker: endpoint<Commissions>('GET', ['private', 'rebate'], 'broker/commission_history'),
  partner: endpoint<Commissions>('GET', ['private', 'rebate'], 'partner/commission_history'),
  agency: endpoint<Commissions>('GET', ['private', 'rebate'], 'agency/commission_history'),
};

// Messages of the streams.

export interface ChannelPing {
  /** In seconds. */
  readonly time: number;
  readonly channel: 'spot.ping' | 'futures.ping';
}

export interface ChannelSubscribe {
  /** In seconds. */
  readonly time: number;
  readonly channel: string;
  readonly event: 'subscribe';
  readonly payload: readonly string[];
  readonly auth: {
    readonly method: 'api_key';
    readonly KEY: string;
    readonly SIGN: string;
  };
}
