import { AppError } from '../../kit/errors.ts';
import { type InstrumentSymbol, parseSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import { parseVenueId, parseVenueIds } from '../venues/registry.ts';

/** Returns the venue that a caller named; the refusal lists the supported ones (Orderbook §4.1). */
export function requireVenue(text: string, supported: readonly VenueId[]): VenueId {
  const venue = parseVenueId(text.trim(), supported);
  if (!venue) throw unsupported(text, supported);
  return venue;
}

/** Returns every venue named, in the documents' order and once each. */
export function requireVenues(
  texts: readonly string[],
  supported: readonly VenueId[],
): readonly VenueId[] {
  const names = texts.map((text) => text.trim());
  const parsed = parseVenueIds(names, supported);
  if ('venues' in parsed) return parsed.venues;
  const asGiven = texts[names.indexOf(parsed.unknown)] ?? parsed.unknown;
  throw unsupported(asGiven, supported);
}

function unsupported(text: string, supported: readonly VenueId[]): AppError {
  return new AppError('UNSUPPORTED_VENUE', {
    message: `Error - unsupported venue: ${text}. Supported: ${supported.join(', ')}`,
    data: { venue: text, supported },
  });
}

/** Returns the symbol that a caller named. */
export function requireSymbol(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  if (symbol) return symbol;
  throw new AppError('UNSUPPORTED_SYMBOL', {
    message:
      `Error - unsupported symbol: ${text}. ` +
      'Expected BASE/QUOTE or BASE/QUOTE:SETTLE in capital letters, for example BTC/USDT.',
    data: { symbol: text },
  });
}
