import type { Store } from '../../../store/types.ts';
import type { Page, ReportStore, TwapRecord } from '../types.ts';
import { fromTwapRow, type TwapRow } from './rows.ts';

type Db = Store['db'];
type TwapQuery = Parameters<ReportStore['twapPage']>[0];

/**
 * Returns orders newest first, each with its fills. Reads one order after the other, as one may
 * have thousands of fills.
 */
export async function readTwapPage(
  db: Db,
  { accountIds, symbol }: TwapQuery,
  { page, size }: Page,
): Promise<{ readonly total: number; readonly twaps: readonly TwapRecord[] }> {
  if (accountIds.length === 0) return { total: 0, twaps: [] };
  let wanted = db.selectFrom('twap_orders').where('account_id', 'in', accountIds);
  if (symbol !== undefined) wanted = wanted.where('symbol', '=', symbol);
  const counted = await wanted
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await wanted
    .selectAll()
    .orderBy('at_ms', 'desc')
    .orderBy('account_id')
    .orderBy('twap_id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const twaps: TwapRecord[] = [];
  for (const row of rows) twaps.push(fromTwapRow(row, await readFills(db, row)));
  return { total: Number(counted.total), twaps };
}

function readFills(db: Db, { account_id, twap_id }: TwapRow) {
  return db
    .selectFrom('twap_fills')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('twap_id', '=', twap_id)
    .orderBy('at_ms')
    .orderBy('venue_trade_id')
    .execute();
}
