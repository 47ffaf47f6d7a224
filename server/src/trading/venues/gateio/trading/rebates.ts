import { exactly, formatExact } from '../../../../kit/exact.ts';
import type { SinceQuery, VenueRebate } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { commissions } from './commissions.ts';
import { spotBook } from './endpoints.ts';
import { bookEntries } from './ledger.ts';
import { type Book, bounded, firstRows } from './ledgerPages.ts';
import { rowsOf, textAt, timeMsOf } from './rows.ts';

/** Older ones are not requested: lists by spans of time would take hundreds of requests. */
const reachMs = 365 * 86_400_000;
/** Maximum size of a page on spot, and the longest span, less a day. */
const spotPageSize = 1_000;
const spotSpanSecondsMax = 29 * 86_400;

/** Returns rebates on trades: of the account, and of the users that it brought along. */
export async function rebates(
  call: DialectCall,
  { sinceMs, limit }: SinceQuery,
): Promise<readonly VenueRebate[]> {
  const reached = call.client.milliseconds() - reachMs;
  const query = { sinceMs: Math.max(sinceMs, reached), limit };
  return [
    ...(await contractRebates(call, query)),
    ...(await spotRebates(call, query)),
    ...(await commissions(call, query)),
  ];
}

/** In the asset of the wallet, or in points, which pay fees but are not money elsewhere. */
async function contractRebates(
  call: DialectCall,
  query: SinceQuery,
): Promise<readonly VenueRebate[]> {
  const all: VenueRebate[] = [];
  for (const marketType of ['swap', 'future'] as const) {
    for (const source of ['refr', 'point_refr'] as const) {
      const asked = { ...query, marketType, symbol: undefined };
      for (const { symbol: _, ...entry } of await bookEntries(call, asked, source)) {
        const id = `${source}:${entry.asset}:${entry.id}`;
        const asset = source === 'point_refr' ? 'POINT' : entry.asset;
        all.push({ ...entry, id, asset, marketType, source });
      }
    }
  }
  return all;
}

const spotKind = 'referral_fee';

async function spotRebates(call: DialectCall, query: SinceQuery): Promise<readonly VenueRebate[]> {
  const rows = await firstRows(openSpotBook(call), { fromMs: query.sinceMs, limit: query.limit });
  return rows.map((row) => ({
    id: `${spotKind}:${idOf(row)}`,
    amount: formatExact(exactly(required(textAt(row, 'change'), 'amount of an entry'))),
    asset: required(textAt(row, 'currency'), 'asset of an entry'),
    atMs: timeOf(row),
    info: row,
    marketType: 'spot',
    source: spotKind,
  }));
}

function openSpotBook(call: DialectCall): Book<Fields> {
  return bounded({
    endSeconds: Math.floor(call.client.milliseconds() / 1_000) - 1,
    pageSize: spotPageSize,
    spanSecondsMax: spotSpanSecondsMax,
    idOf,
    timeOf,
    async page(span, offset) {
      const answer = await spotBook(call.client, {
        type: spotKind,
        from: span.from,
        to: span.to,
        page: offset / spotPageSize + 1,
        limit: spotPageSize,
      });
      return rowsOf(answer);
    },
  });
}

function idOf(row: Fields): string {
  return required(textAt(row, 'id'), 'id of an entry');
}

function timeOf(row: Fields): number {
  return required(timeMsOf(row, 'time'), 'time of an entry');
}
