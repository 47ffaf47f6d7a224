import type { OrderType } from '../../../../model/order.ts';

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
