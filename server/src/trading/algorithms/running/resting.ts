import { tickAt } from '../../execution/index.ts';
import { marketTypeOf, type Side } from '../../model/order.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import { checkCapability } from '../../venues/capabilities.ts';
import { capabilitiesOf } from '../../venues/registry.ts';
import type { MarketRules, UsableBookView } from '../algorithm.ts';
import { onTick } from './guards.ts';

/**
 * True when an order that should rest may be sent as post-only (Trading §4.1). Otherwise it is a
 * plain limit order, and we must make sure that it does not cross.
 */
export function hasPostOnly(venue: VenueId, symbol: InstrumentSymbol): boolean {
  const capabilities = capabilitiesOf(venue);
  if (!capabilities) return true;
  const request = {
    orderType: 'limit',
    marketType: marketTypeOf(symbol),
    reduceOnly: false,
    postOnly: true,
  };
  return checkCapability(capabilities, request).ok;
}

type Top = Pick<UsableBookView, 'bid' | 'ask'>;

/** True when an order at the price would take at once. */
export function wouldTake(side: Side, price: number, { bid, ask }: Top): boolean {
  return side === 'buy' ? price >= ask : price <= bid;
}

/** Returns the price, or one tick back from the far touch if it would take. */
export function restingPrice(
  side: Side,
  price: number,
  { book, rules }: { readonly book: Top; readonly rules: MarketRules },
): number | undefined {
  if (!wouldTake(side, price, book)) return price;
  const touch = side === 'buy' ? book.ask : book.bid;
  const half = tickAt(touch, rules) / 2;
  // Half a tick before it rounds to the previous tick, whatever floats make of the sum.
  return onTick(side, side === 'buy' ? touch - half : touch + half, rules);
}
