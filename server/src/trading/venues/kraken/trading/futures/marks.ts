import type { PerpMarket, VenueMark } from '../../../perpsPort.ts';
import type { PublicCall } from '../../../shared/live/dialect.ts';
import { required } from '../../../shared/live/shapes.ts';
import { readPositive, valueAt } from '../../../shared/wireFields.ts';
import { toVenueInstrument } from '../../symbols.ts';
import { tickerOf } from './endpoints.ts';
import { timeOf } from './time.ts';

/** Stamped with the time of the answer, which does not give that of the price. */
export async function futuresMarks(
  { client }: PublicCall,
  { symbol }: PerpMarket,
): Promise<readonly VenueMark[]> {
  const product = required(toVenueInstrument(symbol)?.venueSymbol, 'name of a product');
  const answer = await tickerOf(client, { symbol: product });
  const price = readPositive(valueAt(answer, 'ticker', 'markPrice'));
  if (price === undefined) return [];
  const atMs = timeOf(valueAt(answer, 'serverTime')) ?? client.latestMilliseconds();
  return [{ symbol, price, atMs }];
}
