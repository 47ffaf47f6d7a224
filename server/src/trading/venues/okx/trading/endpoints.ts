import type { PositionLeg } from '../../../model/positionLeg.ts';
import type { MarginMode } from '../../perpsPort.ts';
import { endpoint, type NoFields } from '../../shared/live/endpoint.ts';
import type { VenueInstrument } from '../symbols.ts';

type InstType = VenueInstrument['instType'];

interface OrderTerms {
  readonly instId: string;
  readonly side: 'buy' | 'sell';
  readonly sz: string;
  readonly clOrdId: string;
  readonly posSide: PositionLeg | undefined;
  readonly reduceOnly: true | undefined;
  /** The currency of `sz` on spot. */
  readonly tgtCcy: 'base_ccy' | undefined;
  readonly tdMode: 'cash' | MarginMode;
}

export interface TradeOrder extends OrderTerms {
  readonly ordType: 'market' | 'optimal_limit_ioc' | 'limit' | 'ioc' | 'fok' | 'post_only';
  readonly px: string | undefined;
}

export const tradeOrder = endpoint<TradeOrder>('POST', 'private', 'trade/order');

export type AlgoOrderType = 'conditional' | 'oco' | 'move_order_stop';

export interface TradeOrderAlgo extends OrderTerms {
  readonly algoClOrdId: string;
  readonly ordType: AlgoOrderType;
  readonly callbackRatio: string | undefined;
  readonly tpTriggerPx: string | undefined;
  readonly tpTriggerPxType: 'last' | undefined;
  readonly tpOrdPx: string | undefined;
  readonly slTriggerPx: string | undefined;
  readonly slTriggerPxType: 'last' | undefined;
  readonly slOrdPx: string | undefined;
}

export const tradeOrderAlgo = endpoint<TradeOrderAlgo>('POST', 'private', 'trade/order-algo');

/** Fields that ccxt's methods about one order take beside its id and market. */
export interface OrderParams {
  /** For algo orders. */
  readonly trigger?: true | undefined;
  readonly clientOrderId?: string | undefined;
}

/** Fields that ccxt's list of open orders takes beside the market. */
export interface OpenOrdersParams {
  /** For algo orders, which are listed one type at a time. */
  readonly ordType: AlgoOrderType | undefined;
  readonly trigger: true | undefined;
  readonly instType: InstType;
  readonly after: string | undefined;
}

export interface CancelAllAfter {
  /** In seconds. */
  readonly timeOut: string;
}

export const cancelAllAfter = endpoint<CancelAllAfter>('POST', 'private', 'trade/cancel-all-after');

/** The fills of an order, or those of a market in a time. */
export interface TradeFills {
  readonly instType: InstType;
  readonly instId: string;
  readonly ordId?: string | undefined;
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
  readonly after?: string | undefined;
}

export const tradeFills = endpoint<TradeFills>('GET', 'private', 'trade/fills');

export const tradeFillsHistory = endpoint<TradeFills>('GET', 'private', 'trade/fills-history');

export interface AccountBills {
  readonly type: string;
  readonly instType: InstType;
  readonly instId: string | undefined;
  readonly ccy: string | undefined;
  readonly ctType: 'linear' | 'inverse' | undefined;
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
  readonly after: string | undefined;
}

export const accountBills = endpoint<AccountBills>('GET', 'private', 'account/bills');

export const accountBillsArchive = endpoint<AccountBills>(
  'GET',
  'private',
  'account/bills-archive',
);

export interface AccountPositions {
  readonly instType: InstType;
  readonly instId: string | undefined;
}

export const accountPositions = endpoint<AccountPositions>('GET', 'private', 'account/positions');

export interface LeverageSetting {
  readonly instId: string;
  readonly mgnMode: MarginMode;
  readonly lever: string;
  readonly posSide: PositionLeg | undefined;
}

export const leverageSetting = endpoint<LeverageSetting>('POST', 'private', 'account/set-leverage');

export interface LeverageInfo {
  readonly instId: string;
  readonly mgnMode: MarginMode;
}

export const leverageInfo = endpoint<LeverageInfo>('GET', 'private', 'account/leverage-info');

export const accountConfig = endpoint<NoFields>('GET', 'private', 'account/config');

export interface TradeFee {
  readonly instType: InstType;
  /** For spot. */
  readonly instId: string | undefined;
  /** For contracts. */
  readonly instFamily: string | undefined;
}

export const tradeFee = endpoint<TradeFee>('GET', 'private', 'account/trade-fee');

export interface AssetTransfer {
  /** '0' is within the account, and not to a sub-account. */
  readonly type: '0';
  readonly ccy: string;
  readonly amt: string;
  readonly from: string;
  readonly to: string;
}

export const assetTransfer = endpoint<AssetTransfer>('POST', 'private', 'asset/transfer');

export interface TransferState extends Pick<AssetTransfer, 'type'> {
  readonly transId: string;
}

export const transferState = endpoint<TransferState>('GET', 'private', 'asset/transfer-state');

/** Fields that ccxt's read of balances takes. */
export interface BalanceParams {
  readonly type: 'trading' | 'funding';
}

export const publicTime = endpoint<NoFields>('GET', 'public', 'public/time');

export interface MarkPrice {
  readonly instType: InstType;
  readonly instId?: string | undefined;
}

export const markPrice = endpoint<MarkPrice>('GET', 'public', 'public/mark-price');

export interface OfInstrument {
  readonly instId: string;
}

export const fundingRate = endpoint<OfInstrument>('GET', 'public', 'public/funding-rate');

export const indexTickers = endpoint<OfInstrument>('GET', 'public', 'market/index-tickers');

export interface MarkPriceCandles extends OfInstrument {
  readonly bar: '1m';
  readonly after: string;
  readonly before: string;
  readonly limit: string;
}

export const markPriceCandles = endpoint<MarkPriceCandles>(
  'GET',
  'public',
  'market/mark-price-candles',
);

export const historyMarkPriceCandles = endpoint<MarkPriceCandles>(
  'GET',
  'public',
  'market/history-mark-price-candles',
);
