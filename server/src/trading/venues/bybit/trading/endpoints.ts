import { endpoint } from '../../shared/live/endpoint.ts';
import type { Listed } from './rows.ts';

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
