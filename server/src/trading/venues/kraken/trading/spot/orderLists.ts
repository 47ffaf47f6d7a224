import { isFields } from '../../../shared/json.ts';
import type { CcxtClient, CcxtOrder } from '../../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import { type ClosedOrders, closedOrders, openOrders, ordersById } from './endpoints.ts';

/** Maximum number of orders in one request of QueryOrders. */
export const idsMax = 50;

/** Returns orders by the venue's ids, with each of their fills separately. */
export async function queryOrders(
  { client }: DialectCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CcxtOrder>> {
  const told = new Map<string, CcxtOrder>();
  for (let from = 0; from < ids.length; from += idsMax) {
    const txid = ids.slice(from, from + idsMax).join(',');
    const answer = await ordersById(client, {
      txid,
      trades: 'true',
      consolidate_taker: 'false',
    });
    for (const order of ordersIn(client, valueAt(answer, 'result'))) {
      if (order.id !== undefined) told.set(order.id, order);
    }
  }
  return told;
}

/**
 * The list of open orders may show a taking order's fills as one trade, and has no option for it.
 */
export async function withEachTrade(
  call: DialectCall,
  orders: readonly CcxtOrder[],
): Promise<readonly CcxtOrder[]> {
  const ids = orders.flatMap(({ id, filled = 0 }) => (filled > 0 && id !== undefined ? [id] : []));
  const asked = await queryOrders(call, ids);
  return orders.map((order) => asked.get(order.id ?? '') ?? order);
}

/** Returns all open orders, or the one with our id, newest first. */
export async function listOpen(
  { client }: DialectCall,
  clientId?: string,
): Promise<readonly CcxtOrder[]> {
  const answer = await openOrders(client, { trades: 'true', cl_ord_id: clientId });
  return ordersIn(client, valueAt(answer, 'result', 'open'));
}

/** Returns a page of the ended orders, newest first. */
export async function listEnded(
  { client }: DialectCall,
  asked: ClosedOrders,
): Promise<readonly CcxtOrder[]> {
  const answer = await closedOrders(client, asked);
  return ordersIn(client, valueAt(answer, 'result', 'closed'));
}

/** The answer is an object with a field for each order. */
function ordersIn(client: CcxtClient, rows: unknown): CcxtOrder[] {
  if (!isFields(rows)) throw new NoAnswerError('The exchange returned no list of orders.');
  return Object.entries(rows).flatMap(([id, row]) =>
    isFields(row) ? [client.parseOrder({ id, ...row }, undefined)] : [],
  );
}
