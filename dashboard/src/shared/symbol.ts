import type { MarketTypeWord } from '@windlass/contract';

export interface SymbolParts {
  readonly base: string;
  readonly quote: string;
  /** Currency in which a contract settles; undefined on spot markets. */
  readonly settle: string | undefined;
}

/** Returns the parts of `BTC/USDT`, `BTC/USDT:USDT` and, with its date, `BTC/USD:BTC-270326`. */
export function partsOf(symbol: string): SymbolParts {
  const [pair = '', settlement] = symbol.split(':');
  const [base = '', quote = ''] = pair.split('/');
  return { base, quote, settle: settlement?.split('-')[0] };
}

/** Returns the market type. A dated future has its date after the settlement currency. */
export function marketTypeOf(symbol: string): MarketTypeWord {
  if (!symbol.includes(':')) return 'spot';
  return /-\d{6}$/.test(symbol) ? 'future' : 'swap';
}

/**
 * Returns the known symbol that the typed text most likely means. Candidates are tried in this
 * order: the symbol itself, a symbol with that base, one that begins so, or one that contains it.
 * Among several, the most traded one counts.
 */
export function symbolMeant(typed: string, known: readonly string[]): string | undefined {
  const text = typed.trim().toUpperCase();
  if (text === '') return undefined;
  return (
    known.find((symbol) => symbol === text) ??
    known.find((symbol) => partsOf(symbol).base === text) ??
    known.find((symbol) => symbol.startsWith(text)) ??
    known.find((symbol) => symbol.replace(/[/:]/g, '').includes(text.replace(/[/:]/g, '')))
  );
}
