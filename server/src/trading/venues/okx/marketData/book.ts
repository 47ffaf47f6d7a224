import { isFields, parseJson } from '../../shared/json.ts';
import { areLevels, fromBaseContracts, fromQuoteContracts } from '../../shared/levels.ts';
import {
  type BookChange,
  type BookDecoder,
  type BookDialect,
  type ProofDocument,
  provenDepth,
} from '../../shared/stream/dialect.ts';
import type { VenueInstrument } from '../symbols.ts';
import { createChecksumBook } from './checksum.ts';
import type { OkxMessage } from './frames.ts';

const restUrl = 'https://www.okx.com/api/v5';

/**
 * Every message names the one before. Numbers have holes, and after maintenance they may fall while
 * the chain goes on, so only the chain counts. Equal numbers without levels, once a minute, say
 * that nothing happened.
 */
export const okxBookDialect: BookDialect<OkxMessage> = {
  last: ({ last }) => last,
  joins: ({ previous, isNumbered }, local) => !isNumbered || previous === local,
  follows: ({ previous, isNumbered }, local) => !isNumbered || previous === local,
  // A lower number may belong to a chain whose beginning we missed: only the very same number is
  // old.
  isOld: ({ last }, local) => last === local,
  isSnapshot: ({ isSnapshot }) => isSnapshot,
  venueTimeMs: ({ timeMs }) => timeMs,
  unasked: () => 'gap',
  isCounted: ({ isNumbered }) => !isNumbered,
  isKeepAlive: ({ previous, last, bids, asks }, local) =>
    last === local && previous === last && bids.length + asks.length === 0,
};

/** Converts the venue's sizes to base units. */
export type ToBase = (change: BookChange) => BookChange;

export const sizesAreBase: ToBase = (change) => change;

/** @param worth Base (linear) or quote currency (inverse) of one contract. */
export function sizesAreContracts(contract: 'linear' | 'inverse', worth: number): ToBase {
  const convert = contract === 'linear' ? fromBaseContracts : fromQuoteContracts;
  return ({ bids, asks }) => ({ bids: convert(bids, worth), asks: convert(asks, worth) });
}

export function createOkxDecoder(toBase: ToBase): BookDecoder<OkxMessage> {
  const checks = createChecksumBook();
  const decode = (message: OkxMessage) => {
    const verdict = checks.check(message);
    return verdict === 'ok' ? toBase(message) : verdict;
  };
  return { snapshot: decode, changes: decode };
}

/** Returns the address of the document with the size of a contract. */
export function contractUrl({ instType, instId }: VenueInstrument): string {
  return `${restUrl}/public/instruments?instType=${instType}&instId=${instId}`;
}

/** Reads the value of one contract: `ctVal` × `ctMult`. */
export function parseContractWorth(
  text: string,
  instId: string,
): number | 'unknown' | 'unreadable' {
  const root = parseJson(text);
  if (!isFields(root) || !Array.isArray(root.data)) return 'unreadable';
  // 51001: no instrument has that name. Other codes say nothing about it, though the status is 200.
  if (root.code !== undefined && root.code !== '0') {
    return root.code === '51001' ? 'unknown' : 'unreadable';
  }
  const listed: unknown[] = root.data;
  const found = listed.find((each) => isFields(each) && each.instId === instId);
  if (!isFields(found)) return 'unknown';
  const worth = Number(found.ctVal) * Number(found.ctMult ?? 1);
  return worth > 0 && Number.isFinite(worth) ? worth : 'unreadable';
}

export function okxProof({ instId }: VenueInstrument, toBase: ToBase): ProofDocument {
  return {
    url: `${restUrl}/market/books?instId=${instId}&sz=${provenDepth}`,
    weight: 1,
    parse(text) {
      const root = parseJson(text);
      const body: unknown = isFields(root) && Array.isArray(root.data) ? root.data[0] : undefined;
      if (!isFields(body) || !areLevels(body.bids) || !areLevels(body.asks)) return undefined;
      return toBase({ bids: body.bids, asks: body.asks });
    },
  };
}
