import type { BookLevel, EngineEvent } from '@windlass/matching';
import type { Market } from './market.ts';
import type { DepthLevel } from './prices.ts';
import type { Sequences } from './sequences.ts';

/** Levels of a book after one event. */
export interface BookChange {
  readonly market: Market;
  readonly at: number;
  /** Sequences of the first and last change that are sent as one. */
  readonly first: number;
  readonly last: number;
  /** A quantity of 0 means that the level is gone. */
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

/** Reports changes of books. */
export interface BookNews {
  follow(events: readonly EngineEvent[]): void;
  onChange(listener: (change: BookChange) => void): void;
}

type DepthEvent = Extract<EngineEvent, { type: 'depth' }>;

export function createBookNews(
  marketNamed: (name: string) => Market | undefined,
  sequences: Sequences,
): BookNews {
  const listeners: ((change: BookChange) => void)[] = [];
  const told = (name: string, events: readonly DepthEvent[]): BookChange | undefined => {
    const market = marketNamed(name);
    const [first, last] = [events[0], events.at(-1)];
    if (!market || !first || !last) return undefined;
    return {
      market,
      at: last.at,
      first: sequences.told(name, first.sequence),
      last: sequences.told(name, last.sequence),
      bids: latest(market, events, ({ bids }) => bids),
      asks: latest(market, events, ({ asks }) => asks),
    };
  };
  return {
    follow(events) {
      if (listeners.length === 0) return;
      for (const [name, its] of byMarket(events)) {
        const change = told(name, its);
        if (change) for (const listener of listeners) listener(change);
      }
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
}

function byMarket(events: readonly EngineEvent[]): ReadonlyMap<string, readonly DepthEvent[]> {
  const found = new Map<string, DepthEvent[]>();
  for (const event of events) {
    if (event.type !== 'depth') continue;
    const known = found.get(event.symbol);
    if (known) known.push(event);
    else found.set(event.symbol, [event]);
  }
  return found;
}

function latest(
  { instrument: { tick, lot } }: Market,
  events: readonly DepthEvent[],
  sideOf: (event: DepthEvent) => readonly BookLevel[],
): DepthLevel[] {
  const levels = new Map(events.flatMap(sideOf));
  return [...levels].map(([ticks, lots]) => ({
    price: BigInt(ticks) * tick,
    quantity: BigInt(lots) * lot,
  }));
}
