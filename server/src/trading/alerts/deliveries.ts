import { sql } from 'kysely';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import type { AlertKind } from './types.ts';

type Status = Schema['webhook_deliveries']['status'];

/**
 * Maximum number of rows of each status; the oldest are removed. Ten thousand of about a kilobyte
 * are ten megabytes, and more than anybody reads. Delivered ones are kept only to look at the last
 * days.
 */
const rowsMax: Readonly<Record<Status, number>> = {
  pending: 10_000,
  dead: 10_000,
  delivered: 1_000,
};

/** An alert in the form that its deliveries contain. */
export interface NewDelivery {
  readonly alertId: string;
  readonly kind: AlertKind;
  readonly body: string;
}

/** The first waiting delivery of a webhook. */
export interface Waiting {
  readonly seq: number;
  readonly id: string;
  readonly webhookId: string;
  /** Sealed. */
  readonly target: string;
  readonly kind: string;
  readonly body: string;
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
}

/** The result of an attempt for its delivery. */
export type Progress =
  | { readonly status: 'delivered' }
  | { readonly status: 'pending'; readonly error: string; readonly nextAttemptAtMs: number }
  | { readonly status: 'dead'; readonly error: string };

/** The rows of alerts that are delivered. */
export interface Deliveries {
  /** Adds one delivery for each webhook that asks for the kind, in one statement. Idempotent. */
  add(delivery: NewDelivery): Promise<void>;
  /** Returns for each webhook the delivery that is due first, or will be. */
  heads(): Promise<readonly Waiting[]>;
  /** Does nothing to a delivery that no longer exists. */
  advance(id: string, progress: Progress): Promise<void>;
}

export function createDeliveries(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}): Deliveries {
  const { store, clock, logger } = deps;
  const { db } = store;
  return {
    async add(delivery) {
      await insert(db, delivery, clock.now());
      const dropped = await prune(db, 'pending');
      if (dropped > 0) logger.error({ dropped }, 'too many alerts wait: the oldest were dropped');
    },
    async heads() {
      const { rows } = await sql<Waiting>`
        select d.seq as "seq", d.id as "id", w.id as "webhookId", w.target as "target",
          d.kind as "kind", d.body as "body", d.attempts as "attempts",
          d.next_attempt_at_ms as "nextAttemptAtMs"
        from webhooks w join webhook_deliveries d on d.seq = (
          select n.seq from webhook_deliveries n
          where n.webhook_id = w.id and n.status = 'pending'
          order by n.next_attempt_at_ms, n.seq limit 1
        )`.execute(db);
      return rows;
    },
    async advance(id, progress) {
      const { status } = progress;
      await db
        .updateTable('webhook_deliveries')
        .set((row) => ({
          status,
          attempts: row('attempts', '+', 1),
          last_error: status === 'delivered' ? null : progress.error,
          updated_at_ms: clock.now(),
          ...(status === 'pending' && { next_attempt_at_ms: progress.nextAttemptAtMs }),
        }))
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .execute();
      if (status !== 'pending') await prune(db, status);
    },
  };
}

/**
 * Selects from the rows of webhooks themselves, so that no delivery belongs to a webhook that is
 * being removed. The id names alert and webhook: if it is written again, after an answer that was
 * lost, it exists already.
 */
async function insert(db: Store['db'], { alertId, kind, body }: NewDelivery, nowMs: number) {
  const isWanted = kind === 'test' ? sql`1 = 1` : sql`kinds is null or kinds like ${`%"${kind}"%`}`;
  await sql`
    insert into webhook_deliveries
      (id, webhook_id, kind, body, status, attempts, next_attempt_at_ms, updated_at_ms)
    select cast(${`${alertId}.`} as text) || id, id, cast(${kind} as text), cast(${body} as text),
      'pending', 0, cast(${nowMs} as bigint), cast(${nowMs} as bigint)
    from webhooks where ${isWanted} order by created_at_ms, id
    on conflict (id) do nothing`.execute(db);
}

/** Returns the number of rows beyond the maximum of their status. */
async function prune(db: Store['db'], status: Status): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where('status', '=', status)
    .where('seq', '<=', (row) =>
      row
        .selectFrom('webhook_deliveries as kept')
        .select('kept.seq')
        .where('kept.status', '=', status)
        .orderBy('kept.seq', 'desc')
        .limit(1)
        .offset(rowsMax[status]),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
