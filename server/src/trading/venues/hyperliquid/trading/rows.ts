import { formatExact, parseExact } from '../../../../kit/exact.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { told } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { ownClient } from './client.ts';

/** Returns exact decimal text. */
export function decimalAt(record: Fields, name: string): string {
  const value = parseExact(String(record[name]));
  return formatExact(told(value, `${name} of a record`));
}

/** Returns the rows of one answer about the account. */
export async function accountRows(
  { client }: DialectCall,
  asked: Readonly<Record<string, unknown>>,
): Promise<readonly Fields[]> {
  const user = ownClient(client).walletAddress;
  const rows = await client.request('info', 'public', 'POST', { ...asked, user });
  if (!Array.isArray(rows)) throw new NoAnswerError('The exchange answered without a list.');
  return rows.filter(isFields);
}
