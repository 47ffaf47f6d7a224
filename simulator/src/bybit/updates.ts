import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';

/** Number of a book's last change, and how often the numbers started again. */
export interface Update {
  readonly number: number;
  readonly restarts: number;
}

/** The numbers `u` of whole books: one more with each change, and 1 after a restart. */
export interface Updates {
  of(market: Market): Update;
  /** Calls the listener when the numbers of a market start again. */
  onRestart(listener: (market: Market) => void): void;
}

/** 1 means a restart, so a running exchange is far beyond it. */
const firstNumber = 10_000_000;

interface Known extends Update {
  readonly sequence: number;
}

export function createUpdates(exchange: Exchange): Updates {
  const known = new Map<string, Known>();
  const listeners: ((market: Market) => void)[] = [];
  const of = ({ name }: Market): Known =>
    known.get(name) ?? { number: firstNumber, restarts: 0, sequence: 0 };
  const restart = (market: Market, sequence: number) => {
    known.set(market.name, { number: 1, restarts: of(market).restarts + 1, sequence });
    for (const listener of listeners) listener(market);
  };
  exchange.onBook(({ market, first, last }) => {
    const before = of(market);
    if (first <= before.sequence) restart(market, last);
    else known.set(market.name, { ...before, number: before.number + 1, sequence: last });
  });
  return {
    of(market) {
      const { sequence } = exchange.prices.depth(market, 1);
      // The first look after a restart finds lower numbers than before.
      if (sequence < of(market).sequence) restart(market, sequence);
      return of(market);
    },
    onRestart: (listener) => {
      listeners.push(listener);
    },
  };
}
