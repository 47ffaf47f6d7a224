import { isFields, parseJson } from '../../shared/json.ts';
import { fromBaseContracts, fromQuoteContracts, isSequenceNumber } from '../../shared/levels.ts';
import {
  type BookChange,
  type BookDecoder,
  type BookDialect,
  type ProofDocument,
  provenDepth,
} from '../../shared/stream/dialect.ts';
import type { SnapshotDocument } from '../../shared/stream/pushedBook.ts';
import type { VenueInstrument } from '../symbols.ts';
import { type GateioMessage, toLevels } from './frames.ts';
import { depthUrl } from './protocol.ts';

/**
 * Number of levels of the document that an older stream continues, as its recorders requested it.
 */
const joinedDepth = 100;

/**
 * Messages cover ranges without holes. Levels are absolute, so a message that begins earlier and
 * reaches further loses nothing; the venue never sends one.
 */
export const gateioBookDialect: BookDialect<GateioMessage> = {
  first: ({ U }) => U,
  last: ({ u }) => u,
  joins: ({ U }, local) => U <= local + 1,
  follows: ({ U }, local) => U <= local + 1,
  isSnapshot: ({ kind }) => kind === 'full',
  venueTimeMs: ({ timeMs }) => timeMs,
  unasked: () => 'gap',
};

/** Converts the venue's sizes to base units. */
export type ToBase = (change: BookChange) => BookChange;

export const sizesAreBase: ToBase = (change) => change;

/** Contracts of 1 USD each. */
export const sizesAreUsd: ToBase = ({ bids, asks }) => ({
  bids: fromQuoteContracts(bids, 1),
  asks: fromQuoteContracts(asks, 1),
});

/** @param multiplier Base units of one contract (`quanto_multiplier`). */
export function sizesAreContracts(multiplier: number): ToBase {
  return ({ bids, asks }) => ({
    bids: fromBaseContracts(bids, multiplier),
    asks: fromBaseContracts(asks, multiplier),
  });
}

/** Reads the size of a contract; returns undefined when the document does not give it. */
export function parseMultiplier(text: string): number | undefined {
  const contract = parseJson(text);
  const multiplier = isFields(contract) ? Number(contract.quanto_multiplier) : Number.NaN;
  return multiplier > 0 && Number.isFinite(multiplier) ? multiplier : undefined;
}

export function createGateioDecoder(toBase: ToBase): BookDecoder<GateioMessage> {
  return { snapshot: toBase, changes: toBase };
}

/** Compared level by level: the number of a document also counts changes beyond our levels. */
export function gateioProof(
  { market, venueSymbol }: VenueInstrument,
  toBase: ToBase,
): ProofDocument {
  return {
    url: depthUrl(market, venueSymbol, provenDepth),
    weight: 1,
    parse(text) {
      const snapshot = parseSnapshot(text);
      return snapshot && toBase(snapshot);
    },
  };
}

/**
 * Returns the document that changes of the older channel continue; today's channel sends its own
 * snapshots.
 */
export function joinedDocument(
  { market, venueSymbol }: VenueInstrument,
  { kind }: GateioMessage,
): SnapshotDocument<GateioMessage> | undefined {
  if (kind !== 'bare') return undefined;
  return { url: depthUrl(market, venueSymbol, joinedDepth), parse: parseSnapshot };
}

function parseSnapshot(text: string): GateioMessage | undefined {
  const document = parseJson(text);
  if (!isFields(document) || !isSequenceNumber(document.id)) return undefined;
  const bids = toLevels(document.bids);
  const asks = toLevels(document.asks);
  if (!bids || !asks) return undefined;
  // In seconds in futures documents, in milliseconds in those of spot.
  const { current, id } = document;
  const time = typeof current === 'number' ? current : undefined;
  const timeMs = time === undefined || time > 1e11 ? time : time * 1_000;
  return { kind: 'full', U: id, u: id, bids, asks, timeMs };
}
