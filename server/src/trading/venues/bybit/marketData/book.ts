import { isFields, parseJson } from '../../shared/json.ts';
import { areLevels, fromQuoteContracts } from '../../shared/levels.ts';
import type {
  BookChange,
  BookDecoder,
  BookDialect,
  ProofDocument,
} from '../../shared/stream/dialect.ts';
import { provenDepth } from '../../shared/stream/dialect.ts';
import type { MarketName, VenueInstrument } from '../symbols.ts';
import type { BybitMessage } from './frames.ts';

/** Every message has one number, one more than the last; 1 means that the service restarted. */
export const bybitBookDialect: BookDialect<BybitMessage> = {
  last: ({ u }) => u,
  joins: ({ u }, local) => u === local + 1,
  follows: ({ u }, local) => u === local + 1,
  isSnapshot: ({ isSnapshot }) => isSnapshot,
  venueTimeMs: ({ timeMs }) => timeMs,
  unasked: ({ u }) => (u === 1 ? 'restart' : 'gap'),
};

/** Contracts of the inverse market are 1 USD each; elsewhere sizes are base units. */
export function createBybitDecoder(market: MarketName): BookDecoder<BybitMessage> {
  const decode =
    market === 'inverse'
      ? (message: BybitMessage) => toBase(message)
      : (message: BybitMessage) => message;
  return { snapshot: decode, changes: decode };
}

function toBase({ bids, asks }: BookChange): BookChange {
  return { bids: fromQuoteContracts(bids, 1), asks: fromQuoteContracts(asks, 1) };
}

/** The smallest depth document; its numbers belong to another stream, so levels are compared. */
export function bybitProof({ market, venueSymbol }: VenueInstrument): ProofDocument {
  const query = `category=${market}&symbol=${venueSymbol}&limit=${provenDepth}`;
  return {
    url: `https://api.bybit.com/v5/market/orderbook?${query}`,
    weight: 1,
    parse(text) {
      const root = parseJson(text);
      const result = isFields(root) ? root.result : undefined;
      if (!isFields(result) || !areLevels(result.b) || !areLevels(result.a)) return undefined;
      const shown = { bids: result.b, asks: result.a };
      return market === 'inverse' ? toBase(shown) : shown;
    },
  };
}
