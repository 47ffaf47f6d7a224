import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { OrderRef } from '../../venuePort.ts';
import { fromVenue, madeAtMs } from './clientIds.ts';
import { type FuturesRecord, fromHistory } from './futuresRecords.ts';

/** A page holds a thousand events of one product; an order is asked for soon after its end. */
const pagesMax = 10;
/** How far the venue's clock and ours may differ. */
const clockSkewMs = 60_000;

/** What the history tells of an order that no other list has any more. */
export async function fromHistories(
  call: DialectCall,
  ref: OrderRef,
): Promise<FuturesRecord | undefined> {
  const order = await lastEvent(call, 'orders', ref);
  if (order) return fromHistory(...order);
  const trigger = await lastEvent(call, 'triggers', ref);
  if (!trigger) return undefined;
  const [kind, event] = trigger;
  if (kind === 'OrderTriggerCancelled') return fromHistory(kind, event);
  throw new NoAnswerError('The order went off, and the exchange does not show what came of it.');
}

/** Newest events come first. */
async function lastEvent(
  { client }: DialectCall,
  list: 'orders' | 'triggers',
  ref: OrderRef,
): Promise<readonly [kind: string, event: Fields] | undefined> {
  const madeMs = madeAtMs(ref.clientId);
  const asked = {
    tradeable: client.market(ref.symbol).id,
    sort: 'desc',
    ...(madeMs !== undefined && { since: madeMs - clockSkewMs }),
  };
  let token: unknown;
  for (let page = 0; page < pagesMax; page += 1) {
    const more = typeof token === 'string' ? { continuation_token: token } : {};
    const answer = await client.request(list, 'history', 'GET', { ...asked, ...more });
    const elements = valueAt(answer, 'elements');
    if (!Array.isArray(elements)) throw new NoAnswerError('The exchange gave no list of events.');
    for (const element of elements) {
      const found = eventOf(element, ref);
      if (found) return found;
    }
    token = valueAt(answer, 'continuationToken');
    if (elements.length === 0 || typeof token !== 'string' || token === '') return undefined;
  }
  throw new NoAnswerError('The exchange’s history of orders is too long to read.');
}

function eventOf(
  element: unknown,
  ref: OrderRef,
): readonly [kind: string, event: Fields] | undefined {
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
