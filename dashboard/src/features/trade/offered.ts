import type { DataOf } from '@windlass/client';
import { orderTypes } from '@windlass/contract';
import { marketTypeOf } from '../../shared/symbol.ts';
import { type OrderType, pricesOf, type Ticket, type TimeInForce } from './ticket.ts';

export type Capabilities = Extract<DataOf<'getCapabilities'>, { exchange: string }>;

/** Choices of the ticket at one exchange, for one market type. */
export interface Offered {
  readonly types: readonly OrderType[];
  readonly timesInForce: readonly TimeInForce[];
  readonly hasPostOnly: boolean;
  readonly hasReduceOnly: boolean;
}

/** The order in which a ticket offers them. POST_ONLY is a separate check box. */
const times: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];

/** Returns what the exchange takes in the symbol's market; no types when it has no such market. */
export function offeredOf(capabilities: Capabilities, symbol: string): Offered {
  const market = marketTypeOf(symbol) === 'spot' ? capabilities.spot : capabilities.perp;
  return {
    types: orderTypes.filter((type) => market.order_types.includes(type)),
    timesInForce: times.filter((time) => market.time_in_force.includes(time)),
    hasPostOnly: market.features.includes('post_only'),
    hasReduceOnly: market.features.includes('reduce_only'),
  };
}

/** True when an order of the type may rest in the book at a price of its own. */
function mayRest(type: OrderType): boolean {
  return pricesOf(type).includes('price');
}

/** True when the time in force can be chosen. The exchange decides it for both legs of an OCO. */
export function hasTimeInForce(type: OrderType): boolean {
  return mayRest(type) && type !== 'oco';
}

/** True when post-only can be chosen. It contradicts a time in force that takes at once. */
export function mayPostOnly(ticket: Ticket, { hasPostOnly }: Offered): boolean {
  return hasPostOnly && hasTimeInForce(ticket.type) && ticket.timeInForce === 'GTC';
}

/**
 * Returns the ticket without anything that the exchange would refuse: impossible choices are unset.
 */
export function fitTicket(ticket: Ticket, offered: Offered): Ticket {
  const { types, timesInForce, hasReduceOnly } = offered;
  const type = types.includes(ticket.type) ? ticket.type : (types[0] ?? ticket.type);
  const isTimed = hasTimeInForce(type) && timesInForce.includes(ticket.timeInForce);
  const timed: Ticket = { ...ticket, type, timeInForce: isTimed ? ticket.timeInForce : 'GTC' };
  return {
    ...timed,
    postOnly: ticket.postOnly && mayPostOnly(timed, offered),
    reduceOnly: ticket.reduceOnly && hasReduceOnly,
  };
}
