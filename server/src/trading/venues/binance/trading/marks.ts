import type { PerpMarket, VenueMark } from '../../perpsPort.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';
import { premiumIndex } from './endpoints.ts';
import { fieldsIn, idOf, marginTypeOf } from './marginTypes.ts';

/** Reads the current mark, index and funding of a contract; a dated one has no funding. */
export async function readPremiumIndex(
  { client }: PublicCall,
  { symbol }: PerpMarket,
): Promise<Fields> {
  const id = idOf(client, symbol);
  const answer = await premiumIndex[marginTypeOf(symbol)](client, { symbol: id });
  // The coin-margined endpoint returns a list even for one name.
  const row = isFields(answer) ? answer : fieldsIn(answer).find((each) => each.symbol === id);
  return required(row, 'prices of a market');
}

/** Stamped with the venue's own time. */
export async function readMarks(
  call: PublicCall,
  market: PerpMarket,
): Promise<readonly VenueMark[]> {
  const row = await readPremiumIndex(call, market);
  const price = readPositive(row.markPrice);
  if (price === undefined) return [];
  const atMs = readPositive(row.time) ?? call.client.latestMilliseconds();
  return [{ symbol: market.symbol, price, atMs }];
}
