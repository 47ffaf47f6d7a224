import type { Engine, EngineEvent, Side } from '@windlass/matching';
import { wholeUnit } from './amounts.ts';
import type { Market } from './market.ts';
import { createMarkHistory, type MinuteSpan } from './markHistory.ts';
import type { OrderRecord } from './records.ts';
import type { Sequences } from './sequences.ts';

/** A level in exact amounts: its price, and its quantity in what the market counts in. */
export interface DepthLevel {
  readonly price: bigint;
  readonly quantity: bigint;
}

export interface Depth {
  /** Of the last change of the book that it holds, as streams tell it. */
  readonly sequence: number;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

/** What everybody can see of the markets. */
export interface Prices {
  follow(events: readonly EngineEvent[]): void;
  /** Moves the mark to the middle of the book; what that sets off is told. */
  mark(market: Market, at: number): readonly EngineEvent[];
  depth(market: Market, levelsMax: number): Depth;
  /** Undefined as long as nothing was shown. */
  markPrice(market: Market): bigint | undefined;
  /** Minutes that begin within the span, oldest first. */
  markMinutes(market: Market, span: MinuteSpan): readonly PricedMinute[];
  /** Of the last trade, or the mark as long as there was none. */
  lastPrice(market: Market): bigint | undefined;
  /** What an order of the side finds for so much of the quote, walking the book. */
  lotsFor(market: Market, side: Side, quote: bigint): { readonly lots: number; isAll: boolean };
}

/** How a mark price went in the minute that begins then. */
export interface PricedMinute {
  readonly at: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
}

/** Deeper than any book shown. */
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
        ...{ sequence: 0, bids: [], asks: [] },
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
        ...{ at, open: exact(open), high: exact(high), low: exact(low), close: exact(close) },
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

/** Exact amounts of an order, in its market's own units. */
export interface OrderAmounts {
  readonly quantity: bigint;
  readonly filled: bigint;
  readonly price: bigint;
  readonly stop: bigint;
  /** Sum of price × quantity; of an inverse contract in its base. */
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
    // An inverse contract's average is the price at which its whole worth was traded.
    average: isInverse && value > 0n ? (filled * quoteLot * wholeUnit) / value : mean,
  };
}

export function quantityOf({ instrument }: Market, lots: number): bigint {
  return BigInt(lots) * instrument.lot;
}

export function priceOf({ instrument }: Market, ticks: number): bigint {
  return BigInt(ticks) * instrument.tick;
}
