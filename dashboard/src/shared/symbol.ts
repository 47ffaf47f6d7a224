import type { MarketTypeWord } from '@windlass/contract';

export interface SymbolParts {
  readonly base: string;
  readonly quote: string;
  /** What a contract is settled in; undefined on spot markets. */
  readonly settle: string | undefined;
}

/** The parts of `BTC/USDT`, `BTC/USDT:USDT` and, with its date, `BTC/USD:BTC-270326`. */
export function partsOf(symbol: string): SymbolParts {
  const [pair = '', settlement] = symbol.split(':');
  const [base = '', quote = ''] = pair.split('/');
  return { base, quote, settle: settlement?.split('-')[0] };
}

/** A dated future carries its date behind the settlement. */
export function marketTypeOf(symbol: string): MarketTypeWord {
  if (!symbol.includes(':')) return 'spot';
  return /-\d{6}$/.test(symbol) ? 'future' : 'swap';
}

/**
 * The symbol that is meant by what was typed, of those known, the most traded first: the symbol
 * itself, one of that base, one whose base begins so, or one that has it anywhere.
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
