import type { BookLevel, BookWriter, WireLevel } from '../bookPort.ts';
import { isFields, parseJson } from '../shared/json.ts';
import { type BookChange, type ProofDocument, provenDepth } from '../shared/stream/dialect.ts';
import { toBaseBook } from './futuresBook.ts';
import type { SizedLevel } from './futuresFrames.ts';
import { isInverseProduct, toRestPair } from './symbols.ts';

const spotUrl = 'https://api.kraken.com/0/public/Depth';
const futuresUrl = 'https://futures.kraken.com/derivatives/api/v3/orderbook';
const documentWeight = 1;
/** Spot documents show quantities with only three decimals, the stream with eight. */
const shownStep = 0.001;

/** Reads the best levels of a spot book: `{error: [], result: {<pair>: {asks, bids}}}`. */
export function spotProof(venueSymbol: string, book: BookWriter): ProofDocument {
  return {
    url: `${spotUrl}?pair=${toRestPair(venueSymbol)}&count=${provenDepth}`,
    weight: documentWeight,
    parse(text) {
      const root = parseJson(text);
      if (isLimit(root)) return 'limited';
      const shown = isFields(root) && isFields(root.result) ? Object.values(root.result)[0] : null;
      const bids = isFields(shown) ? pairsOf(shown.bids) : undefined;
      const asks = isFields(shown) ? pairsOf(shown.asks) : undefined;
      if (!bids || !asks) return undefined;
      return {
        bids: finer(bids, book.levels('bids', provenDepth)),
        asks: finer(asks, book.levels('asks', provenDepth)),
      };
    },
  };
}

/** Limits come with status 200: `{error: ['EGeneral:Too many requests']}`, `EAPI:Rate limit…`. */
function isLimit(root: unknown): boolean {
  const errors: unknown[] = isFields(root) && Array.isArray(root.error) ? root.error : [];
  return errors.some((each) => /too many requests|rate limit/i.test(String(each)));
}

/** Reads a whole futures book: `{result: 'success', orderBook: {bids, asks}}`. */
export function futuresProof(product: string): ProofDocument {
  return {
    url: `${futuresUrl}?symbol=${product}`,
    weight: documentWeight,
    parse(text): BookChange | undefined {
      const root = parseJson(text);
      const shown = isFields(root) ? root.orderBook : undefined;
      const bids = isFields(shown) ? pairsOf(shown.bids) : undefined;
      const asks = isFields(shown) ? pairsOf(shown.asks) : undefined;
      if (!bids || !asks) return undefined;
      const sorted = {
        bids: bids.sort(([a], [b]) => b - a).slice(0, provenDepth),
        asks: asks.sort(([a], [b]) => a - b).slice(0, provenDepth),
      };
      return toBaseBook(sorted, isInverseProduct(product));
    },
  };
}

/**
 * Replaces a shown quantity by ours when it may be ours with fewer decimals. The difference that
 * this hides is smaller than the step, and the next message's checksum finds it.
 */
function finer(shown: readonly SizedLevel[], ours: readonly BookLevel[]): WireLevel[] {
  return shown.map(([price, quantity], rank): WireLevel => {
    const [ourPrice, ourQuantity] = ours[rank] ?? [];
    if (ourPrice !== price || ourQuantity === undefined) return [price, quantity];
    const isOurs = Math.abs(ourQuantity - quantity) < shownStep;
    return [price, isOurs ? ourQuantity : quantity];
  });
}

function pairsOf(side: unknown): SizedLevel[] | undefined {
  if (!Array.isArray(side)) return undefined;
  const levels: SizedLevel[] = [];
  for (const level of side) {
    if (!Array.isArray(level)) return undefined;
    const price = Number(level[0]);
    const size = Number(level[1]);
    if (!(price > 0) || !(size >= 0)) return undefined;
    levels.push([price, size]);
  }
  return levels;
}
