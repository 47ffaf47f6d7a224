import type { Cancel, Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { type NamedMarket, type OrderMarkets, rulesOf } from '../../execution/index.ts';
import { marketTypeOf, type Side } from '../../model/order.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { Hold, Orderbook, VenueBook } from '../../orderbook/types.ts';
import { isRefusal, judgeBook } from '../../routing/index.ts';
import type { AlgorithmView, MarketRules, UsableBookView } from '../algorithm.ts';

/** Market data of a symbol at the venues of an algorithm. */
export interface MarketWatch {
  /** Returns the rules. Orders that only reduce a position have fewer minimums. */
  rules(venue: VenueId, isReducing?: boolean): MarketRules | undefined;
  book(venue: VenueId): UsableBookView | undefined;
  /** Returns mid and spread between the best prices of all usable books. */
  top(): Pick<AlgorithmView, 'mid' | 'spreadBps'>;
  /** Returns the mean spread over the last minute. */
  usualSpreadBps(): number | undefined;
  /** Samples the spread; called once a second. */
  sample(): void;
  close(): void;
}

export interface MarketWatchDeps {
  readonly orderbook: Pick<Orderbook, 'book' | 'keep'>;
  readonly markets: Pick<OrderMarkets, 'rulesOf'>;
}

/** More levels than a child order of an algorithm takes. Deeper books are the router's task. */
const takeableMax = 50;
/** Samples are a second apart (Design: TWAP `auto` aggression looks at the last minute). */
const samplesMax = 60;

export function createMarketWatch(
  { orderbook, markets }: MarketWatchDeps,
  symbol: InstrumentSymbol,
  { side, venues }: { readonly side: Side; readonly venues: readonly VenueId[] },
): MarketWatch {
  const named: NamedMarket = { symbol, marketType: marketTypeOf(symbol) };
  const holds = venues.flatMap((venue) => holdBook(orderbook, symbol, venue) ?? []);
  const spreads: number[] = [];
  const book = (venue: VenueId): UsableBookView | undefined => {
    const usable = judgeBook(orderbook.book(symbol, venue), venue, symbol);
    if (isRefusal(usable)) return undefined;
    return toBookView(usable, side);
  };
  const top = (): Pick<AlgorithmView, 'mid' | 'spreadBps'> => {
    const usable = venues.flatMap((venue) => book(venue) ?? []);
    if (usable.length === 0) return { mid: undefined, spreadBps: undefined };
    const bid = Math.max(...usable.map((each) => each.bid));
    const ask = Math.min(...usable.map((each) => each.ask));
    const mid = (bid + ask) / 2;
    return { mid, spreadBps: ((ask - bid) / mid) * 10_000 };
  };
  return {
    rules: (venue, reduceOnly = false) => rulesAt(markets, venue, { ...named, reduceOnly }),
    book,
    top,
    usualSpreadBps: () =>
      spreads.length === 0
        ? undefined
        : spreads.reduce((sum, spread) => sum + spread, 0) / spreads.length,
    sample() {
      const { spreadBps } = top();
      if (spreadBps === undefined) return;
      spreads.push(spreadBps);
      if (spreads.length > samplesMax) spreads.shift();
    },
    close() {
      for (const hold of holds) hold.release();
    },
  };
}

function toBookView(
  { book, bid, ask }: { readonly book: VenueBook; readonly bid: number; readonly ask: number },
  side: Side,
): UsableBookView {
  const mid = (bid + ask) / 2;
  return {
    bid,
    ask,
    mid,
    spreadBps: ((ask - bid) / mid) * 10_000,
    // Read only when needed: most steps use the best prices alone.
    get takeable() {
      return side === 'buy' ? book.asks(takeableMax) : book.bids(takeableMax);
    },
    get giveable() {
      return side === 'buy' ? book.bids(takeableMax) : book.asks(takeableMax);
    },
  };
}

function rulesAt(
  markets: Pick<OrderMarkets, 'rulesOf'>,
  venue: VenueId,
  { symbol, marketType, reduceOnly }: NamedMarket & { readonly reduceOnly: boolean },
): MarketRules | undefined {
  const market = markets.rulesOf(venue, symbol);
  if (!market?.isActive || market.kind !== marketType) return undefined;
  const rules = rulesOf(market, { reduceOnly });
  return {
    priceTick: rules.priceTick,
    priceDigitsMax: rules.priceDigitsMax,
    quantityStep: rules.quantityStep,
    quantityMin: rules.quantityMin ?? 0,
    notionalMin: rules.notionalMin ?? 0,
  };
}

/** Keeps a book open; returns undefined when no feed has books of the venue or the symbol. */
function holdBook(
  orderbook: Pick<Orderbook, 'keep'>,
  symbol: InstrumentSymbol,
  venue: VenueId,
): Hold | undefined {
  try {
    return orderbook.keep(symbol, venue);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Wakes followers of a symbol at most once in 100 ms, however often its books change. */
export interface BookBeat {
  follow(symbol: InstrumentSymbol, wake: () => void): Cancel;
  close(): void;
}

/** Design: book events are conflated to one per algorithm and beat. */
const beatMs = 100;

export function createBookBeat(onBookChange: Orderbook['onChange'], clock: Clock): BookBeat {
  const followers = new Map<InstrumentSymbol, Set<() => void>>();
  const due = new Set<InstrumentSymbol>();
  let cancelBeat: Cancel | undefined;
  let isClosed = false;
  const beat = async (): Promise<void> => {
    cancelBeat = undefined;
    const symbols = [...due];
    due.clear();
    for (const symbol of symbols) {
      if (isClosed) return;
      // A copy, because a woken follower follows again at once, and must not be woken twice.
      for (const wake of [...(followers.get(symbol) ?? [])]) wake();
      // Hundreds of steps at once would delay everything else.
      await clock.yield();
    }
  };
  const unlisten = onBookChange(({ symbol }) => {
    if (!followers.has(symbol)) return;
    due.add(symbol);
    cancelBeat ??= clock.schedule(beatMs, () => void beat());
  });
  return {
    follow(symbol, wake) {
      const wakes = followers.get(symbol) ?? new Set();
      followers.set(symbol, wakes.add(wake));
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && followers.get(symbol) === wakes) followers.delete(symbol);
      };
    },
    close() {
      isClosed = true;
      cancelBeat?.();
      unlisten();
    },
  };
}
