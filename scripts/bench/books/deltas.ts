import { alternating, type BenchResult } from '../result.ts';
import { binanceTraffic } from './binanceFrames.ts';
import { areSame, type NumberLevel, type Sides } from './bookCase.ts';
import { ourBook, ourTop } from './ours.ts';
import { type CcxtBook, ccxtFile, ccxtTop, tardisBook, tardisTop } from './peers.ts';
import { roundMsMin } from './round.ts';

/** Changes as numbers, in the form each class takes them, into its own book. */
export async function benchDeltas(): Promise<BenchResult[]> {
  const { source, snapshot, frames } = await binanceTraffic('usdm_btcusdt_20240808', true);
  const numbers = (side: readonly (readonly string[])[]): NumberLevel[] =>
    side.map(([p, q]) => [Number(p), Number(q)]);
  const start = { bids: numbers(snapshot.bids), asks: numbers(snapshot.asks) };
  const deltas: Sides[] = frames.map((text) => {
    const { b, a } = JSON.parse(text).data;
    return { bids: numbers(b), asks: numbers(a) };
  });
  const amounts = ({ bids, asks }: Sides) => {
    const named = (side: readonly NumberLevel[]) =>
      side.map(([price, amount]) => ({ price, amount }));
    return { isSnapshot: false, bids: named(bids), asks: named(asks) };
  };
  const named = deltas.map(amounts);
  const { OrderBook } = await import(ccxtFile('base/ws/OrderBook.js'));

  const ours = () => {
    const book = ourBook('BTC/USDT:USDT');
    book.snapshot(start.bids, start.asks, { sequence: 1 });
    return {
      apply: (i: number) => {
        const { bids, asks } = deltas[i] as Sides;
        book.update(bids, asks, { sequence: i });
      },
      top: () => ourTop(book),
    };
  };
  const tardis = () => {
    const book = tardisBook();
    book.update({ ...amounts(start), isSnapshot: true });
    return {
      apply: (i: number) => book.update(named[i] as (typeof named)[number]),
      top: () => tardisTop(book),
    };
  };
  const ccxt = () => {
    const book: CcxtBook = new OrderBook({ bids: start.bids, asks: start.asks });
    return {
      apply: (i: number) => {
        const { bids, asks } = deltas[i] as Sides;
        for (const [price, amount] of asks) book.asks.store(price, amount);
        for (const [price, amount] of bids) book.bids.store(price, amount);
      },
      top: () => ccxtTop(book),
    };
  };

  const run = (make: () => Applier) => () => deltasPerSecond(deltas.length, make, truth);
  const truth = endOf(deltas.length, ours());
  const [own = 0, tardisFigure = 0, ccxtFigure = 0] = await alternating([
    { name: 'ours', run: run(ours) },
    { name: 'tardis-dev', run: run(tardis) },
    { name: 'ccxt', run: run(ccxt) },
  ]);
  const name = `parsed changes to book (${deltas.length} of binance USD-M, ${source})`;
  const unit = 'messages/s';
  return [
    {
      name,
      ours: own,
      peer: 'tardis-dev',
      theirs: tardisFigure,
      unit,
      ratio: own / tardisFigure,
      target: 3,
    },
    { name, ours: own, peer: 'ccxt', theirs: ccxtFigure, unit, ratio: own / ccxtFigure },
  ];
}

interface Applier {
  apply(i: number): void;
  top(): Sides;
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

function endOf(count: number, book: Applier): Sides {
  for (let i = 0; i < count; i += 1) book.apply(i);
  return book.top();
}
