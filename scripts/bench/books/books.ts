import { alternating, type BenchResult } from '../result.ts';
import { binanceCases } from './binance.ts';
import {
  areSame,
  type BookCase,
  type NumberLevel,
  type Sides,
  type TextReader,
} from './bookCase.ts';
import { benchDeltas } from './deltas.ts';
import { otherCases } from './otherVenues.ts';
import { roundMsMin } from './round.ts';

/** Measures the way from a frame's text to the updated book, and that of parsed deltas. */
export async function benchBooks(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const each of [...(await binanceCases()), ...(await otherCases())]) {
    results.push(...(await benchCase(each)));
  }
  results.push(...(await benchDeltas()));
  return results;
}

/** Measures frames a second of our, tardis-dev's and ccxt's book, and of JSON.parse alone. */
async function benchCase(bookCase: BookCase): Promise<BenchResult[]> {
  const { name, frames, source, ours, tardis, ccxt, toBase } = bookCase;
  const reference = await ours();
  for (const frame of frames) reference.take(frame);
  const truth = reference.top();
  reference.close();
  const contestant = (
    who: string,
    make: () => Promise<TextReader> | TextReader,
    target?: number,
  ) => ({
    name: who,
    target,
    run: () =>
      framesPerSecond(frames, make, (book) => {
        const top = book.top();
        mustBeSame(`${who} on ${name}`, who === 'ours' ? top : inBase(top, toBase), truth);
      }),
  });
  const peers = [
    ...(tardis ? [contestant('tardis-dev', tardis, 1.3)] : []),
    ...(ccxt ? [contestant('ccxt', ccxt, 3)] : []),
    {
      name: 'JSON.parse alone',
      target: 0.4,
      run: () => framesPerSecond(frames, parseOnly, () => undefined),
    },
  ];
  const [own = 0, ...theirs] = await alternating([contestant('ours', ours), ...peers]);
  return peers.map((peer, i): BenchResult => {
    const figure = theirs[i] ?? Number.NaN;
    return {
      name: `${name}, frame to book (${frames.length} ${source})`,
      ours: own,
      peer: peer.name,
      theirs: figure,
      unit: 'frames/s',
      ratio: own / figure,
      ...(peer.target !== undefined && { target: peer.target }),
    };
  });
}

function parseOnly(): TextReader {
  return {
    take: (text) => void JSON.parse(text),
    top: () => ({ bids: [], asks: [] }),
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

function inBase({ bids, asks }: Sides, toBase: BookCase['toBase']): Sides {
  if (!toBase) return { bids, asks };
  const convert = ([price, size]: NumberLevel): NumberLevel => [price, toBase(price, size)];
  return { bids: bids.map(convert), asks: asks.map(convert) };
}

function mustBeSame(who: string, found: Sides, truth: Sides): void {
  if (areSame(found, truth)) return;
  throw new Error(
    `${who} ended in another book: ${JSON.stringify(found)}, not ${JSON.stringify(truth)}`,
  );
}
