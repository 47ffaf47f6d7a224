import type { CcxtOrder } from '../../../shared/live/ccxtClient.ts';
import type { DialectCall, LookupMany, ManyOutcome } from '../../../shared/live/dialect.ts';
import { encodeRequest } from '../../../shared/live/encodeRequest.ts';
import type { OrderRef, VenueOrderState } from '../../../venuePort.ts';
import { createdAtMs, fromVenue } from '../clientIds.ts';
import { createEndedOrders, type EndedOrders } from './endedOrders.ts';
import type { OrderById } from './endpoints.ts';
import { idsMax, listEnded, listOpen, queryOrders, withEachTrade } from './orderLists.ts';
import { allReported, fromReports } from './reports.ts';
import { type SpotOrder, spotStates, summedStates } from './states.ts';

/** Maximum difference between the venue's clock and ours. */
const clockSkewMs = 60_000;

/** Returns the order of that name; undefined when the venue answered and knows none. */
export async function lookUp(
  call: DialectCall,
  ref: OrderRef,
): Promise<VenueOrderState | undefined> {
  const reported = await fromReports(call, ref);
  if (reported) return reported;
  const order = await find(call, ref);
  const [state] = order ? await spotStates(call, [{ order, symbol: ref.symbol }]) : [];
  return state;
}

/**
 * Finds an order by the venue's id when it is known, else by ours among the open and then the ended
 * ones.
 */
async function find(call: DialectCall, ref: OrderRef): Promise<CcxtOrder | undefined> {
  const { clientId, venueOrderId, symbol } = ref;
  const eachFill = encodeRequest<OrderById>({ consolidate_taker: 'false' });
  if (venueOrderId !== undefined) return call.client.fetchOrder(venueOrderId, symbol, eachFill);
  // However the venue reads the request, only an order with our id is ours.
  const isOurs = ({ info }: CcxtOrder) => fromVenue(info.cl_ord_id) === clientId;
  const told = call.links.get(clientId)?.venueOrderId;
  if (told !== undefined) {
    const order = await call.client.fetchOrder(told, symbol, eachFill);
    return isOurs(order) ? order : undefined;
  }
  const [open] = await withEachTrade(call, (await listOpen(call, clientId)).filter(isOurs));
  if (open) return open;
  const ended = await listEnded(call, {
    trades: 'true',
    cl_ord_id: clientId,
    consolidate_taker: 'false',
  });
  return ended.find(isOurs);
}

/**
 * A call is worth one of fifteen in 45 seconds, and many orders cost hardly more than one: fifty
 * are read by their ids, and those with unknown ids are found in lists that are read once. The
 * venue's own sums tell how each of them ended, so their trades are not read one by one.
 */
export function createSpotMany(): LookupMany {
  const ended = createEndedOrders();
  return {
    ordersMax: idsMax,
    async look(call, refs) {
      const outcomes = new Map<string, ManyOutcome>();
      const named = new Map<string, OrderRef>();
      const unnamed: OrderRef[] = [];
      const reported = await allReported(call, refs);
      for (const ref of refs) {
        const state = reported.get(ref.clientId);
        const id = ref.venueOrderId ?? call.links.get(ref.clientId)?.venueOrderId;
        if (state) outcomes.set(ref.clientId, state);
        else if (id === undefined) unnamed.push(ref);
        else named.set(id, ref);
      }
      const found: Found[] = [];
      for (const [id, order] of await queryOrders(call, [...named.keys()])) {
        const ref = named.get(id);
        if (ref && (ref.venueOrderId !== undefined || isOf(ref, order))) found.push({ ref, order });
      }
      // A single one is looked up by our id, and costs no more.
      if (unnamed.length > 1) {
        const listed = await findInLists(call, unnamed, ended);
        found.push(...listed.found);
        for (const { clientId } of listed.absent) outcomes.set(clientId, 'absent');
      }
      const orders = found.map(({ ref, order }): SpotOrder => ({ order, symbol: ref.symbol }));
      for (const [index, state] of summedStates(call, orders).entries()) {
        const clientId = found[index]?.ref.clientId;
        if (clientId !== undefined) outcomes.set(clientId, state);
      }
      return outcomes;
    },
  };
}

interface Found {
  readonly ref: OrderRef;
  readonly order: CcxtOrder;
}

interface Listed {
  readonly found: readonly Found[];
  /**
   * Orders that the lists would name; an order that could not be read far enough back is in
   * neither.
   */
  readonly absent: readonly OrderRef[];
}

/** Open ones first: an order that ends between the two answers is in the second. */
async function findInLists(
  call: DialectCall,
  refs: readonly OrderRef[],
  ended: EndedOrders,
): Promise<Listed> {
  const times = refs.map(({ clientId }) => createdAtMs(clientId));
  const sinceMs = times.some((each) => each === undefined)
    ? undefined
    : Math.min(...times.map(Number)) - clockSkewMs;
  if (sinceMs === undefined) return { found: [], absent: [] };
  const found: Found[] = [];
  let left = refs;
  const take = (orders: readonly CcxtOrder[]): boolean => {
    for (const ref of left) {
      const order = orders.find((each) => isOf(ref, each));
      if (order) found.push({ ref, order });
    }
    left = left.filter((ref) => !found.some((each) => each.ref === ref));
    return left.length === 0;
  };
  if (take(await listOpen(call))) return { found, absent: [] };
  const isWhole = await ended.list(call, Math.floor(sinceMs / 1_000), take);
  return { found, absent: isWhole ? left : [] };
}

function isOf({ clientId }: OrderRef, { info }: CcxtOrder): boolean {
  return fromVenue(info.cl_ord_id) === clientId;
}
