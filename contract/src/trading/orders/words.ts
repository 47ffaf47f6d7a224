/** Values of order fields on the wire (Trading §4.1; statuses: ours where the document is open). */
export const sides = ['buy', 'sell'] as const;
export type Side = (typeof sides)[number];
export const orderTypes = [
  'market',
  'limit',
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
  'trailing_stop',
  'oco',
] as const;
export type OrderType = (typeof orderTypes)[number];
export const timesInForce = ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const;
export type TimeInForce = (typeof timesInForce)[number];
export const marketTypeWords = ['spot', 'swap', 'future'] as const;
export type MarketTypeWord = (typeof marketTypeWords)[number];
export const orderStatuses = [
  // Stored, but not yet acknowledged by the exchange.
  'pending',
  'open',
  'closed',
  'canceled',
  'expired',
  'rejected',
  // Sent, but the outcome is unknown.
  'unknown',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];
