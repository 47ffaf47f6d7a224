/** Trading §4.1. */
export type OrderType =
  | 'market'
  | 'limit'
  | 'stop_loss'
  | 'stop_loss_limit'
  | 'take_profit'
  | 'take_profit_limit'
  | 'trailing_stop'
  | 'oco';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'POST_ONLY';

export const marketTypes = ['spot', 'swap', 'future'] as const;
export type MarketType = (typeof marketTypes)[number];

/** What capabilities distinguish: perpetuals and dated futures share a class. */
export type MarketClass = 'spot' | 'perp';

export function marketClassOf(marketType: MarketType): MarketClass {
  return marketType === 'spot' ? 'spot' : 'perp';
}

/** Types that become a market order at once or when triggered, so that they always take. */
const takingTypes: readonly string[] = [
  'market',
  'stop_loss',
  'take_profit',
  'trailing_stop',
] satisfies readonly OrderType[];

/** Types for which the document requires a stop price (Trading §4.1); an `oco` it leaves open. */
const stopPriceTypes: readonly string[] = [
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
] satisfies readonly OrderType[];

/** Whether an order of the type can never rest as a maker. */
export function alwaysTakes(orderType: string): boolean {
  return takingTypes.includes(orderType);
}

export function needsStopPrice(orderType: string): boolean {
  return stopPriceTypes.includes(orderType);
}

export function needsTrailingDelta(orderType: string): boolean {
  return orderType === ('trailing_stop' satisfies OrderType);
}
