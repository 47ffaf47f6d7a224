import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { BookFrame, BookFrameEncoder } from '../../ws/bookTopics.ts';
import { bookOf } from '../marketInfo.ts';
import { type Fields, readText } from '../reading.ts';
import { NotSimulated } from '../refusals.ts';
import { wallet } from '../traits.ts';

/** Milliseconds after which an unchanged book is sent again, as documented. */
const repeatMs = 500;

/** A subscription to a book, with the defaults of what the request left out. */
export interface BookSubscription {
  readonly type: 'l2Book';
  readonly coin: string;
  readonly nSigFigs: null;
  readonly mantissa: null;
  readonly fast: false;
}

/** Reads a subscription; only the default form with exact prices and twenty levels is simulated. */
export function readBook({ coin, nSigFigs, mantissa, fast }: Fields): BookSubscription {
  const meant = { type: 'l2Book', coin: readText(coin), nSigFigs: null, mantissa: null } as const;
  if ((nSigFigs ?? null) !== null || (mantissa ?? null) !== null) {
    throw new NotSimulated('books of rounded prices');
  }
  if ((fast ?? false) !== false) throw new NotSimulated('fast books');
  return { ...meant, fast: false };
}

export function marketOf(exchange: Exchange, { coin }: BookSubscription): Market | undefined {
  return exchange.market(wallet, coin);
}

/** Makes frames with the whole book. Their times are unique, as there is no other number. */
export function createBookFrameEncoder(exchange: Exchange, market: Market): BookFrameEncoder {
  let lastTime = 0;
  const at = (time: number): BookFrame => {
    lastTime = time;
    const data = bookOf(exchange, market, time);
    const text = JSON.stringify({ channel: 'l2Book', data });
    return { text, about: { book: market.name, isSnapshot: true } };
  };
  const next = () => at(Math.max(exchange.now(), lastTime + 1));
  return {
    first: () => at(Math.max(exchange.now(), lastTime)),
    next,
    quiet: { afterMs: repeatMs, frame: next },
  };
}
