import { reachableTypes } from '../../accounts/index.ts';
import type { VenueOrderState } from '../../venues/venuePort.ts';
import type { StoredOrder } from '../orderStore.ts';
import { toOutcome } from '../outcomes.ts';
import { isOver, refOf } from '../storedOrders.ts';
import { forOneLook } from '../venueCalls.ts';
import { settleFilled } from './filledOrders.ts';
import { endOfMissing, missingReason } from './missingOrders.ts';
import { about, changedOrder, describeOrder, hasOtherTerms, isBehind } from './orderTerms.ts';
import { ask, findOrder, lookUp, type Run, storedNow } from './run.ts';
import type { Finding } from './types.ts';

/**
 * Maximum number of lookups in one comparison. More orders disagree only after an outage that left
 * hundreds, and trading shares the venue's budget: the next comparison looks up the rest.
 */
const lookupsMax = 200;
/** Maximum number of parallel lookups, where the venue does not answer many together. */
const lookupsAtOnce = 4;

/** Something to check again, because its update may still arrive. */
type Suspicion =
  /** The venue reported more than was stored; see `LookupOutcome` for what is unheard. */
  | {
      readonly kind: 'behind';
      readonly order: StoredOrder;
      readonly said: VenueOrderState;
      readonly isUnheard?: boolean | undefined;
    }
  | { readonly kind: 'stillOpen' | 'missing'; readonly order: StoredOrder };

export interface OrdersLook {
  /** Number of compared orders of the venue and of the store. */
  readonly compared: number;
  readonly unsettled: number;
  /** Live orders with fills, by our ids. */
  readonly filling: readonly string[];
  readonly suspicions: readonly Suspicion[];
}

/** Compares the open orders of the venue with those of the store. */
export async function lookAtOrders(run: Run, comparisons: number): Promise<OrdersLook> {
  const { orders, account } = run;
  // The store is read first, so that the venue's answer is never older.
  const live = await orders.live(account.id);
  const listed = await listOpen(run);
  const open = new Map(live.filter(({ status }) => status === 'open').map((o) => [o.id, o]));
  const toLookUp: Doubt[] = [];
  const suspicions: Suspicion[] = [];
  const findings: Finding[] = [];
  for (const said of listed) {
    const order = storedAmong(live, said) ?? (await findStored(run, said));
    if (order) open.delete(order.id);
    if (!order) findings.push(foreignOrder(said));
    else if (isOver(order)) toLookUp.push({ kind: 'stillOpen', order });
    else if (order.status === 'open') {
      if (hasOtherTerms(order, said)) findings.push(otherTerms(order, said));
      if (isBehind(order, said)) suspicions.push({ kind: 'behind', order, said });
    }
  }
  for (const order of open.values()) toLookUp.push({ kind: 'missing', order });
  await run.report(findings);
  suspicions.push(...(await lookUpAll(run, toLookUp, comparisons)));
  return {
    compared: new Set([...live.map(({ id }) => id), ...listed.map((o) => o.venueOrderId)]).size,
    filling: [...live].filter((o) => Number(o.filled) > 0).map(({ id }) => id),
    unsettled: live.filter(({ status }) => status !== 'open').length,
    suspicions,
  };
}

/** Checks the suspicions again; reports those that remain, and corrects them where possible. */
export async function confirmOrders(run: Run, { suspicions }: OrdersLook): Promise<void> {
  for (const suspicion of suspicions) {
    const stored = await storedNow(run, suspicion.order.id);
    if (!stored) continue;
    switch (suspicion.kind) {
      case 'behind':
        await catchUpOrder(run, stored, suspicion.said);
        break;
      case 'missing':
        if (stored.status === 'open') await confirmMissing(run, stored);
        break;
      case 'stillOpen': {
        const said = isOver(stored) ? await lookUp(run, refOf(stored)) : undefined;
        if (said === 'unfinished') run.unsure.add(stored.id);
        else if (said?.status === 'open') await run.report([stillOpen(stored, said)]);
        break;
      }
    }
  }
}

async function confirmMissing(run: Run, stored: StoredOrder): Promise<void> {
  const said = await lookUp(run, refOf(stored));
  if (said === 'unfinished') run.unsure.add(stored.id);
  else if (said) await catchUpOrder(run, stored, said);
  else if (!(await endByFills(run, stored))) await run.report([missingOrder(stored)]);
}

/**
 * Ends an order that never rests and that the venue no longer shows; returns false when it stays
 * open.
 */
async function endByFills(run: Run, stored: StoredOrder): Promise<boolean> {
  const end = await endOfMissing(run, stored);
  if (!end) return false;
  const { status, filled = stored.filled } = end;
  const reason = `${missingReason} It is recorded by its fills.`;
  await run.report([changedOrder(stored, { ...stored, status, filled }, reason)]);
  await run.settling.record(stored.id, end);
  return true;
}

/** Records the venue's report if the store still does not have it, and reports the difference. */
export async function catchUpOrder(
  run: Run,
  stored: StoredOrder,
  said: VenueOrderState,
): Promise<void> {
  if (!isBehind(stored, said)) return;
  const isUnheard = couldNotBeHeard(run, said);
  if (!isUnheard) {
    const reason =
      'The order changed at the exchange and no update for it arrived. It is recorded now.';
    await run.report([changedOrder(stored, said, reason)]);
  }
  await run.settling.record(stored.id, toOutcome(said));
  if (isUnheard) run.orderRecovered(stored.id);
}

/** Returns true for a change that was made while no process ran: no update was missed. */
function couldNotBeHeard({ unheardUntilMs }: Run, { updatedAtMs }: VenueOrderState): boolean {
  return unheardUntilMs !== undefined && updatedAtMs <= unheardUntilMs;
}

interface Doubt {
  readonly kind: 'stillOpen' | 'missing';
  readonly order: StoredOrder;
}

/** Settles doubtful orders by their fills, and looks up the rest. */
async function lookUpAll(
  run: Run,
  doubts: readonly Doubt[],
  comparisons: number,
): Promise<Suspicion[]> {
  const missing = doubts.filter(({ kind }) => kind === 'missing').map(({ order }) => order);
  const filled = await settleFilled(run, missing);
  return lookUpSome(
    run,
    doubts.filter(({ order }) => !filled.has(order.id)),
    comparisons,
  );
}

/** Looks up doubtful orders. Each comparison begins at another one, so that none waits for ever. */
async function lookUpSome(
  run: Run,
  doubts: readonly Doubt[],
  comparisons: number,
): Promise<Suspicion[]> {
  const start = doubts.length === 0 ? 0 : (comparisons * lookupsMax) % doubts.length;
  const turned = [...doubts.slice(start), ...doubts.slice(0, start)];
  for (const { order } of turned.slice(lookupsMax)) run.unsure.add(order.id);
  const now = turned.slice(0, lookupsMax);
  const suspicions: Suspicion[] = [];
  for (const some of together(run, now)) {
    const found = await Promise.all(some.map((doubt) => suspect(run, doubt)));
    for (const suspicion of found) {
      if (suspicion?.kind === 'behind' && suspicion.isUnheard) await tellEnd(run, suspicion);
      else if (suspicion) suspicions.push(suspicion);
    }
  }
  return suspicions;
}

/** Groups doubts by market type, as many as may be looked up at once. */
function together({ session }: Run, doubts: readonly Doubt[]): readonly (readonly Doubt[])[] {
  const parts: Doubt[][] = [];
  for (const doubt of doubts) {
    const { marketType } = doubt.order;
    const atOnce = Math.max(lookupsAtOnce, session.togetherMax?.(marketType) ?? 1);
    const open = parts.find(
      (part) => part.length < atOnce && part[0]?.order.marketType === marketType,
    );
    if (open) open.push(doubt);
    else parts.push([doubt]);
  }
  return parts;
}

/** Reports at once an end that no other source reports: there is no update to wait for. */
async function tellEnd(
  run: Run,
  { order, said }: Extract<Suspicion, { readonly kind: 'behind' }>,
): Promise<void> {
  // The fills of the lookup are stored first, so that listeners find them when they hear of the
  // end.
  await run.settling.settled();
  const stored = await storedNow(run, order.id);
  if (stored) await catchUpOrder(run, stored, said);
}

async function suspect(run: Run, { kind, order }: Doubt): Promise<Suspicion | undefined> {
  const found = await findOrder(run, refOf(order));
  if (found === 'unfinished') {
    run.unsure.add(order.id);
    return undefined;
  }
  const said = found?.order;
  if (kind === 'stillOpen') return said?.status === 'open' ? { kind, order } : undefined;
  if (!found || !said) return { kind, order };
  const { isUnheard } = found;
  return isBehind(order, said) ? { kind: 'behind', order, said, isUnheard } : undefined;
}

async function listOpen(run: Run): Promise<readonly VenueOrderState[]> {
  const lists: VenueOrderState[] = [];
  const session = forOneLook(run.session);
  for (const marketType of reachableTypes(run.account)) {
    const open = await ask(run, (signal) => session.openOrders(marketType, undefined, signal));
    lists.push(...open);
  }
  return lists;
}

function storedAmong(
  live: readonly StoredOrder[],
  { clientId, venueOrderId, symbol, marketType }: VenueOrderState,
): StoredOrder | undefined {
  const isSame = (order: StoredOrder) => order.symbol === symbol && order.marketType === marketType;
  return (
    live.find((order) => order.venueClientId === clientId) ??
    live.find((order) => order.venueOrderId === venueOrderId && isSame(order))
  );
}

/**
 * Finds our order. Our orders are stored before they leave, so an order that is not found was not
 * created here.
 */
async function findStored(
  { orders, account }: Run,
  { clientId, venueOrderId, symbol, marketType }: VenueOrderState,
): Promise<StoredOrder | undefined> {
  const names = [...(clientId === undefined ? [] : [clientId]), venueOrderId];
  for (const name of names) {
    const order = await orders.find(account.id, name, symbol);
    if (order?.marketType === marketType) return order;
  }
  return undefined;
}

function foreignOrder(said: VenueOrderState): Finding {
  const { venueOrderId, marketType, symbol } = said;
  return {
    kind: 'foreign_order',
    identity: `${marketType} ${symbol} ${venueOrderId}`,
    orderId: venueOrderId,
    marketType,
    symbol,
    found: `${said.side} ${describeOrder(said)}`,
    reason: 'The order is open at the exchange and was not made here: by hand, or by another tool.',
    isMended: false,
  };
}

function otherTerms(order: StoredOrder, said: VenueOrderState): Finding {
  return {
    ...about(order),
    // Differs from the identity of a missed update of the same order, which is another difference.
    identity: `${order.id} terms`,
    kind: 'order_changed',
    expected: describeOrder(order),
    found: describeOrder(said),
    reason: 'Somebody changed the order at the exchange. It is stored as it was sent.',
    isMended: false,
  };
}

function stillOpen(order: StoredOrder, said: VenueOrderState): Finding {
  return {
    ...about(order),
    kind: 'order_still_open',
    expected: describeOrder(order),
    found: describeOrder(said),
    reason: 'The order is over as far as is stored, and the exchange says it is open. Cancel it.',
    isMended: false,
  };
}

function missingOrder(order: StoredOrder): Finding {
  return {
    ...about(order),
    kind: 'order_missing',
    expected: describeOrder(order),
    reason: 'Open here, unknown to the exchange; unchanged.',
    isMended: false,
  };
}
