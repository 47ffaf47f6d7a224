import { type Engine, type EngineEvent, type Side, wholeUnit } from '@windlass/matching';
import type { Market } from './market.ts';
import { createMarkHistory, type MinuteSpan } from './markHistory.ts';
import type { OrderRecord } from './records.ts';
import type { Sequences } from './sequences.ts';

/** A level in exact amounts: price, and quantity in the market's units. */
export interface DepthLevel {
  readonly price: bigint;
  readonly quantity: bigint;
}

export interface Depth {
  /** Number of the last change that the book contains, as streams send it. */
  readonly sequence: number;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

/** Public prices of the markets. */
export interface Prices {
  follow(events: readonly EngineEvent[]): void;
  /** Moves the mark to the middle of the book; returns the events that this triggers. */
  mark(market: Market, at: number): readonly EngineEvent[];
  depth(market: Market, levelsMax: number): Depth;
  /** Undefined until a book was shown. */
  markPrice(market: Market): bigint | undefined;
  /** Returns minutes that begin within the span, oldest first. */
  markMinutes(market: Market, span: MinuteSpan): readonly PricedMinute[];
  /** Returns the price of the last trade, or the mark when there was none. */
  lastPrice(market: Market): bigint | undefined;
  /** Returns the lots that an order of the side gets for a quote amount, walking the book. */
  lotsFor(market: Market, side: Side, quote: bigint): { readonly lots: number; isAll: boolean };
}

/** The mark price during the minute that begins at `at`. */
export interface PricedMinute {
  readonly at: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
}

/** Deeper than any shown book. */
const walkLevelsMax = 10_000;

export function createPrices(engine: Engine, sequences: Sequences): Prices {
  const marks = new Map<string, number>();
  const lasts = new Map<string, number>();
  const history = createMarkHistory();
  const priceOf = ({ name, instrument }: Market, from: ReadonlyMap<string, number>) => {
    const ticks = from.get(name);
    return ticks === undefined ? undefined : BigInt(ticks) * instrument.tick;
  };
  return {
    follow(events) {
      for (const event of events) if (event.type === 'trade') lasts.set(event.symbol, event.ticks);
    },
    mark({ name }, at) {
      const { bids, asks } = engine.depth(name, 1) ?? { bids: [], asks: [] };
      const [[bid], [ask]] = [bids[0] ?? [], asks[0] ?? []];
      if (bid === undefined || ask === undefined) return [];
      const ticks = Math.floor((bid + ask) / 2);
      marks.set(name, ticks);
      history.add(name, at, ticks);
      return engine.apply({ type: 'mark', at, symbol: name, ticks });
    },
    depth({ name, instrument: { tick, lot } }, levelsMax) {
      const { sequence, bids, asks } = engine.depth(name, levelsMax) ?? {
        sequence: 0,
        bids: [],
        asks: [],
      };
      const exact = ([ticks, lots]: readonly [number, number]) => ({
        price: BigInt(ticks) * tick,
        quantity: BigInt(lots) * lot,
      });
      const told = sequences.told(name, sequence);
      return { sequence: told, bids: bids.map(exact), asks: asks.map(exact) };
    },
    markPrice: (market) => priceOf(market, marks),
    markMinutes({ name, instrument }, span) {
      const exact = (ticks: number) => BigInt(ticks) * instrument.tick;
      return history.minutes(name, span).map(({ at, open, high, low, close }) => ({
        at,
        open: exact(open),
        high: exact(high),
        low: exact(low),
        close: exact(close),
      }));
    },
    lastPrice: (market) => priceOf(market, lasts) ?? priceOf(market, marks),
    lotsFor({ name, instrument }, side, quote) {
      const book = engine.depth(name, walkLevelsMax) ?? { bids: [], asks: [] };
      let [lots, left] = [0, quote];
      for (const [ticks, there] of side === 'buy' ? book.asks : book.bids) {
        const each = BigInt(ticks) * instrument.tickLot;
        const affordable = Number(left / each);
        const taken = Math.min(there, affordable);
        lots += taken;
        left -= BigInt(taken) * each;
        if (taken < there) return { lots, isAll: true };
      }
      return { lots, isAll: false };
    },
  };
}

/** Exact amounts of an order, in its market's units. */
export interface OrderAmounts {
  readonly quantity: bigint;
  readonly filled: bigint;
  readonly price: bigint;
  readonly stop: bigint;
  /** Sum of price × quantity; for an inverse contract in its base. */
  readonly value: bigint;
  readonly average: bigint;
}

export function amountsOf({ market, state, trades }: OrderRecord): OrderAmounts {
  const { tick, lot, isInverse, quoteLot } = market.instrument;
  const at = (ticks: number | undefined) => BigInt(ticks ?? 0) * tick;
  const value = trades.reduce((sum, trade) => sum + trade.value, 0n);
  const filled = BigInt(state.filled);
  const mean = filled === 0n ? 0n : (state.tickLots * tick) / filled;
  return {
    quantity: BigInt(state.quantity) * lot,
    filled: filled * lot,
    price: at(state.price),
    stop: at(state.stop),
    value,
    // An inverse contract's average is the price at which its whole value was traded.
    average: isInverse && value > 0n ? (filled * quoteLot * wholeUnit) / value : mean,
  };
}

export function quantityOf({ instrument }: Market, lots: number): bigint {
  return BigInt(lots) * instrument.lot;
}

export function priceOf({ instrument }: Market, ticks: number): bigint {
  return BigInt(ticks) * instrument.tick;
}
