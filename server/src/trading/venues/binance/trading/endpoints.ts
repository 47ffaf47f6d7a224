import { endpoint, type NoFields } from '../../shared/live/endpoint.ts';

// Requests of USD-margined contracts go to fapi and those of coin-margined ones to dapi. Accounts
// of portfolio margin have further endpoints, in their folder.

/** Names one market in the venue's own words. */
export interface OneMarket {
  readonly symbol: string;
}

/** All markets when undefined. */
export interface AnyMarket {
  readonly symbol: string | undefined;
}

export const serverTime = endpoint<NoFields>('GET', 'public', 'time');

export const premiumIndex = {
  usdm: endpoint<OneMarket>('GET', 'fapiPublic', 'premiumIndex'),
  coinm: endpoint<OneMarket>('GET', 'dapiPublic', 'premiumIndex'),
};

export const fundingInfo = {
  usdm: endpoint<NoFields>('GET', 'fapiPublic', 'fundingInfo'),
  coinm: endpoint<NoFields>('GET', 'dapiPublic', 'fundingInfo'),
};

export interface MarkPriceKlines extends OneMarket {
  readonly interval: '1m';
  readonly startTime: number;
  readonly endTime: number;
  readonly limit: number;
}

export const markPriceKlines = {
  usdm: endpoint<MarkPriceKlines>('GET', 'fapiPublic', 'markPriceKlines'),
  coinm: endpoint<MarkPriceKlines>('GET', 'dapiPublic', 'markPriceKlines'),
};

// Orders.

/** The terms of an order that ccxt's `createOrder` does not take one by one, in ccxt's words. */
export interface OrderTerms {
  readonly clientOrderId: string;
  readonly postOnly: true | undefined;
  readonly timeInForce: 'IOC' | 'FOK' | undefined;
  readonly stopLossPrice: string | undefined;
  readonly takeProfitPrice: string | undefined;
  readonly trailingPercent: number | undefined;
  /** Undefined on spot and in one-way mode. */
  readonly positionSide: 'LONG' | 'SHORT' | undefined;
  readonly reduceOnly: true | undefined;
}

/** Our name of an order, for ccxt's `fetchOrder` and `cancelOrder`; undefined with its own id. */
export interface OrderName {
  readonly clientOrderId: string | undefined;
}

/** Names a conditional order on contracts, for ccxt's `fetchOrder` and `cancelOrder`. */
export interface ConditionalName {
  readonly trigger: true;
  readonly clientAlgoId: string | undefined;
}

/** Which open orders ccxt's `fetchOpenOrders` lists. */
export interface OpenOrders {
  readonly type?: 'spot' | 'swap' | undefined;
  readonly subType?: 'linear' | 'inverse' | undefined;
  /** True for the conditional orders. */
  readonly trigger?: true | undefined;
}

/** For ccxt's `fetchMyTrades`. */
export interface TradesOfOrder {
  readonly orderId: string;
}

export interface OcoCreate extends OneMarket {
  readonly side: 'BUY' | 'SELL';
  readonly quantity: string;
  readonly listClientOrderId: string;
  readonly aboveType: OcoLegType;
  readonly abovePrice: string | undefined;
  readonly aboveStopPrice: string | undefined;
  readonly aboveClientOrderId: string;
  readonly belowType: OcoLegType;
  readonly belowPrice: string | undefined;
  readonly belowStopPrice: string | undefined;
  readonly belowClientOrderId: string;
}

export type OcoLegType = 'LIMIT_MAKER' | 'STOP_LOSS';

export const ocoCreate = endpoint<OcoCreate>('POST', 'private', 'orderList/oco');

export interface OrderList {
  readonly orderListId: string;
}

export const orderList = endpoint<OrderList>('GET', 'private', 'orderList');

/** Conditional orders of the last days, whatever has become of them. */
export const conditionalOrders = endpoint<OneMarket>('GET', 'fapiPrivate', 'allAlgoOrders');

export interface CountdownCancel extends OneMarket {
  /** In milliseconds; zero switches it off. */
  readonly countdownTime: number;
}

export const countdownCancel = endpoint<CountdownCancel>(
  'POST',
  'fapiPrivate',
  'countdownCancelAll',
);

// Accounts, wallets and positions.

/** Facts of the key. */
export const apiRestrictions = endpoint<NoFields>('GET', 'sapi', 'account/apiRestrictions');

export const positionSideDual = {
  usdm: endpoint<NoFields>('GET', 'fapiPrivate', 'positionSide/dual'),
  coinm: endpoint<NoFields>('GET', 'dapiPrivate', 'positionSide/dual'),
};

/** Fees on spot, of accounts of both kinds. */
export const tradeFee = endpoint<OneMarket>('GET', 'sapi', 'asset/tradeFee');

export const commissionRate = {
  usdm: endpoint<OneMarket>('GET', 'fapiPrivate', 'commissionRate'),
  coinm: endpoint<OneMarket>('GET', 'dapiPrivate', 'commissionRate'),
};

/** Names a wallet, for ccxt's `fetchBalance`. */
export interface WalletBalance {
  readonly type: 'spot' | 'swap';
}

export const coinBalance = endpoint<NoFields>('GET', 'dapiPrivate', 'balance');

export const marginAccount = endpoint<NoFields>('GET', 'sapi', 'margin/account');

export const fundingAssets = endpoint<NoFields>('POST', 'sapi', 'asset/get-funding-asset');

export interface AssetTransfer {
  readonly asset: string;
  readonly amount: string;
  /** The names of both wallets: `MAIN_UMFUTURE`. */
  readonly type: string;
}

export const assetTransfer = endpoint<AssetTransfer>('POST', 'sapi', 'asset/transfer');

export const positionRisk = endpoint<AnyMarket>('GET', 'fapiPrivateV3', 'positionRisk');

/** The coin-margined endpoints list by pair; all pairs when undefined. */
export interface AnyPair {
  readonly pair: string | undefined;
}

export const coinPositionRisk = endpoint<AnyPair>('GET', 'dapiPrivate', 'positionRisk');

export const symbolConfig = endpoint<AnyMarket>('GET', 'fapiPrivate', 'symbolConfig');

export const coinAccount = endpoint<NoFields>('GET', 'dapiPrivate', 'account');

export interface LeverageSet extends OneMarket {
  readonly leverage: number;
}

export const leverageSet = {
  usdm: endpoint<LeverageSet>('POST', 'fapiPrivate', 'leverage'),
  coinm: endpoint<LeverageSet>('POST', 'dapiPrivate', 'leverage'),
};

export interface MarginTypeSet extends OneMarket {
  readonly marginType: 'CROSSED' | 'ISOLATED';
}

export const marginTypeSet = {
  usdm: endpoint<MarginTypeSet>('POST', 'fapiPrivate', 'marginType'),
  coinm: endpoint<MarginTypeSet>('POST', 'dapiPrivate', 'marginType'),
};

export interface Income extends AnyMarket {
  readonly incomeType: 'FUNDING_FEE' | 'REALIZED_PNL';
  readonly startTime: number;
  readonly endTime: number;
  readonly limit: number;
}

export const income = {
  usdm: endpoint<Income>('GET', 'fapiPrivate', 'income'),
  coinm: endpoint<Income>('GET', 'dapiPrivate', 'income'),
};

// Streams.

/** Gives out a key of the stream, or renews it. */
export const listenKey = {
  contracts: {
    POST: endpoint<NoFields>('POST', 'fapiPrivate', 'listenKey'),
    PUT: endpoint<NoFields>('PUT', 'fapiPrivate', 'listenKey'),
  },
  portfolio: {
    POST: endpoint<NoFields>('POST', 'papi', 'listenKey'),
    PUT: endpoint<NoFields>('PUT', 'papi', 'listenKey'),
  },
};

/** The message that opens the stream of spot. */
export interface StreamSubscribe {
  readonly id: string;
  readonly method: 'userDataStream.subscribe.signature';
  readonly params: {
    readonly apiKey: string;
    readonly recvWindow: number;
    readonly timestamp: number;
    readonly signature: string;
  };
}
