import type { WireLevel } from '../../../bookPort.ts';
import type { BookChange, BookDecoder, BookDialect } from '../../../shared/stream/dialect.ts';
import { isInverseProduct, toBaseQuantity } from '../../symbols.ts';
import type { FuturesMessage, SizedLevel } from './frames.ts';

export const futuresBookDialect: BookDialect<FuturesMessage> = {
  last: ({ seq }) => seq,
  joins: ({ seq }, local) => seq === local + 1,
  follows: ({ seq }, local) => seq === local + 1,
  isSnapshot: ({ isSnapshot }) => isSnapshot,
  venueTimeMs: ({ venueTimeMs }) => venueTimeMs,
  // No rule says when numbers begin again: a restart and a late frame look the same.
  unasked: () => 'gap',
};

/** Creates the decoder that converts the sizes of a product to base units. */
export function createFuturesDecoder(product: string): BookDecoder<FuturesMessage> {
  const isInverse = isInverseProduct(product);
  const decode = (message: FuturesMessage): BookChange => toBaseBook(message, isInverse);
  return { snapshot: decode, changes: decode };
}

interface SizedBook {
  readonly bids: readonly SizedLevel[];
  readonly asks: readonly SizedLevel[];
}

/** Returns a book in base units. */
export function toBaseBook(book: SizedBook, isInverse: boolean): BookChange {
  if (!isInverse) return book;
  const toBase = ([price, size]: SizedLevel): WireLevel => {
    return [price, toBaseQuantity(size, price, isInverse)];
  };
  return { bids: book.bids.map(toBase), asks: book.asks.map(toBase) };
}
