import { formatExact, parseExact } from '../../../../kit/exact.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { ownClient } from './client.ts';
import { type AccountList, info } from './endpoints.ts';

/** Returns exact decimal text. */
export function decimalAt(record: Fields, name: string): string {
  const value = parseExact(String(record[name]));
  return formatExact(required(value, `${name} of a record`));
}

/** Returns the rows of one answer about the account. */
export async function accountRows(
  { client }: DialectCall,
  { type, startTime, endTime }: Omit<AccountList, 'user'>,
): Promise<readonly Fields[]> {
  const user = ownClient(client).walletAddress;
  const rows = await info(client, { type, startTime, endTime, user });
  if (!Array.isArray(rows)) throw new NoAnswerError('The exchange answered without a list.');
  return rows.filter(isFields);
}
