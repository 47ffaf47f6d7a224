import { orderbookVenues } from '@windlass/contract';
import { useCalmBooks } from '../../shared/books/hooks.ts';
import { useNow } from '../../shared/clock.ts';
import { type Quotes, quotesOf } from './quotes.ts';

/** Whether any exchange whose books are streamed lists the symbol. */
export function isStreamed(exchanges: readonly string[]): boolean {
  const streamed: readonly string[] = orderbookVenues;
  return exchanges.some((exchange) => streamed.includes(exchange));
}

/** The best prices of an account's exchange, live; of all without one. */
export function useQuotes(symbol: string, venue: string | undefined): Quotes {
  const books = useCalmBooks(symbol);
  const nowMs = useNow();
  return quotesOf(books, venue, nowMs);
}
