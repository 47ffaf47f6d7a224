import { isFields, parseJson } from '../../../shared/json.ts';
import {
  type BookChange,
  type ProofDocument,
  provenDepth,
} from '../../../shared/stream/dialect.ts';
import { isInverseProduct } from '../../symbols.ts';
import { shownLevels } from '../shownLevels.ts';
import { toBaseBook } from './book.ts';

const futuresUrl = 'https://futures.kraken.com/derivatives/api/v3/orderbook';
const documentWeight = 1;

/** Reads a whole futures book: `{result: 'success', orderBook: {bids, asks}}`. */
export function futuresProof(product: string): ProofDocument {
  return {
    url: `${futuresUrl}?symbol=${product}`,
    weight: documentWeight,
    parse(text): BookChange | undefined {
      const root = parseJson(text);
      const shown = isFields(root) ? root.orderBook : undefined;
      const bids = isFields(shown) ? shownLevels(shown.bids) : undefined;
      const asks = isFields(shown) ? shownLevels(shown.asks) : undefined;
      if (!bids || !asks) return undefined;
      const sorted = {
        bids: bids.sort(([a], [b]) => b - a).slice(0, provenDepth),
        asks: asks.sort(([a], [b]) => a - b).slice(0, provenDepth),
      };
      return toBaseBook(sorted, isInverseProduct(product));
    },
  };
}
