import { expect, it } from 'vitest';
import {
  accountsOn,
  actor,
  auditOf,
  liveAccount,
  masterKey,
  otherKey,
} from '../../../test/support/accounts/fixture.ts';
import {
  alertsOn,
  deliveriesOf,
  hookSecret,
  signatureOf,
  unknownOrder,
  webhookAt,
} from '../../../test/support/alerts/fixture.ts';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { CipherError, createCipher } from '../../kit/cipher.ts';
import type { Logger } from '../../kit/logger.ts';
import { createSeededRandom } from '../../kit/random.ts';
import { Secret } from '../../kit/secret.ts';
import type { Store } from '../../store/types.ts';
import { settleCredentials } from '../accounts/index.ts';
import { webhookPlace } from './index.ts';
import { openTarget } from './sealing.ts';

const mark = 'Never4Seen';

eachDatabase('webhooks', (database) => {
  const rowsOf = (store: Store) => store.db.selectFrom('webhooks').selectAll().execute();
  const settle = (store: Store, cipher = alertsOn(store).cipher) => {
    const { clock } = accountsOn(store);
    const ports = { store, clock, cipher, logger: silentLogger };
    return settleCredentials({ ...ports, others: [webhookPlace], keep: async () => undefined });
  };

  it('keep address and secret sealed, and show them nowhere', async () => {
    const store = await database.open();
    const lines: string[] = [];
    const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
    const levels = { debug: write, info: write, warn: write, error: write };
    const logger: Logger = { ...levels, child: () => logger };
    const { alerts, receiver } = alertsOn(store, { logger });
    const { webhook, secret } = await alerts.webhooks.create(webhookAt(), actor);
    expect(secret).toBeUndefined();
    receiver.answer = ({ url }) => Promise.reject(new TypeError(`cannot send to ${url.reveal()}`));
    alerts.start();
    alerts.raise(unknownOrder('o1'));
    await expect.poll(async () => (await deliveriesOf(store))[0]?.attempts).toBe(1);
    const kept = [await rowsOf(store), await deliveriesOf(store)];
    await alerts.webhooks.change(webhook.id, { url: new Secret(`https://b.test/?${mark}`) }, actor);
    await alerts.webhooks.change(webhook.id, { secret: new Secret(`${mark}-${mark}`) }, actor);
    const shown = await alerts.webhooks.list();
    expect(shown).toMatchObject([{ shownUrl: 'https://b.test/', pending: 1, deadLetters: 0 }]);
    await alerts.webhooks.remove(webhook.id, actor);
    expect(kept[1]).toMatchObject([{ last_error: 'an internal error in sending it' }]);
    expect(JSON.stringify([kept, shown, await auditOf(store)])).not.toContain(mark);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toContain(mark);
    const audit = await auditOf(store);
    expect(audit.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.updated',
      'webhook.removed',
    ]);
    expect(audit[1]).toMatchObject({
      actorId: actor.id,
      subject: webhook.id,
      before: { url: 'https://hooks.test/in', kinds: null },
      after: { url: 'https://b.test/', replaced: ['url'] },
    });
    expect(await deliveriesOf(store)).toEqual([]);
  });

  it('make a secret of their own when none is given, and sign with it', async () => {
    const store = await database.open();
    const { alerts, receiver } = alertsOn(store);
    const given = { ...webhookAt(), secret: undefined };
    const { webhook, secret } = await alerts.webhooks.create(given, actor);
    expect(secret?.reveal()).toMatch(/^whsec_[\w-]{43}$/);
    expect(await alerts.webhooks.test(webhook.id)).toMatchObject({ error: undefined });
    const [post] = receiver.posts;
    expect(post?.headers['x-windlass-signature']).toBe(
      post && signatureOf(post, secret?.reveal() ?? ''),
    );
  });

  it('are twenty at most', async () => {
    const { alerts } = alertsOn(await database.open());
    for (let i = 0; i < 20; i += 1) await alerts.webhooks.create(webhookAt(), actor);
    await expect(alerts.webhooks.create(webhookAt(), actor)).rejects.toThrow('Limit of 20');
  });

  it('take one test at a time, which ends when the service stops', async () => {
    const { alerts, receiver } = alertsOn(await database.open());
    const { webhook } = await alerts.webhooks.create(webhookAt(), actor);
    receiver.answer = () => new Promise(() => undefined);
    const test = expect(alerts.webhooks.test(webhook.id)).rejects.toMatchObject({
      code: 'SHUTTING_DOWN',
    });
    await expect(alerts.webhooks.test(webhook.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect.poll(() => receiver.posts.length).toBe(1);
    await alerts.stop();
    await test;
  });

  it('are sealed anew with a new master key, in one line with the credentials', async () => {
    const store = await database.open();
    const { alerts } = alertsOn(store);
    const { webhook } = await alerts.webhooks.create(webhookAt(), actor);
    await accountsOn(store).accounts.create(liveAccount(), actor);
    await settle(store);
    const random = createSeededRandom('rotation');
    const cipher = createCipher({ random, key: otherKey, former: masterKey });
    await expect(settle(store, createCipher({ random, key: otherKey }))).rejects.toThrow(
      `credentials of desk and 1 more are encrypted with the master key`,
    );
    await settle(store, cipher);
    expect((await auditOf(store)).at(-1)).toMatchObject({
      action: 'master_key.rotated',
      after: { keyId: cipher.keyId, credentials: 1, webhooks: 1 },
    });
    const [row] = await rowsOf(store);
    const alone = createCipher({ random, key: otherKey });
    expect(openTarget(alone, webhook.id, row?.target ?? '').secret.reveal()).toBe(hookSecret);
    await settle(store, alone);
  });

  it('stop the start when they were altered or moved, and are named', async () => {
    const store = await database.open();
    const { alerts, cipher } = alertsOn(store);
    const { webhook } = await alerts.webhooks.create(webhookAt(), actor);
    const other = await alerts.webhooks.create(webhookAt('http://other.test/'), actor);
    const [row] = (await rowsOf(store)).filter(({ id }) => id === other.webhook.id);
    const target = row?.target ?? '';
    expect(() => openTarget(cipher, webhook.id, target)).toThrow(CipherError);
    await store.db.updateTable('webhooks').set({ target }).where('id', '=', webhook.id).execute();
    await expect(settle(store)).rejects.toThrow(
      `The stored credentials of webhook ${webhook.id} cannot be opened (altered). Restore the ` +
        'database from a backup, or delete that row of webhooks and add the webhook again.',
    );
    // If it is found out while the service runs, it is reported as the failure.
    expect(await alerts.webhooks.test(webhook.id)).toMatchObject({
      error: 'its stored address and secret cannot be opened',
    });
  });
});
