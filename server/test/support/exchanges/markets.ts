import type { VenueId } from '../../../src/trading/model/venue.ts';
import type { HttpRequest } from '../../../src/trading/venues/shared/marketHttp.ts';
import type { Canned } from '../ccxt/cannedHttp.ts';

export interface VenueLists {
  readonly venue: VenueId;
  readonly answer: Canned;
  readonly markets: readonly unknown[];
  readonly tickers: readonly unknown[];
  /** Every request of one call for tickers, which lists the markets first. */
  readonly urls: readonly string[];
}

/** Answers by request as one line: method, address and body. */
export function answersOf(bodies: Readonly<Record<string, unknown>>): {
  readonly answer: Canned;
  readonly urls: readonly string[];
} {
  const answer: Canned = (request) => {
    const body = bodies[lineOf(request)];
    return body === undefined ? undefined : { body };
  };
  return { answer, urls: Object.keys(bodies) };
}

export function lineOf({ method, url, body }: HttpRequest): string {
  return `${method} ${url} ${body ?? ''}`.trim();
}

/** A spot market's fields that are the same everywhere. */
export const spot = {
  kind: 'spot',
  settle: undefined,
  isActive: true,
  contractSize: 1,
  isInverse: false,
} as const;

/** Fields of a linear perpetual that counts base units. */
export const linear = {
  kind: 'swap',
  isActive: true,
  contractSize: 1,
  isInverse: false,
} as const;

/** Fields of an inverse perpetual of one USD a contract. */
export const inverse = {
  kind: 'swap',
  symbol: 'BTC/USD:BTC',
  base: 'BTC',
  quote: 'USD',
  settle: 'BTC',
  isActive: true,
  contractSize: 1,
  isInverse: true,
} as const;
