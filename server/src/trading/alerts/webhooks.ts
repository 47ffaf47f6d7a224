import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Cipher } from '../../kit/cipher.ts';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { Ids } from '../../kit/ids.ts';
import { Secret } from '../../kit/secret.ts';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import { type Actor, record } from '../accounts/index.ts';
import type { Attempt } from './attempt.ts';
import { openTarget, sealTarget } from './sealing.ts';
import type {
  NewWebhook,
  TestOutcome,
  WantedKind,
  Webhook,
  WebhookChange,
  Webhooks,
} from './types.ts';
import { toAlertText } from './wire.ts';

/** Maximum number of webhooks. Every alert is written for each; a desk has a few receivers. */
const webhooksMax = 20;
/** 256 bits, as long as the signature. */
const secretBytes = 32;

interface WebhooksDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly cipher: Cipher;
  readonly attempt: Attempt;
  /** Aborts when the service stops; its reason is the error to throw then. */
  readonly stopping: AbortSignal;
}

type Row = Selectable<Schema['webhooks']>;

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { db } = deps.store;
  const find = async (id: string): Promise<Webhook> => {
    return required((await listAll(db)).find((webhook) => webhook.id === id));
  };
  const testing = new Set<string>();
  return {
    create: (webhook, actor) => create(deps, webhook, actor),
    list: () => listAll(db),
    find,
    async change(id, change, actor) {
      await changeRow(deps, { id, change, actor });
      return find(id);
    },
    remove: (id, actor) => remove(deps, id, actor),
    async test(id) {
      if (testing.has(id)) {
        throw new AppError('CONFLICT', { message: 'A test of this webhook is under way.' });
      }
      testing.add(id);
      try {
        return await test(deps, id);
      } finally {
        testing.delete(id);
      }
    },
  };
}

async function create(deps: WebhooksDeps, given: NewWebhook, actor: Actor) {
  const { store, clock, ids, cipher } = deps;
  const { url, kinds } = given;
  const made = given.secret ? undefined : new Secret(`whsec_${ids.token(secretBytes)}`);
  const secret = given.secret ?? made;
  if (!secret) throw new Error('A webhook has a secret, given or made.');
  const id = ids.objectId();
  const atMs = clock.now();
  const row: Row = {
    id,
    url: shown(url),
    target: sealTarget(cipher, id, { url, secret }),
    kinds: kinds ? JSON.stringify(kinds) : null,
    created_at_ms: atMs,
    updated_at_ms: atMs,
  };
  await store.db.transaction().execute(async (trx) => {
    await refuseTooMany(trx);
    await trx.insertInto('webhooks').values(row).execute();
    const action = 'webhook.created';
    await record(trx, { action, actor, atMs, subject: id, after: audited(row) });
  });
  return { webhook: fromRow(row, new Map()), secret: made };
}

interface Edit {
  readonly id: string;
  readonly change: WebhookChange;
  readonly actor: Actor;
}

async function changeRow(deps: WebhooksDeps, { id, change, actor }: Edit): Promise<void> {
  const { store, clock, cipher } = deps;
  const { url, secret, kinds } = change;
  await store.db.transaction().execute(async (trx) => {
    const before = await locked(trx, store, id);
    const target = openTarget(cipher, id, before.target);
    const atMs = clock.now();
    const after: Row = {
      ...before,
      url: url ? shown(url) : before.url,
      kinds: kinds === undefined ? before.kinds : kinds && JSON.stringify(kinds),
      updated_at_ms: atMs,
      ...((url || secret) && {
        target: sealTarget(cipher, id, {
          url: url ?? target.url,
          secret: secret ?? target.secret,
        }),
      }),
    };
    const { id: _id, ...columns } = after;
    await trx.updateTable('webhooks').set(columns).where('id', '=', id).execute();
    const replaced = [...(url ? ['url'] : []), ...(secret ? ['secret'] : [])];
    const lines = { before: audited(before), after: { ...audited(after), replaced } };
    await record(trx, { action: 'webhook.updated', actor, atMs, subject: id, ...lines });
  });
}

async function remove(deps: WebhooksDeps, id: string, actor: Actor): Promise<Webhook> {
  const { store, clock } = deps;
  return store.db.transaction().execute(async (trx) => {
    const row = await locked(trx, store, id);
    const webhook = fromRow(row, await countAll(trx));
    await trx.deleteFrom('webhooks').where('id', '=', id).execute();
    const line = { action: 'webhook.removed', actor, atMs: clock.now(), subject: id };
    await record(trx, { ...line, before: audited(row) });
    return webhook;
  });
}

async function test(deps: WebhooksDeps, webhookId: string): Promise<TestOutcome> {
  const { store, clock, ids, attempt, stopping } = deps;
  const { target } = required(
    await store.db
      .selectFrom('webhooks')
      .select('target')
      .where('id', '=', webhookId)
      .executeTakeFirst(),
  );
  const alertId = ids.objectId();
  const alert = { kind: 'test' } as const;
  const body = toAlertText({ id: alertId, atMs: clock.now(), count: 1, alert });
  const deliveryId = `${alertId}.${webhookId}`;
  const sending = { id: deliveryId, webhookId, target, kind: alert.kind, body };
  const outcome = await attempt(sending, stopping);
  return { deliveryId, error: outcome.ok ? undefined : outcome.error };
}

async function listAll(db: Kysely<Schema>): Promise<readonly Webhook[]> {
  const webhooks = db.selectFrom('webhooks').selectAll();
  const rows = await webhooks.orderBy('created_at_ms').orderBy('id').execute();
  const counts = await countAll(db);
  return rows.map((row) => fromRow(row, counts));
}

/** Number of deliveries by webhook and status. */
type Counts = ReadonlyMap<string, number>;

const countKey = (webhookId: string, status: string) => `${webhookId} ${status}`;

async function countAll(db: Kysely<Schema>): Promise<Counts> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', 'status', (row) => row.fn.countAll<number>().as('count')])
    .where('status', 'in', ['pending', 'dead'])
    .groupBy(['webhook_id', 'status'])
    .execute();
  return new Map(rows.map((row) => [countKey(row.webhook_id, row.status), row.count]));
}

function fromRow(row: Row, counts: Counts): Webhook {
  return {
    id: row.id,
    shownUrl: row.url,
    // Only this module writes it.
    kinds: row.kinds === null ? undefined : (JSON.parse(row.kinds) as WantedKind[]),
    pending: counts.get(countKey(row.id, 'pending')) ?? 0,
    deadLetters: counts.get(countKey(row.id, 'dead')) ?? 0,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

function audited({ url, kinds }: Row) {
  return { url, kinds: kinds === null ? null : JSON.parse(kinds) };
}

/** User, password and query may be secret; a receiver is recognised without them. */
function shown(address: Secret): string {
  const url = new URL(address.reveal());
  return `${url.origin}${url.pathname}`;
}

/** Returns the row and locks it until the transaction ends. */
async function locked(trx: Transaction<Schema>, store: Store, id: string): Promise<Row> {
  const row = await trx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .$if(store.dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return required(row);
}

async function refuseTooMany(trx: Transaction<Schema>): Promise<void> {
  const { count } = await trx
    .selectFrom('webhooks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count < webhooksMax) return;
  const message = `Limit of ${webhooksMax} webhooks reached.`;
  throw new AppError('CONFLICT', { message });
}

function required<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new AppError('WEBHOOK_NOT_FOUND');
  return found;
}
