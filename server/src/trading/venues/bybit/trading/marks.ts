import type { PerpMarket, VenueMark } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { readPositive, valueAt } from '../../shared/wireFields.ts';
import { tickers } from './endpoints.ts';
import { listedOf, rowsOf } from './rows.ts';

/** Stamped with the time of the answer, which does not give that of the price. */
export async function readMarks(
  call: PublicCall,
  { symbol }: PerpMarket,
): Promise<readonly VenueMark[]> {
  const { client } = call;
  const answer = await tickers(client, listedOf(call, symbol));
  const price = readPositive(valueAt(rowsOf(answer)[0], 'markPrice'));
  if (price === undefined) return [];
  const atMs = readPositive(valueAt(answer, 'time')) ?? client.latestMilliseconds();
  return [{ symbol, price, atMs }];
}
