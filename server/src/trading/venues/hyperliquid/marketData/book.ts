import type { BookDecoder, BookDialect } from '../../shared/stream/dialect.ts';
import type { HyperliquidMessage } from './frames.ts';

/**
 * Books come with every block that is half a second after the last: ten missed ones are not a
 * delay.
 */
export const silentMsMax = 5_000;

/** Every message is the whole book, so nothing is missed for longer than until the next one. */
export const hyperliquidBookDialect: BookDialect<HyperliquidMessage> = {
  last: ({ time }) => time,
  joins: () => true,
  follows: () => true,
  isSnapshot: () => true,
  venueTimeMs: ({ time }) => time,
  unasked: () => 'old',
};

export const hyperliquidDecoder: BookDecoder<HyperliquidMessage> = {
  snapshot: (message) => message,
  changes: (message) => message,
};
