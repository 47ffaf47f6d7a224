import { alternating, type BenchResult } from '../result.ts';
import { binanceCases } from './binance.ts';
import type { BookCase, Sides, TextReader } from './bookCase.ts';
import { benchDeltas } from './deltas.ts';
import { otherCases } from './otherVenues.ts';

/** A round lasts at least so long, in passes over the same frames from a fresh book. */
const roundMsMin = 400;

/** Frame text to updated book, and deltas that are parsed already. */
export async function benchBooks(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const each of [...(await binanceCases()), ...(await otherCases())]) {
    results.push(...(await benchCase(each)));
  }
  results.push(...(await benchDeltas()));
  return results;
}

/** Frames a second of ours, tardis-dev's and ccxt's book, and of JSON.parse alone. */
async function benchCase(bookCase: BookCase): Promise<BenchResult[]> {
  const { name, frames, source, ours, tardis, ccxt } = bookCase;
  const reference = await ours();
  for (const frame of frames) reference.take(frame);
  const truth = reference.bestPrices();
  reference.close();
  const contestant = (who: string, make: () => Promise<TextReader> | TextReader) => ({
    name: who,
    run: () => framesPerSecond(frames, make, (book) => mustEqual(who, book.bestPrices(), truth)),
  });
  const peers = ccxt ? [contestant('ccxt', ccxt)] : [];
  const [own = 0, parsing = 0, tardisFigure = 0, ccxtFigure] = await alternating([
    contestant('ours', ours),
    { name: 'JSON.parse', run: () => framesPerSecond(frames, parseOnly, () => undefined) },
    contestant('tardis-dev', tardis),
    ...peers,
  ]);
  const against = (peer: string, theirs: number, target: number) => ({
    name: `${name}, frame to book (${frames.length} ${source})`,
    ours: own,
    peer,
    theirs,
    unit: 'frames/s',
    ratio: own / theirs,
    target,
  });
  return [
    against('tardis-dev', tardisFigure, 1.3),
    ...(ccxtFigure === undefined ? [] : [against('ccxt', ccxtFigure, 3)]),
    against('JSON.parse alone', parsing, 0.4),
  ];
}

function parseOnly(): TextReader {
  return {
    take: (text) => void JSON.parse(text),
    bestPrices: () => ({ bids: [], asks: [] }),
    close: () => undefined,
  };
}

async function framesPerSecond(
  frames: readonly string[],
  make: () => Promise<TextReader> | TextReader,
  check: (book: TextReader) => void,
): Promise<number> {
  let elapsedMs = 0;
  let count = 0;
  while (elapsedMs < roundMsMin) {
    const book = await make();
    const startMs = performance.now();
    for (let i = 0; i < frames.length; i += 1) book.take(frames[i] as string);
    elapsedMs += performance.now() - startMs;
    count += frames.length;
    check(book);
    book.close();
  }
  return (count / elapsedMs) * 1_000;
}

function mustEqual(who: string, found: Sides, truth: Sides): void {
  if (JSON.stringify(found) === JSON.stringify(truth)) return;
  throw new Error(
    `${who} ended in another book: ${JSON.stringify(found)}, not ${JSON.stringify(truth)}`,
  );
}
