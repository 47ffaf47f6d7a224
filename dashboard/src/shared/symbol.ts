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
