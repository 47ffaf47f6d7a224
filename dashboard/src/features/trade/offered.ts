import type { DataOf } from '@windlass/client';
import { orderTypes } from '@windlass/contract';
import { marketTypeOf } from '../../shared/symbol.ts';
import { type OrderType, pricesOf, type Ticket, type TimeInForce } from './ticket.ts';

export type Capabilities = Extract<DataOf<'getCapabilities'>, { exchange: string }>;

/** What may be chosen in the ticket at one exchange, in one kind of market. */
export interface Offered {
  readonly types: readonly OrderType[];
  readonly timesInForce: readonly TimeInForce[];
  readonly hasPostOnly: boolean;
  readonly hasReduceOnly: boolean;
}

/** The order in which a ticket offers them; POST_ONLY is a check of its own. */
const times: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];

/** What the exchange takes in the market of a symbol; no types where it has no such market. */
export function offeredOf(capabilities: Capabilities, symbol: string): Offered {
  const market = marketTypeOf(symbol) === 'spot' ? capabilities.spot : capabilities.perp;
  return {
    types: orderTypes.filter((type) => market.order_types.includes(type)),
    timesInForce: times.filter((time) => market.time_in_force.includes(time)),
    hasPostOnly: market.features.includes('post_only'),
    hasReduceOnly: market.features.includes('reduce_only'),
  };
}

/** Whether an order of the type may wait in the book at a price of its own. */
function mayRest(type: OrderType): boolean {
  return pricesOf(type).includes('price');
}

/** Of both legs of a pair the exchange decides how long they live. */
export function hasTimeInForce(type: OrderType): boolean {
  return mayRest(type) && type !== 'oco';
}

/** Post-only contradicts the times that take at once. */
export function mayPostOnly(ticket: Ticket, { hasPostOnly }: Offered): boolean {
  return hasPostOnly && hasTimeInForce(ticket.type) && ticket.timeInForce === 'GTC';
}

/** The ticket with nothing in it that the exchange would refuse: what cannot be, is not chosen. */
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
