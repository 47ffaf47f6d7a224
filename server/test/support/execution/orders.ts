import type { PreparedOrder } from '../../../src/trading/execution/types.ts';
import type { VenueOrder, VenueOrderState } from '../../../src/trading/venues/venuePort.ts';
import { btc, startMs } from '../orders/fixture.ts';

/** A limit order for 1 BTC at 100 USDT. */
export const limitOrder: VenueOrder = {
  clientId: 'a'.repeat(32),
  symbol: btc,
  marketType: 'spot',
  side: 'buy',
  type: 'limit',
  quantity: '1',
  price: '100',
  stopPrice: undefined,
  trailingDelta: undefined,
  timeInForce: 'GTC',
  reduceOnly: false,
};

/** Returns the order as its venue reports it while it rests. */
export function stateOf(
  order: VenueOrder,
  changes: Partial<VenueOrderState> = {},
): VenueOrderState {
  return {
    clientId: order.clientId,
    venueOrderId: `v-${order.clientId.slice(-6)}`,
    symbol: order.symbol,
    marketType: order.marketType,
    side: order.side,
    type: order.type,
    status: 'open',
    price: order.price === undefined ? undefined : Number(order.price),
    stopPrice: undefined,
    quantity: order.quantity,
    filled: '0',
    average: undefined,
    cost: '0',
    fees: {},
    createdAtMs: startMs,
    updatedAtMs: startMs,
    lastTradeAtMs: undefined,
    reason: undefined,
    ...changes,
  };
}

/** A limit order for 1 BTC that rests at 95 USDT, as it is before anything is stored or sent. */
export const preparedLimit: PreparedOrder['order'] = {
  symbol: btc,
  marketType: 'spot',
  side: 'buy',
  type: 'limit',
  quantity: '1',
  price: '95',
  stopPrice: undefined,
  trailingDelta: undefined,
  timeInForce: 'GTC',
  reduceOnly: false,
};
