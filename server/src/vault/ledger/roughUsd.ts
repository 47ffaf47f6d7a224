/**
 * Worth of a token in USD, to the nearest power of ten or so. It only sizes simulated balances, so
 * that a vault holds a few bitcoin and not half a million: nothing is valued by it.
 */
const usdBySymbol: ReadonlyMap<string, number> = new Map([
  ['BTC', 90_000],
  ['ETH', 3_000],
  ['XRP', 2],
  ['XLM', 0.25],
  ['BLND', 0.05],
  ['PHO', 0.03],
  ['SHX', 0.01],
  ['VELO', 0.01],
  ['GYEN', 0.0065],
  ['AQUA', 0.001],
  ['ARST', 0.0007],
  ['NGNC', 0.0007],
]);
/** Worth of stablecoins and similar tokens: most tokens of the lists. */
const otherUsd = 1;

/** Returns about how many USD a token is worth; `wBTC` and `yBTC` are bitcoin too. */
export function roughUsd(symbol: string): number {
  return usdBySymbol.get(symbol.replace(/^[wy](?=[A-Z])/, '')) ?? otherUsd;
}
