import type { PerpMarket, VenueMark } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { readPositive } from '../../shared/wireFields.ts';
import { contractOf } from './contracts.ts';

/**
 * Read from the document of the contract, which has no time: the price counts as late as it may be.
 */
export async function readMarks(
  call: PublicCall,
  market: PerpMarket,
): Promise<readonly VenueMark[]> {
  const price = readPositive((await contractOf(call, market)).mark_price);
  if (price === undefined) return [];
  return [{ symbol: market.symbol, price, atMs: call.client.latestMilliseconds() }];
}
