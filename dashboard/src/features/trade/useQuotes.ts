import { orderbookVenues } from '@windlass/contract';
import { useBooks } from '../../shared/books/hooks.ts';
import { type Quotes, quotesOf } from './quotes.ts';

/** True when any exchange whose books are streamed lists the symbol. */
export function isStreamed(exchanges: readonly string[]): boolean {
  const streamed: readonly string[] = orderbookVenues;
  return exchanges.some((exchange) => streamed.includes(exchange));
}

/** Returns the best live prices of an account's exchange; of all exchanges when none is given. */
export function useQuotes(symbol: string, venue: string | undefined): Quotes {
  return quotesOf(useBooks(symbol), venue);
}
