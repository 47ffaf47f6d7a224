import { partsOf } from '../../shared/symbol.ts';

type Amounts = Readonly<Record<string, number>>;

export interface BalanceRow {
  readonly asset: string;
  readonly free: number | undefined;
  readonly used: number | undefined;
}

/** Returns balances, those of the symbol's assets first, even when they are zero. */
export function balanceRows(
  {
    free,
    used,
    total,
  }: { readonly free: Amounts; readonly used: Amounts; readonly total: Amounts },
  symbol: string,
): readonly BalanceRow[] {
  const { base, quote, settle } = partsOf(symbol);
  const own = settle === undefined ? [quote, base] : [settle];
  const held = Object.keys(total).filter((asset) => total[asset] !== 0 && !own.includes(asset));
  return [...new Set([...own, ...held])].map((asset) => ({
    asset,
    // An asset that the exchange does not list is zero, as long as it listed something.
    free: free[asset] ?? (total[asset] === undefined ? 0 : undefined),
    used: used[asset] ?? (total[asset] === undefined ? 0 : undefined),
  }));
}
