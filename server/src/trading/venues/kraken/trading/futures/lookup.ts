import { isFields } from '../../../shared/json.ts';
import type { DialectCall, LookupMany, ManyOutcome } from '../../../shared/live/dialect.ts';
import { isClientId } from '../../../shared/live/shapes.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import type { OrderRef, VenueOrderState } from '../../../venuePort.ts';
import { fromVenue, toUuid } from '../clientIds.ts';
import { orderStatus } from './endpoints.ts';
import { fromHistories } from './history.ts';
import { type FuturesRecord, fromStatus, isStatus, wentOff } from './rows.ts';
import { requireListed, toStates, toStatesTold } from './states.ts';

/** Looks up one order: among those that are open or have just ended, then in the histories. */
export async function lookUpOne(
  call: DialectCall,
  ref: OrderRef,
): Promise<VenueOrderState | undefined> {
  const status = await fromStatuses(call, ref);
  const record = status ?? (await fromHistories(call, [ref])).get(ref.clientId);
  if (record instanceof NoAnswerError) throw record;
  if (!record) return undefined;
  linkTo(call, record, ref);
  const [state] = await toStates(call, [{ ...ref, record }]);
  if (state && !status) requireListed(call, state);
  return state;
}

/** The statuses of that many orders cost a tenth of what the venue allows in ten seconds. */
const ordersMax = 50;

/**
 * A status costs one of 500 in ten seconds, and a page of history one of a hundred in ten minutes:
 * orders that no status reports any more are all read from the same pages.
 */
export const futuresMany: LookupMany = {
  ordersMax,
  async look(call, refs) {
    const outcomes = new Map<string, ManyOutcome>();
    const known: Known[] = [];
    const left: OrderRef[] = [];
    for (const ref of refs) {
      const record = await fromStatuses(call, ref);
      if (record) known.push({ ref, record, isPast: false });
      else left.push(ref);
    }
    const past = await fromHistories(call, left);
    for (const ref of left) {
      const record = past.get(ref.clientId);
      if (!record) outcomes.set(ref.clientId, 'absent');
      else if (record instanceof NoAnswerError) outcomes.set(ref.clientId, 'untold');
      else known.push({ ref, record, isPast: true });
    }
    for (const { ref, record } of known) linkTo(call, record, ref);
    const records = known.map(({ ref, record }) => ({ ...ref, record }));
    const states = await toStatesTold(call, records);
    for (const [index, { ref, isPast }] of known.entries()) {
      const state = states[index];
      outcomes.set(ref.clientId, state && isListed(call, state, isPast) ? state : 'untold');
    }
    return outcomes;
  },
};

interface Known {
  readonly ref: OrderRef;
  readonly record: FuturesRecord;
  /** True when the history reported it, which may be before its fills are listed. */
  readonly isPast: boolean;
}

function isListed(call: DialectCall, state: VenueOrderState, isPast: boolean): boolean {
  if (!isPast) return true;
  try {
    requireListed(call, state);
    return true;
  } catch (error) {
    if (error instanceof NoAnswerError) return false;
    throw error;
  }
}

/**
 * A triggered order and the order that replaced it may both be there, under one client id: then the
 * trigger tells what was sent, and the order what became of it.
 */
async function fromStatuses(
  { client, links }: DialectCall,
  { clientId, venueOrderId }: OrderRef,
): Promise<FuturesRecord | undefined> {
  const asked = isClientId(clientId) ? { cliOrdIds: toUuid(clientId) } : { orderIds: clientId };
  const rows = valueAt(await orderStatus(client, asked), 'orders');
  if (!Array.isArray(rows)) throw new NoAnswerError('The exchange returned no list of orders.');
  const records = rows.flatMap((row) => {
    if (!isFields(row) || !isFields(row.order) || !isStatus(row)) return [];
    const { cliOrdId, orderId } = row.order;
    const isOurs = fromVenue(cliOrdId) === clientId || orderId === venueOrderId;
    const isTrigger = row.order.type === 'TRIGGER_ORDER';
    return isOurs ? [{ row, isTrigger, record: fromStatus(row) }] : [];
  });
  const trigger = records.find(({ isTrigger }) => isTrigger);
  const order = records.find(({ isTrigger }) => !isTrigger)?.record;
  if (!trigger) return order;
  // Its end is not the order's: the order that replaced it has to be found.
  if (!order) return wentOff(trigger.row) ? undefined : trigger.record;
  const { id, type, stopPrice, price } = trigger.record;
  links.set(order.id, { venueOrderId: id, clientId });
  return { ...order, type, stopPrice, price };
}

/** Links an order with our client id under another id: it replaced the one that we know. */
function linkTo({ links }: DialectCall, { id }: FuturesRecord, ref: OrderRef): void {
  const { clientId, venueOrderId } = ref;
  // For an order that is not stored, both are the name that the caller gave.
  const isKnown = venueOrderId !== undefined && venueOrderId !== clientId;
  if (!isKnown || venueOrderId === id || links.get(id)) return;
  links.set(id, { venueOrderId, clientId });
}
