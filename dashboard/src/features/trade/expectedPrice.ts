import { readNumber } from '../../shared/ui/Field.tsx';
import type { Quotes } from './quotes.ts';
import type { Ticket } from './ticket.ts';
import { pricesOf } from './ticket.ts';

/**
 * Returns the price at which an order is expected to trade: its own, its trigger, or the market's.
 */
export function expectedPrice(ticket: Ticket, quotes: Quotes): number | undefined {
  const prices = pricesOf(ticket.type);
  const market = ticket.side === 'buy' ? quotes.ask?.price : quotes.bid?.price;
  if (prices.includes('price')) return positive(ticket.price) ?? market;
  if (prices.includes('stop_price')) return positive(ticket.stopPrice) ?? market;
  return market;
}

function positive(text: string): number | undefined {
  const value = readNumber(text);
  return value !== undefined && value > 0 ? value : undefined;
}
