import {
  marketTypeWords,
  type OrderStatus,
  type OrderType,
  orderStatuses,
  type Side,
  sides,
  type TimeInForce,
} from '@windlass/contract';
import { type InstrumentSymbol, symbolParts } from './symbol.ts';

/** The words of orders, as callers write them (Trading §4.1). */
export { type OrderStatus, type OrderType, orderStatuses, type Side, sides, type TimeInForce };

export function oppositeOf(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

export const marketTypes = marketTypeWords;
export type MarketType = (typeof marketTypes)[number];

/** Returns the market type of a symbol. */
export function marketTypeOf(symbol: InstrumentSymbol): MarketType {
  const { settle, expiry } = symbolParts(symbol);
  if (settle === undefined) return 'spot';
  return expiry === undefined ? 'swap' : 'future';
}

/** The classes that capabilities distinguish: perpetuals and dated futures share one. */
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

/** Types that need a stop price by the document (Trading §4.1); it is optional for an `oco`. */
const stopPriceTypes: readonly string[] = [
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
] satisfies readonly OrderType[];

const triggeredTypes: readonly string[] = [
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
  'trailing_stop',
  'oco',
] satisfies readonly OrderType[];

/** Returns true for an order that waits for a price, or has a part that does. */
export function isTriggered(type: OrderType): boolean {
  return triggeredTypes.includes(type);
}

/** Returns true for an order that takes at once or not at all: it never rests. */
export function isImmediate({
  type,
  timeInForce,
}: {
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
}): boolean {
  return type === 'market' || (type === 'limit' && ['IOC', 'FOK'].includes(timeInForce));
}

/** Returns true when an order of the type can never rest as a maker. */
export function alwaysTakes(orderType: string): boolean {
  return takingTypes.includes(orderType);
}

export function needsStopPrice(orderType: string): boolean {
  return stopPriceTypes.includes(orderType);
}

export function needsTrailingDelta(orderType: string): boolean {
  return orderType === ('trailing_stop' satisfies OrderType);
}
