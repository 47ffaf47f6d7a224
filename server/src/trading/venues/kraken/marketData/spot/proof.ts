import type { BookLevel, BookWriter, WireLevel } from '../../../bookPort.ts';
import { isFields, parseJson } from '../../../shared/json.ts';
import { type ProofDocument, provenDepth } from '../../../shared/stream/dialect.ts';
import { toRestPair } from '../../symbols.ts';
import type { SizedLevel } from '../futures/frames.ts';
import { shownLevels } from '../shownLevels.ts';

const spotUrl = 'https://api.kraken.com/0/public/Depth';
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
      const bids = isFields(shown) ? shownLevels(shown.bids) : undefined;
      const asks = isFields(shown) ? shownLevels(shown.asks) : undefined;
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
