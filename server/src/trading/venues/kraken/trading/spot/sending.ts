import type { OrderType } from '../../../../model/order.ts';
import type { CcxtClient, CcxtOrder } from '../../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { DialectRefusal } from '../../../shared/live/failures.ts';
import type { StampRequest } from '../../../shared/live/signing.ts';
import type { VenueOrder } from '../../../venuePort.ts';

/** After this time the venue no longer accepts the order; it requires at least two seconds. */
export const spotDeadlineMs = 5_000;

/** Only orders have a deadline. */
export const stampSpotOrder: StampRequest<CcxtClient> = ({ path }, client) => {
  if (path !== 'AddOrder') return undefined;
  return { deadline: new Date(client.milliseconds() + spotDeadlineMs).toISOString() };
};

/** Sends the order; the answer is its id and nothing else. */
export async function sendSpotOrder(
  { client }: DialectCall,
  order: VenueOrder,
): Promise<CcxtOrder> {
  refuseImpossible(order);
  const { symbol, side, type, quantity, price, stopPrice, timeInForce } = order;
  const isLimit = type === 'limit' || type.endsWith('_limit');
  const params = {
    clientOrderId: order.clientId,
    // The fee of a sell is taken in the base by default: then less would be left to sell.
    oflags: 'fciq',
    ...(isLimit && (timeInForce === 'POST_ONLY' ? { postOnly: true } : { timeInForce })),
    ...(type.startsWith('stop_loss') && { stopLossPrice: stopPrice }),
    ...(type.startsWith('take_profit') && { takeProfitPrice: stopPrice }),
  };
  const limitPrice = isLimit && price !== undefined ? Number(price) : undefined;
  const plainType = isLimit ? 'limit' : 'market';
  return client.createOrder(symbol, plainType, side, Number(quantity), limitPrice, params);
}

function refuseImpossible({ type, timeInForce }: VenueOrder): void {
  if (type === 'trailing_stop' || type === 'oco') {
    throw new DialectRefusal(`kraken takes no ${type} orders on spot.`);
  }
  // The flag of AddOrder is only for limit orders, and so is fill-or-kill.
  const isRefused = type.endsWith('_limit') && timeInForce === 'FOK';
  if (isRefused || (type !== 'limit' && timeInForce === 'POST_ONLY')) {
    throw new DialectRefusal(`kraken takes no ${type} orders that are ${timeInForce} on spot.`);
  }
}

const types: Readonly<Record<string, OrderType>> = {
  market: 'market',
  limit: 'limit',
  'stop-loss': 'stop_loss',
  'stop-loss-limit': 'stop_loss_limit',
  'take-profit': 'take_profit',
  'take-profit-limit': 'take_profit_limit',
  'trailing-stop': 'trailing_stop',
  'trailing-stop-limit': 'trailing_stop',
};

/** Returns the type of the venue's word; types that we never send rest like a limit order. */
export function spotTypeOf(venueType: unknown): OrderType {
  return types[String(venueType)] ?? 'limit';
}
