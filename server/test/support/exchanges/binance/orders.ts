import type { OrderType } from '../../../../src/trading/model/order.ts';
import { parseSymbol } from '../../../../src/trading/model/symbol.ts';
import type { VenueOrder } from '../../../../src/trading/venues/venuePort.ts';

export const binanceBtc = parseSymbol('BTC/USDT:USDT') ?? ('' as never);

/** The types of orders that a market of binance names, except the trailing stop. */
export const binanceOrderTypes = [
  'LIMIT',
  'MARKET',
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
];

/** Returns an order in the perpetual of bitcoin, with the prices that its type needs. */
export function binanceOrder(type: OrderType, parts: Partial<VenueOrder> = {}): VenueOrder {
  return {
    clientId: 'c'.repeat(32),
    symbol: binanceBtc,
    marketType: 'swap',
    side: 'buy',
    type,
    quantity: '1.5',
    price: type === 'limit' || type.endsWith('_limit') ? '100' : undefined,
    stopPrice: type.startsWith('stop') || type.startsWith('take') ? '110' : undefined,
    trailingDelta: type === 'trailing_stop' ? 1.5 : undefined,
    timeInForce: 'GTC',
    reduceOnly: false,
    ...parts,
  };
}
