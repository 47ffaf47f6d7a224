import { alertBody } from '@windlass/contract';
import { expect, it } from 'vitest';
import { actor } from '../../../test/support/accounts/fixture.ts';
import {
  alertsOn,
  deliveriesOf,
  fillDeliveries,
  hiddenUrl,
  hookSecret,
  signatureOf,
  unknownOrder,
  webhookAt,
} from '../../../test/support/alerts/fixture.ts';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import type { Store } from '../../store/types.ts';
import type { AccountId } from '../model/account.ts';
import { NoAnswerError } from './types.ts';

const statusesOf = async (store: Store) =>
  (await deliveriesOf(store)).map(({ status, attempts }) => `${status} ${attempts}`);
const refused = { status: 500, retryAfterMs: undefined };

eachDatabase('alerts', (database) => {
  it('are signed and delivered to those that ask for the kind, in order', async () => {
    const store = await database.open();
    const { alerts, receiver, clock } = alertsOn(store);
    await alerts.webhooks.create(webhookAt(), actor);
    await alerts.webhooks.create(webhookAt('http://b.test/', { kinds: ['order_unknown'] }), actor);
    alerts.start();
    const accounts = ['desk' as AccountId];
    alerts.raise({ kind: 'account_halted', accounts, actorName: 'ops' });
    alerts.raise(unknownOrder('o1'));
    alerts.raise(unknownOrder('o2'));
    await expect.poll(() => statusesOf(store)).toEqual(Array(5).fill('delivered 1'));
    const kindsAt = (url: string) =>
      receiver.posts
        .filter((post) => post.url.reveal() === url)
        .map(({ body }) => JSON.parse(body).data.order_id ?? JSON.parse(body).kind);
    expect(kindsAt(hiddenUrl)).toEqual(['account_halted', 'o1', 'o2']);
    expect(kindsAt('http://b.test/')).toEqual(['o1', 'o2']);
    for (const post of receiver.posts) {
      expect(post.headers['x-windlass-signature']).toBe(signatureOf(post, hookSecret));
      expect(post.headers['x-windlass-timestamp']).toBe(String(Math.floor(clock.now() / 1_000)));
      expect(post.headers['x-windlass-event']).toBe(JSON.parse(post.body).kind);
    }
    const ids = receiver.posts.map(({ headers }) => headers['x-windlass-delivery']);
    expect(new Set(ids).size).toBe(5);
    const [halted] = receiver.posts;
    expect(JSON.parse(halted?.body ?? '')).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      kind: 'account_halted',
      raised_at: new Date(clock.now()).toISOString(),
      count: 1,
      data: { exchange_account_ids: ['desk'], actor: 'ops' },
    });
  });

  it('are of the shape the contract says, whatever their kind', async () => {
    const store = await database.open();
    const { alerts, receiver } = alertsOn(store);
    await alerts.webhooks.create(webhookAt(), actor);
    alerts.start();
    const account = 'desk' as AccountId;
    const venue = 'okx';
    const rest = { reason: 'r'.repeat(5_000) };
    alerts.raise(unknownOrder('o1'));
    alerts.raise({ kind: 'difference_found', account, difference: 'position', ...rest });
    alerts.raise({ kind: 'stale_book', venue, symbol: 'A/B', accounts: [account], ...rest });
    alerts.raise({ kind: 'account_resumed', accounts: [account], actorName: 'ops' });
    alerts.raise({ kind: 'algorithm_trouble', algorithmId: 'a1', account, ...rest });
    alerts.raise({ kind: 'algorithm_trouble', algorithmId: 'a1', ...rest });
    alerts.raise({ kind: 'test' });
    await expect.poll(() => receiver.posts.length).toBe(7);
    const bodies = receiver.posts.map(({ body }) => JSON.parse(body));
    for (const body of bodies) expect(alertBody.parse(body)).toEqual(body);
    expect(bodies[1].data).toMatchObject({ symbol: null, order_id: null });
    expect(bodies[1].data.reason).toHaveLength(1_000);
  });

  it('are tried eight times over about an hour, signed anew, and are dead letters then', async () => {
    const store = await database.open();
    const { alerts, receiver, clock } = alertsOn(store);
    const { webhook } = await alerts.webhooks.create(webhookAt(), actor);
    receiver.answer = () => Promise.reject(new NoAnswerError('no connection (ECONNRESET)'));
    alerts.start();
    alerts.raise(unknownOrder('o1'));
    for (let attempts = 1; attempts <= 8; attempts += 1) {
      const status = attempts < 8 ? 'pending' : 'dead';
      await expect.poll(() => statusesOf(store)).toEqual([`${status} ${attempts}`]);
      if (status === 'dead') break;
      const [row] = await deliveriesOf(store);
      await expect.poll(() => clock.pending()).toBeGreaterThan(0);
      await clock.advance(Math.max(0, (row?.next_attempt_at_ms ?? 0) - clock.now() - 1));
      expect(receiver.posts).toHaveLength(attempts);
      await clock.advance(1);
    }
    const [first, last] = [receiver.posts[0], receiver.posts.at(-1)];
    const minutes = ((last?.atMs ?? 0) - (first?.atMs ?? 0)) / 60_000;
    expect(minutes).toBeGreaterThan(40);
    expect(minutes).toBeLessThan(90);
    const values = (name: string) => new Set(receiver.posts.map(({ headers }) => headers[name]));
    expect(values('x-windlass-delivery').size).toBe(1);
    expect(values('x-windlass-timestamp').size).toBe(8);
    expect(last?.headers['x-windlass-signature']).toBe(last && signatureOf(last, hookSecret));
    expect(await alerts.webhooks.find(webhook.id)).toMatchObject({ pending: 0, deadLetters: 1 });
    const { total, letters } = await alerts.deadLetters.list(0, 10);
    expect([total, letters[0]?.lastError]).toEqual([1, 'no connection (ECONNRESET)']);
    receiver.answer = () => ({ status: 204, retryAfterMs: undefined });
    await alerts.deadLetters.retry(letters[0]?.id ?? '', actor);
    await expect.poll(() => statusesOf(store)).toEqual(['delivered 1']);
    expect(values('x-windlass-delivery').size).toBe(1);
  });

  it('are given up at once when the receiver is gone for good', async () => {
    const store = await database.open();
    const { alerts, receiver } = alertsOn(store);
    await alerts.webhooks.create(webhookAt(), actor);
    receiver.answer = () => ({ status: 410, retryAfterMs: undefined });
    alerts.start();
    alerts.raise(unknownOrder('o1'));
    await expect.poll(() => statusesOf(store)).toEqual(['dead 1']);
    expect((await deliveriesOf(store))[0]?.last_error).toBe('status 410');
  });

  it.each([
    [20 * 60_000, 20 * 60_000],
    [24 * 60 * 60_000, 60 * 60_000],
  ])('wait %i ms when the receiver asks for it, an hour at most', async (asked, waited) => {
    const store = await database.open();
    const { alerts, receiver, clock } = alertsOn(store);
    await alerts.webhooks.create(webhookAt(), actor);
    receiver.answer = () => ({ status: 429, retryAfterMs: asked });
    alerts.start();
    alerts.raise(unknownOrder('o1'));
    await expect.poll(() => statusesOf(store)).toEqual(['pending 1']);
    // Other alerts for that receiver wait as well.
    alerts.raise(unknownOrder('o2'));
    await expect.poll(() => statusesOf(store)).toEqual(['pending 1', 'pending 0']);
    await expect.poll(() => clock.pending()).toBe(3);
    await clock.advance(waited - 1);
    expect(receiver.posts).toHaveLength(1);
    receiver.answer = () => ({ status: 200, retryAfterMs: undefined });
    await clock.advance(1);
    await expect.poll(() => statusesOf(store)).toEqual(['delivered 2', 'delivered 1']);
  });

  it('pass a receiver that is slow, and a delivery that waits for its next attempt', async () => {
    const store = await database.open();
    const { alerts, receiver, clock } = alertsOn(store);
    for (const name of ['slow', 'fast', 'moody']) {
      await alerts.webhooks.create(webhookAt(`http://${name}.test/`), actor);
    }
    const release = Promise.withResolvers<void>();
    receiver.answer = async ({ url, body }) => {
      if (url.reveal().includes('slow')) await release.promise;
      const isRefused = url.reveal().includes('moody') && body.includes('"o1"');
      return isRefused ? refused : { status: 200, retryAfterMs: undefined };
    };
    alerts.start();
    for (const id of ['o1', 'o2', 'o3']) alerts.raise(unknownOrder(id));
    const at = (name: string) =>
      receiver.posts
        .filter(({ url }) => url.reveal().includes(name))
        .map(({ body }) => JSON.parse(body).data.order_id);
    await expect.poll(() => at('fast')).toEqual(['o1', 'o2', 'o3']);
    await expect
      .poll(async () => (await statusesOf(store)).filter((s) => s !== 'pending 0'))
      .toHaveLength(4);
    await clock.advance(1_000);
    await expect.poll(() => at('moody')).toEqual(['o1', 'o2', 'o3']);
    expect(at('slow')).toEqual(['o1']);
    release.resolve();
    await expect.poll(() => at('slow')).toEqual(['o1', 'o2', 'o3']);
  });

  it('go out four at a time, and those that had no room come before a second of the others', async () => {
    const store = await database.open();
    const { alerts, receiver } = alertsOn(store);
    const add = (name: string) => alerts.webhooks.create(webhookAt(`http://${name}.test/`), actor);
    for (const name of ['a', 'b', 'c', 'd']) await add(name);
    const releases: (() => void)[] = [];
    receiver.answer = async () => {
      await new Promise<void>((resolve) => releases.push(resolve));
      return { status: 200, retryAfterMs: undefined };
    };
    alerts.start();
    alerts.raise(unknownOrder('o1'));
    alerts.raise(unknownOrder('o2'));
    await expect.poll(() => statusesOf(store)).toHaveLength(8);
    await add('e');
    alerts.raise(unknownOrder('o3'));
    await expect.poll(() => statusesOf(store)).toHaveLength(13);
    const served = () => receiver.posts.map(({ url }) => new URL(url.reveal()).host[0]).join('');
    const first = served();
    expect([...first].sort().join('')).toBe('abcd');
    releases[0]?.();
    await expect.poll(served).toBe(`${first}e`);
    releases[1]?.();
    await expect.poll(served).toHaveLength(6);
    expect(first.slice(0, 2)).toContain(served().at(-1));
    receiver.answer = () => ({ status: 200, retryAfterMs: undefined });
    for (const release of releases) release();
    await expect.poll(() => statusesOf(store)).toEqual(Array(13).fill('delivered 1'));
  });

  it('that a stop cut off or never began are delivered by the next start', async () => {
    const store = await database.open();
    const before = alertsOn(store);
    await before.alerts.webhooks.create(webhookAt(), actor);
    // Hangs forever, and even ignores its signal.
    before.receiver.answer = () => new Promise(() => undefined);
    before.alerts.start();
    before.alerts.raise(unknownOrder('o1'));
    await expect.poll(() => before.receiver.posts.length).toBe(1);
    before.alerts.raise(unknownOrder('o2'));
    before.alerts.raise(unknownOrder('o2'));
    const stopped = before.alerts.stop();
    await expect.poll(() => statusesOf(store)).toEqual(Array(3).fill('pending 0'));
    let isStopped = false;
    void stopped.then(() => {
      isStopped = true;
    });
    // More than once: the writer of the alerts may still be ending when those are written.
    const waited = () => before.clock.advance(2_000).then(() => isStopped);
    await expect.poll(waited).toBe(true);
    before.alerts.raise(unknownOrder('late'));
    const after = alertsOn(store, { startMs: before.clock.now() + 1 });
    after.alerts.start();
    await expect.poll(() => statusesOf(store)).toEqual(Array(3).fill('delivered 1'));
    const idOf = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
      headers['x-windlass-delivery'];
    expect(after.receiver.posts.map(idOf)[0]).toBe(before.receiver.posts.map(idOf)[0]);
  });

  it('are kept in bounded numbers, the newest of each', async () => {
    const store = await database.open();
    const { alerts, receiver } = alertsOn(store);
    const { webhook } = await alerts.webhooks.create(webhookAt(), actor);
    const filled = { webhookId: webhook.id, count: 10_000 };
    await fillDeliveries(store, { ...filled, status: 'pending' });
    alerts.raise(unknownOrder('newest'));
    await expect.poll(async () => (await deliveriesOf(store)).at(-1)?.kind).toBe('order_unknown');
    await expect.poll(async () => (await deliveriesOf(store))[0]?.id).toBe('filled.2');
    await store.db.deleteFrom('webhook_deliveries').execute();
    await fillDeliveries(store, { ...filled, status: 'dead' });
    receiver.answer = () => ({ status: 410, retryAfterMs: undefined });
    alerts.start();
    alerts.raise(unknownOrder('dead'));
    await expect
      .poll(async () => (await alerts.deadLetters.list(0, 1)).letters[0]?.attempts)
      .toBe(1);
    await expect.poll(async () => (await deliveriesOf(store))[0]?.id).toBe('filled.2');
    expect(await alerts.deadLetters.list(0, 1)).toMatchObject({ total: 10_000 });
  });
});
