import type { Outcome, Write } from '../../server/src/store/sqlite/calls.ts';
import type { VenueOrder } from '../../server/src/trading/venues/venuePort.ts';
import type { SimStore } from './simStore.ts';
import type { OrderLine } from './tables.ts';
import type { World } from './world.ts';
import type { Life } from './worldClock.ts';

/** An order that was requested over HTTP, with the answer if one came. */
export interface Asked {
  readonly accountId: string;
  readonly clientOrderId: string | undefined;
  /** The request as text: an equal text is the same order. */
  readonly body: string;
  answer: Answer | undefined;
}

export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly orderId: string | undefined;
  readonly orderStatus: string | undefined;
}

/**
 * Watches every event of a run. It reads the tables without going through the service and shares no
 * code with what it checks; the rules at rest are in `quiet.ts`.
 */
export interface Checker {
  /** A request for an order leaves us. */
  sent(accountId: string, order: VenueOrder): void;
  committed(writes: readonly Write[], outcomes: readonly Outcome[]): void;
  /** An answer to a submit. */
  answered(asked: Asked): void;
  /** From now on nothing new may reach the venue, until `resuming`. */
  halted(accountIds: readonly string[], askedAt: number | undefined): void;
  /**
   * A resumption is requested: the result of a halt before it or meanwhile is unknown. The returned
   * function is to be called when it is answered.
   */
  resuming(life: Life): () => void;
  /** Number of resumptions requested, which a halt notes. Undefined while one is under way. */
  resumptions(): number | undefined;
}

const finals = ['closed', 'canceled', 'expired', 'rejected'];

export function createChecker(world: World, store: () => Pick<SimStore, 'rows'>): Checker {
  const seen = new Map<string, OrderLine>();
  const sentIds = new Set<string>();
  const ids = new Map<string, string>();
  const halted = new Set<string>();
  const taken = new Set<string>();
  let resumptions = 0;
  const underWay = new Set<{ readonly life: Life }>();
  const rows = <Row>(sql: string, ...parameters: readonly unknown[]) =>
    store().rows<Row>(sql, ...parameters);

  const checkChanged = (id: string): void => {
    const [now] = rows<OrderLine>('select * from meta_orders where id = ?', id);
    const before = seen.get(id);
    if (!now) return;
    seen.set(id, now);
    if (!before) return;
    if (finals.includes(before.order_status) && now.order_status !== endOf(before, now)) {
      world.wrong(`order ${id} was ${before.order_status} and became ${now.order_status}`);
    }
    if (Number(now.quantity_filled) < Number(before.quantity_filled)) {
      world.wrong(`order ${id} had filled ${before.quantity_filled}, now ${now.quantity_filled}`);
    }
  };
  return {
    sent(accountId, order) {
      if (sentIds.has(order.clientId)) world.wrong(`order ${order.clientId} is sent twice`);
      sentIds.add(order.clientId);
      if (halted.has(accountId)) world.wrong(`order ${order.clientId} is sent after the halt`);
    },
    committed(writes, outcomes) {
      for (const [index, write] of writes.entries()) {
        const outcome = outcomes[index];
        if (write.name === 'savePaper' && outcome?.ok) checkTaken(world, rows, { taken, write });
        if (write.name === 'recordOutcome') checkChanged(write.args[1]);
        if (write.name !== 'reserveOrder' || !outcome?.ok) continue;
        checkChanged(write.args[1].id);
        checkLimit(world, rows, write.args[1]);
      }
      if (writes.some(({ name }) => name === 'reserveOrder' || name === 'recordOutcome')) {
        checkSums(world, rows);
      }
    },
    answered: (asked) => checkAnswer(world, rows, { asked, ids }),
    halted(accountIds, askedAt) {
      if (askedAt === resumptions) for (const id of accountIds) halted.add(id);
    },
    resuming(life) {
      const resumption = { life };
      resumptions += 1;
      underWay.add(resumption);
      halted.clear();
      return () => void underWay.delete(resumption);
    },
    // A dead process resumes nothing any more.
    resumptions: () => ([...underWay].every(({ life }) => life.isOver) ? resumptions : undefined),
  };
}

type Rows = SimStore['rows'];

interface Taken {
  /** Account and client id of the orders that the venues have taken. */
  readonly taken: Set<string>;
  readonly write: Write & { readonly name: 'savePaper' };
}

/** Checks that a venue takes no order after we have reported its end. */
function checkTaken(world: World, rows: Rows, { taken, write }: Taken): void {
  const [, { account, orders }] = write.args;
  for (const { client_id } of orders) {
    const key = `${account} ${client_id}`;
    if (taken.has(key)) continue;
    taken.add(key);
    const [line] = rows<OrderLine>(
      'select * from meta_orders where venue_client_id = ?',
      ...[client_id],
    );
    if (!line || !finals.includes(line.order_status)) continue;
    world.wrong(`order ${line.id} is taken after its row said ${line.order_status}`);
  }
}

interface Told {
  readonly asked: Asked;
  /** Our id of the first order by account and client id. */
  readonly ids: Map<string, string>;
}

/** Checks that a client id always means the same order. */
function checkAnswer(world: World, rows: Rows, { asked, ids }: Told): void {
  const { accountId, clientOrderId, answer } = asked;
  if (answer?.code === 'INTERNAL_ERROR') world.wrong(`INTERNAL_ERROR to ${asked.body}`);
  checkStored(world, rows, asked);
  if (clientOrderId === undefined) return;
  const key = `${accountId} ${clientOrderId}`;
  const [line] = rows<OrderLine>(
    'select * from meta_orders where account_id = ? and client_order_id = ?',
    ...[accountId, clientOrderId],
  );
  if (!line) return;
  const first = ids.get(key) ?? line.id;
  ids.set(key, first);
  if (first !== line.id) world.wrong(`${key} was order ${first}, then ${line.id}`);
}

interface Reserved {
  readonly id: string;
  readonly account_id: string;
  readonly day: string;
  readonly reserved_micro: number;
}

/**
 * Returns the present end of an ended order: more fills than it had ended with correct its end.
 * Only a rejected one is never corrected here, or orders that were sent could be stored as rejected
 * until their fills are reported.
 */
function endOf(before: OrderLine, now: OrderLine): string {
  const isCorrected = Number(now.quantity_filled) > Number(before.quantity_filled);
  const isWhole = Number(now.quantity_filled) >= Number(now.quantity);
  const isClosed = before.order_status !== 'rejected' && isCorrected && isWhole;
  return isClosed ? 'closed' : before.order_status;
}

/**
 * Checks the limit. The reserved amount may never pass it, though settling may cost more than was
 * reserved, and so may a fill that is reported after its order was withdrawn.
 */
function checkLimit(world: World, rows: Rows, order: Reserved): void {
  const [line] = rows<OrderLine>('select * from meta_orders where id = ?', order.id);
  if (!line || order.reserved_micro === 0) return;
  const [day] = rows<{ used: number; allowed: number }>(
    `select used_micro_usd as used, daily_limit_micro as allowed
    from daily_usage join exchange_accounts on exchange_accounts.id = account_id
    where account_id = ? and day = ?`,
    ...[order.account_id, order.day],
  );
  if (day && day.used > day.allowed) {
    world.wrong(`${order.account_id} has used ${day.used} of ${day.allowed} on ${order.day}`);
  }
}

/** Checks that the reserved and used amounts of each day equal those of its orders. */
function checkSums(world: World, rows: Rows): void {
  const days = rows<{ account_id: string; day: string; held: number; used: number | null }>(
    `select account_id, day, sum(coalesce(settled_micro, reserved_micro)) as held,
      (select used_micro_usd from daily_usage
        where daily_usage.account_id = meta_orders.account_id
          and daily_usage.day = meta_orders.day) as used
    from meta_orders group by account_id, day`,
  );
  for (const { account_id, day, held, used } of days) {
    if (held !== used) world.wrong(`${account_id} counts ${used} on ${day}, its orders ${held}`);
  }
}

/** Checks that an order answered as taken is in the store at once. */
function checkStored(world: World, rows: Rows, { accountId, answer }: Asked): void {
  if (answer?.status !== 200) return;
  const [line] = rows<OrderLine>(
    'select * from meta_orders where account_id = ? and (venue_order_id = ? or id = ?)',
    ...[accountId, answer.orderId, answer.orderId],
  );
  if (!line) world.wrong(`order ${answer.orderId} was answered as taken and is not recorded`);
}
