import { partsOf } from '../../shared/symbol.ts';

type Amounts = Readonly<Record<string, number>>;

export interface BalanceRow {
  readonly asset: string;
  readonly free: number | undefined;
  readonly used: number | undefined;
}

/** The assets of the symbol first, even when there is nothing of them. */
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
    // What the exchange does not list at all is nothing, as long as it listed something.
    free: free[asset] ?? (total[asset] === undefined ? 0 : undefined),
    used: used[asset] ?? (total[asset] === undefined ? 0 : undefined),
  }));
}
