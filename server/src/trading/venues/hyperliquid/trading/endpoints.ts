import { endpoint } from '../../shared/live/endpoint.ts';

// There are two endpoints: one for all reads, whose `type` tells what is read, and one for actions.

export interface MarketInfo {
  readonly type: 'exchangeStatus' | 'metaAndAssetCtxs' | 'allMids';
}

export interface AccountInfo {
  readonly type: 'userRole' | 'userAbstraction' | 'userFees' | 'clearinghouseState';
  readonly user: string;
}

/** A list of an account; some of them have no times. */
export interface AccountList {
  readonly type:
    | 'userFunding'
    | 'userFills'
    | 'userFillsByTime'
    | 'userTwapSliceFillsByTime'
    | 'twapHistory';
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly user: string;
}

export interface VaultInfo {
  readonly type: 'vaultDetails';
  readonly vaultAddress: string;
}

export const info = endpoint<MarketInfo | AccountInfo | AccountList | VaultInfo>(
  'POST',
  'public',
  'info',
);

/** Actions for a vault or a sub-account name it; they are for the signer's account otherwise. */
interface ForAccount {
  readonly vaultAddress: string | undefined;
}

/** Signed when it is sent. */
export interface PlaceOrder extends ForAccount {
  readonly action: {
    readonly type: 'order';
    /** As ccxt writes them. */
    readonly orders: readonly [object];
    readonly grouping: 'na';
  };
}

export const placeOrder = endpoint<PlaceOrder>('POST', 'private', 'exchange');

export interface SignedCancel extends ForAccount {
  readonly nonce: number;
  readonly action: object;
  readonly signature: object;
}

export const signedCancel = endpoint<SignedCancel>('POST', 'private', 'exchange');

/** Fields from which ccxt writes an order, beside its market, side, quantity and price. */
export interface OrderParams {
  readonly slippage: string;
  readonly reduceOnly: boolean;
  readonly timeInForce: 'GTC' | 'IOC' | undefined;
  readonly postOnly: true | undefined;
  readonly stopLossPrice: string | undefined;
  readonly takeProfitPrice: string | undefined;
  readonly clientOrderId: string;
}

/** Fields by which ccxt's methods find an order. */
export interface OrderName {
  readonly clientOrderId: string;
}

/** Fields that ccxt's read of balances takes. */
export interface BalanceParams {
  readonly type: 'swap';
  readonly enableUnifiedMargin: boolean;
}
