import { endpoint, type NoFields } from '../../../shared/live/endpoint.ts';
import type { AnyMarket, AnyPair, Income, LeverageSet, OneMarket } from '../endpoints.ts';

const api = 'papi';

/** Added to the requests that ccxt makes, so that they go to papi. */
export interface Pooled {
  readonly portfolioMargin: true;
}

// Conditional orders of this kind of account: ccxt still uses addresses that no longer exist.

export interface ConditionalCreate {
  readonly algoType: 'CONDITIONAL';
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly type: string;
  readonly quantity: string;
  readonly clientAlgoId: string;
  readonly price: string | undefined;
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | 'GTX' | undefined;
  readonly triggerPrice: string | undefined;
  readonly callbackRate: number | undefined;
  /** Undefined in one-way mode. */
  readonly positionSide: 'LONG' | 'SHORT' | undefined;
  readonly reduceOnly: true | undefined;
}

export const conditionalCreate = endpoint<ConditionalCreate>('POST', api, 'um/algo/order');

/** Names a conditional order by one of its two ids. */
export interface ConditionalById {
  readonly algoId?: string | undefined;
  readonly clientAlgoId?: string | undefined;
}

export const conditionalCancel = endpoint<ConditionalById>('DELETE', api, 'um/algo/order');

export const conditionalOrder = endpoint<ConditionalById>('GET', api, 'um/algo/algoOrder');

export const openConditionals = endpoint<AnyMarket>('GET', api, 'um/algo/openAlgoOrders');

// Accounts and positions.

/** The assets of the one wallet. */
export const balance = endpoint<NoFields>('GET', api, 'balance');

export const account = endpoint<NoFields>('GET', api, 'account');

export const contractAccount = {
  usdm: endpoint<NoFields>('GET', api, 'um/account'),
  coinm: endpoint<NoFields>('GET', api, 'cm/account'),
};

export const positionSideDual = endpoint<NoFields>('GET', api, 'um/positionSide/dual');

export const commissionRate = {
  usdm: endpoint<OneMarket>('GET', api, 'um/commissionRate'),
  coinm: endpoint<OneMarket>('GET', api, 'cm/commissionRate'),
};

export const positionRisk = endpoint<AnyMarket>('GET', api, 'um/positionRisk');

export const coinPositionRisk = endpoint<AnyPair>('GET', api, 'cm/positionRisk');

export const leverageSet = {
  usdm: endpoint<LeverageSet>('POST', api, 'um/leverage'),
  coinm: endpoint<LeverageSet>('POST', api, 'cm/leverage'),
};

export const income = {
  usdm: endpoint<Income>('GET', api, 'um/income'),
  coinm: endpoint<Income>('GET', api, 'cm/income'),
};

export const autoCollection = endpoint<NoFields>('POST', api, 'auto-collection');

export interface AssetCollection {
  readonly asset: string;
}

export const assetCollection = endpoint<AssetCollection>('POST', api, 'asset-collection');
