declare const brand: unique symbol;

/**
 * Name of an instrument: spot `BASE/QUOTE`, perpetual `BASE/QUOTE:SETTLE`, dated future
 * `BASE/QUOTE:SETTLE-YYMMDD`. Made by `parseSymbol` only.
 */
export type InstrumentSymbol = string & { readonly [brand]: 'InstrumentSymbol' };

export interface SymbolParts {
  readonly base: string;
  readonly quote: string;
  /** Present for derivatives. */
  readonly settle?: string;
  /** Present for dated futures, YYMMDD. */
  readonly expiry?: string;
}

/** Some exchanges list coins whose names are in scripts without capital letters. */
const asset = '[A-Z0-9\\p{Lo}]{1,20}';
const pattern = new RegExp(`^(${asset})/(${asset})(?::(${asset})(?:-(\\d{6}))?)?$`, 'u');

/** Returns the symbol, or `undefined` when the text is none. */
export function parseSymbol(text: string): InstrumentSymbol | undefined {
  return pattern.test(text) ? (text as InstrumentSymbol) : undefined;
}

/** Splits a symbol into its parts. */
export function symbolParts(symbol: InstrumentSymbol): SymbolParts {
  const [, base = '', quote = '', settle, expiry] = pattern.exec(symbol) ?? [];
  return { base, quote, ...(settle && { settle }), ...(expiry && { expiry }) };
}

/** Returns true for a derivative settled in its base: its contracts are worth quote units. */
export function isInverse(symbol: InstrumentSymbol): boolean {
  const { base, settle } = symbolParts(symbol);
  return settle === base;
}

/**
 * Returns why inverse contracts are not traded; undefined for every other symbol. Exchanges count
 * such orders in contracts of the quote, but everything here counts base units.
 */
export function inverseRefusal(
  venues: readonly string[],
  symbol: InstrumentSymbol,
): string | undefined {
  if (!isInverse(symbol)) return undefined;
  const { base } = symbolParts(symbol);
  const names = [...new Set(venues)];
  const who = `${names.join(', ')} ${names.length === 1 ? 'settles' : 'settle'}`;
  return `${who} ${symbol} in ${base}: inverse contracts are not supported.`;
}
