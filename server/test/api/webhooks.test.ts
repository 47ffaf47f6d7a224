import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accountEndpoints, alertKinds, webhookEndpoints } from '@windlass/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/kit/pinoLogger.ts';
import { readBody } from '../../src/kit/readBody.ts';
import type { Alert } from '../../src/trading/alerts/types.ts';
import { signatureOf, unknownOrder } from '../support/alerts/fixture.ts';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let test: TestApp;
let posts: Post[] = [];
let status = 200;
let origin = '';
const lines: string[] = [];

const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const body = await readBody(request, { bytesMax: 100_000 });
  const headers = request.headers as Readonly<Record<string, string>>;
  posts.push({ url: request.url ?? '', headers, body });
  response.writeHead(status).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: 'debug', destination });
  test = await createTestApp({}, { logger });
});
afterAll(async () => {
  await test.stop();
  server.close();
});
afterEach(async () => {
  for (const { webhook_id } of (await call('GET', all)).json.data.webhooks) {
    await call('DELETE', at(webhook_id));
  }
  posts = [];
  status = 200;
});

const all = webhookEndpoints.createWebhook.path;
const dead = webhookEndpoints.listDeadLetters.path;
const at = (id: string) => webhookEndpoints.getWebhook.path.replace(':id', id);
const testAt = (id: string) => webhookEndpoints.testWebhook.path.replace(':id', id);
const letterAt = (id: string) => webhookEndpoints.removeDeadLetter.path.replace(':id', id);
const retryAt = (id: string) => webhookEndpoints.retryDeadLetter.path.replace(':id', id);

type Verb = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Verb, url: string, body?: object) =>
  test.call({ method, url, ...(body && { body }) });
const create = async (rest: object = {}) =>
  (await call('POST', all, { url: `${origin}/in`, ...rest })).json.data;
const raise = (alert: Alert) => test.app.trading?.alerts.raise(alert);

const mark = 'Never4Seen';
const hidden = () => `http://${mark}:${mark}@127.0.0.1:${new URL(origin).port}/in?t=${mark}`;

describe('createWebhook, listWebhooks, getWebhook, changeWebhook and removeWebhook', () => {
  it('keep a webhook, and show its secret once when it was made here', async () => {
    const made = await call('POST', all, { url: ` ${hidden()} `, kinds: ['stale_book'] });
    expect(made.status).toBe(201);
    const { secret, ...record } = made.json.data;
    expect(made.json).toMatchObject({ message: 'Webhook created successfully', isError: false });
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(record).toEqual({
      webhook_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      url: `${origin}/in`,
      kinds: ['stale_book'],
      pending: 0,
      dead_letters: 0,
      created_at: new Date(test.clock.now()).toISOString(),
      updated_at: new Date(test.clock.now()).toISOString(),
    });
    const given = await create({ secret: `${mark}-secret-0123` });
    expect([given.secret, given.kinds]).toEqual([null, null]);
    expect((await call('GET', at(record.webhook_id))).json.data).toEqual(record);
    const listed = (await call('GET', all)).json.data.webhooks;
    expect(listed.map((one: { webhook_id: string }) => one.webhook_id).sort()).toEqual(
      [record.webhook_id, given.webhook_id].sort(),
    );
    await test.clock.advance(1_000);
    const changed = await call('PATCH', at(record.webhook_id), { kinds: null });
    expect(changed.json).toMatchObject({
      message: 'Webhook updated successfully',
      data: { ...record, kinds: null, updated_at: expect.not.stringMatching(record.updated_at) },
    });
    const removed = await call('DELETE', at(record.webhook_id));
    expect(removed.json.data).toEqual(changed.json.data);
    expect((await call('GET', at(record.webhook_id))).status).toBe(404);
  });

  it.each([
    [{}, 'url must be an http or https address'],
    [{ url: 'ftp://hooks.test/' }, 'url must be an http or https address'],
    [{ url: 'hooks.test/in' }, 'url must be an http or https address'],
    [{ url: 'http:///in' }, 'url must be an http or https address'],
    [{ url: 'http://hooks.test:99999/' }, 'url must be an http or https address'],
    [{ url: `http://hooks.test/${'x'.repeat(2_000)}` }, 'at most 2000 characters'],
    [{ kinds: [] }, 'kinds must name at least one; leave it out for all'],
    [{ kinds: ['test'] }, `each of kinds must be one of ${alertKinds.join(', ')}`],
    [{ kinds: ['stale_book', 'stale_book'] }, 'kinds must not repeat one'],
    [{ kinds: 'stale_book' }, 'kinds must be an array'],
    [{ secret: 'x'.repeat(15) }, 'secret must be 16 to 200 characters'],
    [{ secret: `${'x'.repeat(16)}\n` }, 'secret must be 16 to 200 characters'],
    [{ secrt: mark }, 'secrt is not a field of this request. Did you mean secret?'],
  ])('refuse %j', async (body, message) => {
    const { webhook_id } = await create();
    const base = 'url' in body || Object.keys(body).length === 0 ? {} : { url: `${origin}/` };
    const answer = await call('POST', all, { ...base, ...body });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
    expect(answer.text).not.toContain(mark);
    if (Object.keys(body).length === 0) return;
    expect((await call('PATCH', at(webhook_id), body)).status).toBe(400);
  });

  it('take a port, a user, an IPv6 address and any host of the own network', async () => {
    for (const url of ['http://[::1]:8080/x', 'https://u:p@10.0.0.1/', 'HTTP://localhost']) {
      expect((await call('POST', all, { url })).status).toBe(201);
    }
  });

  it('refuse the twenty-first', async () => {
    for (let i = 0; i < 20; i += 1) await create();
    const answer = await call('POST', all, { url: `${origin}/in` });
    expect([answer.status, answer.json.data.error]).toEqual([409, 'CONFLICT']);
  });
});

describe('an id that names nothing', () => {
  it.each(['nothing', 'x'.repeat(64)])('is not found: %s', async (id) => {
    const answers = [
      await call('GET', at(id)),
      await call('PATCH', at(id), {}),
      await call('DELETE', at(id)),
      await call('POST', testAt(id)),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.json.data.error]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
    }
    for (const answer of [await call('POST', retryAt(id)), await call('DELETE', letterAt(id))]) {
      expect([answer.status, answer.json.data.error]).toEqual([404, 'DEAD_LETTER_NOT_FOUND']);
    }
  });
});

describe('testWebhook', () => {
  it('sends one signed alert at once, and says what came of it', async () => {
    const { webhook_id, secret } = await create({ url: hidden(), kinds: ['stale_book'] });
    const good = await call('POST', testAt(webhook_id));
    expect(good.json).toMatchObject({
      message: 'Test alert sent',
      data: { delivered: true, error: null },
    });
    const [post] = posts;
    expect(post?.url).toBe(`/in?t=${mark}`);
    expect(post?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-windlass-event': 'test',
      'x-windlass-delivery': good.json.data.delivery_id,
      'x-windlass-timestamp': String(Math.floor(test.clock.now() / 1_000)),
    });
    expect(post?.headers['x-windlass-signature']).toBe(post && signatureOf(post as never, secret));
    await call('PATCH', at(webhook_id), { url: `${origin}/moved` });
    await call('POST', testAt(webhook_id));
    await call('PATCH', at(webhook_id), { secret: 'another-secret-0123' });
    await call('POST', testAt(webhook_id));
    const [, moved, resigned] = posts;
    expect([moved?.url, resigned?.url]).toEqual(['/moved', '/moved']);
    const signed = (sent = post) =>
      [secret, 'another-secret-0123'].map((text) => {
        return sent?.headers['x-windlass-signature'] === signatureOf(sent as never, text);
      });
    expect([signed(moved), signed(resigned)]).toEqual([
      [true, false],
      [false, true],
    ]);
    status = 503;
    expect((await call('POST', testAt(webhook_id))).json.data).toMatchObject({
      delivered: false,
      error: 'status 503',
    });
    expect((await call('GET', at(webhook_id))).json.data).toMatchObject({ pending: 0 });
    expect((await call('GET', dead)).json.data.total).toBe(0);
  });
});

describe('listDeadLetters, retryDeadLetter and removeDeadLetter', () => {
  it('show what was given up, send it again and forget it', async () => {
    const { webhook_id } = await create();
    status = 410;
    for (const id of ['o1', 'o2', 'o3']) raise(unknownOrder(id));
    await expect
      .poll(async () => {
        await test.clock.advance(1_000);
        return (await call('GET', dead)).json.data.total;
      })
      .toBe(3);
    const page = await call('GET', `${dead}?page=0&size=2`);
    expect(page.json).toMatchObject({
      message: 'Dead letters retrieved successfully',
      data: { total: 3, page: 0, size: 2 },
    });
    const [letter, next] = page.json.data.dead_letters;
    expect([letter.alert.data.order_id, next.alert.data.order_id]).toEqual(['o3', 'o2']);
    expect(letter).toMatchObject({
      webhook_id,
      attempts: 1,
      last_error: 'status 410',
      alert: { kind: 'order_unknown', count: 1, data: { exchange_account_id: 'desk' } },
    });
    const rest = (await call('GET', `${dead}?page=1&size=2`)).json.data.dead_letters;
    expect(rest).toHaveLength(1);
    expect((await call('GET', at(webhook_id))).json.data.dead_letters).toBe(3);
    posts = [];
    status = 200;
    const retried = await call('POST', retryAt(letter.delivery_id));
    expect(retried.json).toMatchObject({
      message: 'Dead letter queued for delivery',
      data: { delivery_id: letter.delivery_id },
    });
    await expect.poll(() => posts.length).toBe(1);
    expect(posts[0]?.headers['x-windlass-delivery']).toBe(letter.delivery_id);
    expect((await call('POST', retryAt(letter.delivery_id))).status).toBe(404);
    expect((await call('DELETE', letterAt(next.delivery_id))).json.data).toEqual(next);
    expect((await call('GET', dead)).json.data).toMatchObject({ total: 1, page: 0, size: 100 });
    const actions = (await call('GET', '/admin/audit?size=3')).json.data.entries;
    expect(actions.slice(0, 2)).toMatchObject([
      { action: 'dead_letter.removed', subject: next.delivery_id, actor_name: 'configured admin' },
      { action: 'dead_letter.retried', subject: letter.delivery_id },
    ]);
  });

  it.each(['page=-1', 'page=x', 'size=0', 'size=501'])('refuse %s', async (query) => {
    expect((await call('GET', `${dead}?${query}`)).status).toBe(400);
  });
});

describe('a halt and a resumption', () => {
  it('are told with who did it, when they changed something', async () => {
    await create();
    const account = { exchange_account_id: 'paper-okx' };
    for (const path of [
      accountEndpoints.haltTrading.path,
      accountEndpoints.haltTrading.path,
      accountEndpoints.resumeTrading.path,
    ]) {
      await call('POST', path, account);
    }
    await expect.poll(() => posts.length).toBe(2);
    const data = { exchange_account_ids: ['paper-okx'], actor: 'configured admin' };
    expect(posts.map(({ body }) => JSON.parse(body))).toMatchObject([
      { kind: 'account_halted', data },
      { kind: 'account_resumed', data },
    ]);
    await call('POST', accountEndpoints.haltTrading.path, {});
    await expect.poll(() => posts.length).toBe(3);
    expect(JSON.parse(posts[2]?.body ?? '').data.exchange_account_ids).toHaveLength(6);
  });
});

describe('keys', () => {
  it('that are not admin reach none of it', async () => {
    const roles = ['trader', 'viewer', 'pms_user', 'analyst', 'vault_manager'];
    const body = { name: 'all but admin', roles, paths: ['/**'] };
    const { key } = (await call('POST', '/admin/keys', body)).json.data;
    const { webhook_id } = await create();
    const requests: [Verb, string, object?][] = [
      ['POST', all, { url: `${origin}/in` }],
      ['GET', all],
      ['GET', at(webhook_id)],
      ['PATCH', at(webhook_id), {}],
      ['DELETE', at(webhook_id)],
      ['POST', testAt(webhook_id)],
      ['GET', dead],
      ['POST', retryAt('x')],
      ['DELETE', letterAt('x')],
    ];
    expect(requests).toHaveLength(Object.keys(webhookEndpoints).length);
    for (const [verb, url, sent] of requests) {
      const request = { method: verb, url, ...(sent && { body: sent }) };
      expect((await test.call({ ...request, key })).status).toBe(403);
      expect((await test.call({ ...request, key: 'ak_nobody' })).status).toBe(401);
    }
    expect(posts).toEqual([]);
  });
});

describe('the code of the documentation', () => {
  it('knows the sender, and refuses a changed body, another secret and an old copy', async () => {
    const page = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
    const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'windlass-docs-'));
    const file = join(folder, 'verify.mjs');
    await writeFile(file, code);
    const { isFromWindlass } = await import(pathToFileURL(file).href);
    await rm(folder, { recursive: true });
    const { webhook_id, secret } = await create();
    await call('POST', testAt(webhook_id));
    const [post] = posts;
    if (!post) throw new Error('Nothing was sent.');
    const { headers, body } = post;
    const sentSec = Number(headers['x-windlass-timestamp']);
    expect(isFromWindlass(headers, body, secret, sentSec + 299)).toBe(true);
    expect(isFromWindlass(headers, `${body} `, secret, sentSec)).toBe(false);
    expect(isFromWindlass(headers, body, `${secret}x`, sentSec)).toBe(false);
    expect(isFromWindlass(headers, body, secret, sentSec + 301)).toBe(false);
    expect(isFromWindlass({}, body, secret, sentSec)).toBe(false);
  });
});

describe('an address and a secret', () => {
  it('are in no answer, audit line, log line or metric', async () => {
    const secret = `${mark}-secret-0123`;
    const { webhook_id } = await create({ url: hidden(), secret });
    status = 500;
    raise(unknownOrder('seen'));
    await expect.poll(() => posts.length).toBe(1);
    const answers = [
      await call('GET', at(webhook_id)),
      await call('POST', testAt(webhook_id)),
      await call('PATCH', at(webhook_id), { url: `${hidden()}2`, secret: `${secret}2` }),
      await call('PATCH', at(webhook_id), { url: mark, secret: `\n${secret}` }),
      await call('POST', all, { url: hidden(), secret: { secret } }),
      await call('DELETE', at(webhook_id)),
      await call('GET', '/admin/audit?size=500'),
      await call('GET', '/metrics'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([
      200, 200, 200, 400, 400, 200, 200, 200,
    ]);
    expect(lines.length).toBeGreaterThan(0);
    const seen = [...answers.map(({ text }) => text), ...lines].join('\n');
    expect(seen).not.toContain(mark);
    expect(seen).not.toMatch(/v1\.[0-9a-f]{16}\./);
  });
});
