import { type Fields, isFields } from '../../../shared/json.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import type { OrderRef } from '../../../venuePort.ts';
import { createdAtMs, fromVenue } from '../clientIds.ts';
import { orderHistory, triggerHistory } from './endpoints.ts';
import { type FuturesRecord, fromHistory } from './rows.ts';

/** A page holds a thousand events of one product; an order is looked up soon after its end. */
const pagesMax = 10;
/** Maximum difference between the venue's clock and ours. */
const clockSkewMs = 60_000;

/**
 * Reads orders that are in no other list any more from the history, by our ids; an order that is
 * not reported completely is an error. The pages of a product are read once for all its orders.
 */
export async function fromHistories(
  call: DialectCall,
  refs: readonly OrderRef[],
): Promise<ReadonlyMap<string, FuturesRecord | NoAnswerError>> {
  const records = new Map<string, FuturesRecord | NoAnswerError>();
  for (const symbol of new Set(refs.map((ref) => ref.symbol))) {
    const own = refs.filter((ref) => ref.symbol === symbol);
    const orders = await lastEvents(call, orderHistory, own);
    const left = own.filter(({ clientId }) => !orders.has(clientId));
    const triggers = await lastEvents(call, triggerHistory, left);
    for (const [clientId, event] of orders) records.set(clientId, recordOf(event));
    for (const [clientId, event] of triggers) records.set(clientId, recordOfTrigger(event));
  }
  return records;
}

type Event = readonly [kind: string, event: Fields];

function recordOf(event: Event): FuturesRecord | NoAnswerError {
  try {
    return fromHistory(...event);
  } catch (error) {
    if (error instanceof NoAnswerError) return error;
    throw error;
  }
}

function recordOfTrigger(event: Event): FuturesRecord | NoAnswerError {
  if (event[0] === 'OrderTriggerCancelled') return recordOf(event);
  return new NoAnswerError('The order was triggered, and the exchange does not show its outcome.');
}

/** Newest events come first. The orders are all of one product. */
async function lastEvents(
  { client }: DialectCall,
  history: typeof orderHistory,
  refs: readonly OrderRef[],
): Promise<ReadonlyMap<string, Event>> {
  const found = new Map<string, Event>();
  const [first] = refs;
  if (!first) return found;
  const times = refs.map(({ clientId }) => createdAtMs(clientId) ?? Number.NEGATIVE_INFINITY);
  const madeMs = Math.min(...times);
  let token: unknown;
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await history(client, {
      tradeable: client.market(first.symbol).id,
      sort: 'desc',
      since: Number.isFinite(madeMs) ? madeMs - clockSkewMs : undefined,
      continuation_token: typeof token === 'string' ? token : undefined,
    });
    const elements = valueAt(answer, 'elements');
    if (!Array.isArray(elements))
      throw new NoAnswerError('The exchange returned no list of events.');
    for (const ref of refs.filter(({ clientId }) => !found.has(clientId))) {
      const event = firstEventOf(elements, ref);
      if (event) found.set(ref.clientId, event);
    }
    token = valueAt(answer, 'continuationToken');
    const isLast = elements.length === 0 || typeof token !== 'string' || token === '';
    if (isLast || found.size === refs.length) return found;
  }
  throw new NoAnswerError('The exchange’s history of orders is too long to read.');
}

function firstEventOf(elements: readonly unknown[], ref: OrderRef): Event | undefined {
  for (const element of elements) {
    const event = eventOf(element, ref);
    if (event) return event;
  }
  return undefined;
}

function eventOf(element: unknown, ref: OrderRef): Event | undefined {
  const events = valueAt(element, 'event');
  for (const [kind, event] of isFields(events) ? Object.entries(events) : []) {
    if (!isFields(event)) continue;
    // A refused change has neither: it leaves the order as it was.
    const order = event.newOrder ?? event.newOrderTrigger ?? event.order;
    if (!isFields(order)) continue;
    if (fromVenue(order.clientId) === ref.clientId || order.uid === ref.venueOrderId) {
      return [kind, event];
    }
  }
  return undefined;
}
