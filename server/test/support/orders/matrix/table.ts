/**
 * The capability table of Trading §4.1 as it is printed, S = spot, P = perpetuals. It shares no
 * line with the product, which is compared with it.
 */
const printed = `
  exchange    | basic | trailing_stop | oco | reduce_only | post_only
  binance     | SP    | P             | S   | P           | SP
  bybit       | SP    | P             | -   | P           | SP
  gateio      | SP    | -             | -   | P           | P
  kraken      | SP    | -             | -   | P           | SP
  okx         | SP    | P             | S   | P           | SP
  hyperliquid | P     | -             | -   | P           | P`;

const [head = [], ...rows] = printed
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

export const exchangeNames = rows.map(([name = '']) => name);

/** Returns true when the table says that the exchange has it on markets of the type. */
export function has(exchange: string, column: string, marketType: string): boolean {
  const row = rows.find(([name]) => name === exchange);
  const cell = row?.[head.indexOf(column)] ?? '';
  return cell.includes(marketType === 'spot' ? 'S' : 'P');
}
