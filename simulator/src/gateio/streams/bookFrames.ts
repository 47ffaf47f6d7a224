import type { BookChange } from '../../exchange/bookNews.ts';
import { createBookWindow } from '../../exchange/bookWindow.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { DepthLevel } from '../../exchange/prices.ts';
import type { BookFrame, BookFrameEncoder } from '../../ws/bookTopics.ts';
import { text } from '../wire.ts';

interface Form {
  readonly market: Market;
  readonly channel: string;
  readonly levels: number;
}

/** A book, or the levels of it that changed. */
interface Said {
  readonly at: number;
  readonly isFull: boolean;
  /** Numbers of the first and last change that it covers. */
  readonly first: number;
  readonly last: number;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

/**
 * Makes the frames of one stream of a book. Every change has a frame, even one that changes none of
 * its levels, so that the numbers have no gaps. When the numbers start again, the whole book is
 * sent.
 */
export function createBookFrameEncoder(exchange: Exchange, form: Form): BookFrameEncoder {
  const { market, levels } = form;
  const window = createBookWindow({ levels, tellsPushedOut: true });
  const depth = () => exchange.prices.depth(market, levels);
  let last = depth().sequence;
  window.next(depth());
  const frame = (said: Said): BookFrame => ({
    text: JSON.stringify(messageOf(exchange.now(), form, said)),
    about: { book: market.name, isSnapshot: said.isFull },
  });
  const whole = (at: number) => {
    const { sequence, bids, asks } = depth();
    return frame({ at, isFull: true, first: sequence, last: sequence, bids, asks });
  };
  return {
    first: () => whole(exchange.now()),
    next(change: BookChange) {
      const follows = change.first === last + 1;
      last = change.last;
      const changed = window.next(depth());
      if (!follows) return whole(change.at);
      return frame({ ...change, isFull: false, ...changed });
    },
  };
}

function messageOf(now: number, form: Form, said: Said): object {
  const { channel } = form;
  const event = 'update';
  const time = Math.floor(now / 1_000);
  switch (channel) {
    case 'spot.obu':
      return { channel, result: todaysResult(form, said), time_ms: now, event };
    case 'spot.order_book_update':
      return { time, time_ms: now, channel, event, result: olderSpotResult(form, said) };
    case 'futures.obu':
      return { time, time_ms: now, channel, event, result: todaysResult(form, said) };
    default:
      return { time, time_ms: now, channel, event, result: olderContractResult(form, said) };
  }
}

const pairOf = ({ price, quantity }: DepthLevel) => [text(price), text(quantity)];
const fieldsOf = ({ price, quantity }: DepthLevel) => ({
  p: text(price),
  s: Number(text(quantity)),
});

/** Returns a message of the current channel, without a side that did not change. */
function todaysResult({ market, levels }: Form, said: Said): object {
  const { at, isFull, first, last, bids, asks } = said;
  return {
    t: at,
    ...(isFull && { full: true }),
    s: `ob.${market.id}.${levels}`,
    ...(!isFull && { U: first }),
    u: last,
    ...((isFull || bids.length > 0) && { b: bids.map(pairOf) }),
    ...((isFull || asks.length > 0) && { a: asks.map(pairOf) }),
  };
}

function olderSpotResult({ market, levels }: Form, said: Said): object {
  const { at, isFull, first, last, bids, asks } = said;
  return {
    t: at,
    ...(isFull && { full: true }),
    l: String(levels),
    e: 'depthUpdate',
    E: Math.floor(at / 1_000),
    s: market.id,
    U: first,
    u: last,
    b: bids.map(pairOf),
    a: asks.map(pairOf),
  };
}

function olderContractResult({ market, levels }: Form, said: Said): object {
  const { at, isFull, first, last, bids, asks } = said;
  return {
    t: at,
    ...(isFull && { full: true }),
    s: market.id,
    U: first,
    u: last,
    b: bids.map(fieldsOf),
    a: asks.map(fieldsOf),
    l: String(levels),
  };
}
