import type { BookChange } from '../exchange/bookNews.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import type { BookFrameInfo } from '../faults/frameInfo.ts';
import type { Line } from './sockets.ts';

/** A frame of a book, made once for all listeners. */
export interface BookFrame {
  readonly text: string;
  readonly about: BookFrameInfo;
}

/** Makes the frames of one market's book in one form. */
export interface BookFrameEncoder {
  /** Returns the current book, for a new listener. */
  first(): BookFrame;
  /** Returns a change's frame; undefined when this form shows nothing of the change. */
  next(change: BookChange): BookFrame | undefined;
  /** Frame that is sent after a time without frames. */
  readonly quiet?: { readonly afterMs: number; frame(): BookFrame };
}

/** A book in one form, under a unique name. */
export interface BookTopic {
  readonly name: string;
  readonly market: Market;
  open(): BookFrameEncoder;
}

export type BookListener = Pick<Line, 'send'>;

/** The listeners of each book; a book without listeners costs nothing. */
export interface BookTopics {
  has(listener: BookListener, name: string): boolean;
  /** Adds a listener, which first gets the current book. */
  add(listener: BookListener, topic: BookTopic): void;
  remove(listener: BookListener, name: string): void;
  /** Ends all subscriptions of a connection. */
  leave(listener: BookListener): void;
  /** Sends the current book of a market to all of its listeners. */
  renew(market: Market): void;
}

interface Open {
  readonly topic: BookTopic;
  readonly teller: BookFrameEncoder;
  readonly listeners: Set<BookListener>;
}

export function createBookTopics(exchange: Exchange): BookTopics {
  const all = new Map<string, Open>();
  const awaitQuiet = (open: Open) => {
    const { quiet } = open.teller;
    if (!quiet) return;
    exchange.later(`book ${open.topic.name}`, quiet.afterMs, () => {
      if (all.get(open.topic.name) === open) tell(open, quiet.frame());
    });
  };
  const tell = (open: Open, { text, about }: BookFrame) => {
    for (const listener of open.listeners) listener.send(text, about);
    awaitQuiet(open);
  };
  const opened = (topic: BookTopic): Open => {
    const known = all.get(topic.name);
    if (known) return known;
    const made: Open = { topic, teller: topic.open(), listeners: new Set() };
    all.set(topic.name, made);
    awaitQuiet(made);
    return made;
  };
  const remove = (listener: BookListener, name: string) => {
    const open = all.get(name);
    open?.listeners.delete(listener);
    if (open?.listeners.size === 0) all.delete(name);
  };
  const of = (market: Market) => [...all.values()].filter((open) => open.topic.market === market);
  exchange.onBook((change) => {
    for (const open of of(change.market)) {
      const frame = open.teller.next(change);
      if (frame) tell(open, frame);
    }
  });
  return {
    has: (listener, name) => all.get(name)?.listeners.has(listener) ?? false,
    add(listener, topic) {
      const open = opened(topic);
      const { text, about } = open.teller.first();
      open.listeners.add(listener);
      listener.send(text, about);
    },
    remove,
    leave(listener) {
      for (const name of [...all.keys()]) remove(listener, name);
    },
    renew(market) {
      for (const open of of(market)) tell(open, open.teller.first());
    },
  };
}
