import { isFields, parseJson } from '../../shared/json.ts';
import type { FeedTransport } from '../../transportPort.ts';

const address = 'https://api.binance.com/api/v3/ticker/price';
const usdtPair = /^(.+)USDT$/;

/** Returns the price in USDT of every asset that the exchange trades against USDT. */
export async function readWirePrices(
  transport: Pick<FeedTransport, 'get'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const rows = parseJson(await transport.get(address, signal));
  const prices = new Map<string, number>();
  for (const row of Array.isArray(rows) ? rows : []) {
    if (!isFields(row)) continue;
    const asset = usdtPair.exec(String(row.symbol))?.[1];
    const price = Number(row.price);
    if (asset !== undefined && price > 0) prices.set(asset, price);
  }
  return prices;
}
