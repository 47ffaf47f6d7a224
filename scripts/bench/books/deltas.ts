import { alternating, type BenchResult } from '../result.ts';
import { binanceTraffic } from './binanceFrames.ts';
import { areSame, type NumberLevel, type Sides } from './bookCase.ts';
import { ourBook, ourTop } from './ours.ts';
import { type CcxtBook, ccxtFile, ccxtTop, tardisBook, tardisTop } from './peers.ts';
import { roundMsMin } from './round.ts';

/** A stream of parsed changes: the first book and what follows it. */
interface DeltaStream {
  readonly start: Sides;
  readonly deltas: readonly Sides[];
}

/** A book that applies the change with an index. */
interface Applier {
  apply(i: number): void;
  top(): Sides;
}

/** Measures changes as numbers, each class with its own book and its own form of a change. */
export async function benchDeltas(): Promise<BenchResult[]> {
  const { source, snapshot, frames } = await binanceTraffic('usdm_btcusdt_20240808', true);
  const numbers = (side: readonly (readonly string[])[]) =>
    side.map(([price, quantity]): NumberLevel => [Number(price), Number(quantity)]);
  const deltas = frames.map((text): Sides => {
    const { b, a } = JSON.parse(text).data;
    return { bids: numbers(b), asks: numbers(a) };
  });
  const start = { bids: numbers(snapshot.bids), asks: numbers(snapshot.asks) };
  const makers = [oursOf, tardisOf, await ccxtClass()].map((of) => of({ start, deltas }));
  const truth = endOf(deltas.length, makers[0]?.());
  const [own = 0, tardis = 0, ccxt = 0] = await alternating(
    makers.map((make, i) => ({
      name: `contestant ${i}`,
      run: () => deltasPerSecond(deltas.length, make, truth),
    })),
  );
  const name = `parsed changes to book (${deltas.length} of binance USD-M, ${source})`;
  const result = { name, ours: own, unit: 'messages/s' };
  return [
    { ...result, peer: 'tardis-dev', theirs: tardis, ratio: own / tardis, target: 3 },
    { ...result, peer: 'ccxt', theirs: ccxt, ratio: own / ccxt },
  ];
}

function oursOf({ start, deltas }: DeltaStream): () => Applier {
  return () => {
    const book = ourBook('BTC/USDT:USDT');
    book.snapshot(start.bids, start.asks, { sequence: 1 });
    return {
      apply(i) {
        const { bids, asks } = deltas[i] as Sides;
        book.update(bids, asks, { sequence: i });
      },
      top: () => ourTop(book),
    };
  };
}

function tardisOf({ start, deltas }: DeltaStream): () => Applier {
  const toChange = ({ bids, asks }: Sides) => {
    const named = (side: readonly NumberLevel[]) =>
      side.map(([price, amount]) => ({ price, amount }));
    return { isSnapshot: false, bids: named(bids), asks: named(asks) };
  };
  const changes = deltas.map(toChange);
  return () => {
    const book = tardisBook();
    book.update({ ...toChange(start), isSnapshot: true });
    return {
      apply: (i) => book.update(changes[i] as (typeof changes)[number]),
      top: () => tardisTop(book),
    };
  };
}

async function ccxtClass(): Promise<typeof oursOf> {
  const { OrderBook } = await import(ccxtFile('base/ws/OrderBook.js'));
  return ({ start, deltas }) =>
    () => {
      const book: CcxtBook = new OrderBook({ bids: start.bids, asks: start.asks });
      return {
        apply(i) {
          const { bids, asks } = deltas[i] as Sides;
          for (const [price, amount] of asks) book.asks.store(price, amount);
          for (const [price, amount] of bids) book.bids.store(price, amount);
        },
        top: () => ccxtTop(book),
      };
    };
}

function deltasPerSecond(count: number, make: () => Applier, truth: Sides): number {
  let elapsedMs = 0;
  let done = 0;
  while (elapsedMs < roundMsMin) {
    const book = make();
    const startMs = performance.now();
    for (let i = 0; i < count; i += 1) book.apply(i);
    elapsedMs += performance.now() - startMs;
    done += count;
    if (!areSame(book.top(), truth)) throw new Error('a book of parsed changes ended otherwise');
  }
  return (done / elapsedMs) * 1_000;
}

function endOf(count: number, book: Applier | undefined): Sides {
  for (let i = 0; i < count; i += 1) book?.apply(i);
  return book?.top() ?? { bids: [], asks: [] };
}
