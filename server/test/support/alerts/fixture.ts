import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { createCipher } from '../../../src/kit/cipher.ts';
import { createIds } from '../../../src/kit/ids.ts';
import type { Logger } from '../../../src/kit/logger.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { Secret } from '../../../src/kit/secret.ts';
import type { Store } from '../../../src/store/types.ts';
import { createAlerts } from '../../../src/trading/alerts/index.ts';
import type {
  Alert,
  SendWebhook,
  WebhookAnswer,
  WebhookPost,
} from '../../../src/trading/alerts/types.ts';
import type { AccountId } from '../../../src/trading/model/account.ts';
import { masterKey } from '../accounts/fixture.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';

/** An address with the parts that must never be seen: user, password and query. */
export const hiddenUrl = 'https://Never4Seen:Never4Seen@hooks.test/in?token=Never4Seen';
export const hookSecret = 'Never4Seen-0123456789';

/** Returns an alert with its own subject, identified by its order's id. */
export function unknownOrder(orderId: string): Alert {
  return {
    kind: 'order_unknown',
    account: 'desk' as AccountId,
    orderId,
    clientOrderId: `client-${orderId}`,
    symbol: 'BTC/USDT',
    message: 'no answer',
  };
}

export interface Receiver {
  readonly posts: readonly (WebhookPost & { readonly atMs: number })[];
  /** Answers 200 unless a test replaces it. */
  answer: (post: WebhookPost, signal: AbortSignal) => WebhookAnswer | Promise<WebhookAnswer>;
  readonly send: SendWebhook;
}

/** Receives what is sent, in place of the network. */
function createReceiver(clock: ManualClock): Receiver {
  const posts: (WebhookPost & { atMs: number })[] = [];
  const receiver: Receiver = {
    posts,
    answer: () => ({ status: 200, retryAfterMs: undefined }),
    async send(post, signal) {
      posts.push({ ...post, atMs: clock.now() });
      return receiver.answer(post, signal);
    },
  };
  return receiver;
}

/** Opens the module on a store, as a process does that starts at that time. */
export function alertsOn(
  store: Store,
  options: { startMs?: number; key?: Secret; logger?: Logger } = {},
) {
  const { startMs = 1_700_000_000_000, key = masterKey, logger = silentLogger } = options;
  const clock = createManualClock(startMs);
  const random = createSeededRandom(`alerts ${startMs}`);
  const ids = createIds(random);
  const cipher = createCipher({ random, key });
  const receiver = createReceiver(clock);
  const deps = { store, clock, random, ids, cipher, logger, send: receiver.send };
  return { clock, cipher, receiver, alerts: createAlerts(deps) };
}

export function webhookAt(url = hiddenUrl, rest: { kinds?: readonly ['order_unknown'] } = {}) {
  return { url: new Secret(url), kinds: rest.kinds, secret: new Secret(hookSecret) };
}

/** Returns the signature that a receiver calculates to verify the sender, as documented. */
export function signatureOf({ headers, body }: WebhookPost, secret: string): string {
  const signed = `${headers['x-windlass-timestamp']}.${body}`;
  return `v1=${createHmac('sha256', secret).update(signed).digest('hex')}`;
}

export async function deliveriesOf(store: Store) {
  return store.db.selectFrom('webhook_deliveries').selectAll().orderBy('seq').execute();
}

/** Inserts many rows at once, due now, each with the body of a test alert. */
export async function fillDeliveries(
  store: Store,
  rows: { webhookId: string; status: 'pending' | 'dead'; count: number },
): Promise<void> {
  const { webhookId, status, count } = rows;
  await sql`
    insert into webhook_deliveries
      (id, webhook_id, kind, body, status, attempts, next_attempt_at_ms, updated_at_ms)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    select 'filled.' || i, ${sql.lit(webhookId)}, 'test', '{}', ${sql.lit(status)}, 0, 0, 0
    from n order by i`.execute(store.db);
}
