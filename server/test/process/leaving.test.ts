import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamPath } from '@windlass/contract';
import pg from 'pg';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSystemClock } from '../../src/kit/clock.ts';
import {
  type EmbeddedServer,
  startEmbeddedPostgres,
} from '../support/databases/embeddedPostgres.ts';
import { call, key } from '../support/processes/mortalService.ts';
import { type ServiceProcess, startService, startStandby } from '../support/processes/service.ts';

// Behaviour of a process on PostgreSQL when it may not, or cannot, own the engine any more.

const clock = createSystemClock();
const children: ChildProcess[] = [];
let server: EmbeddedServer;
let dataDir = '';

beforeAll(async () => {
  server = await startEmbeddedPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'windlass-leaving-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

async function newDatabaseOn(name: string): Promise<string> {
  const url = new URL(server.url);
  await withClient(url.href, (client) => client.query(`create database ${name}`));
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient<Answer>(
  url: string,
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

const settingsOf = (databaseUrl: string) => ({
  WINDLASS_DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  WINDLASS_ADMIN_KEY: key,
});

const start = (databaseUrl: string) => startService(settingsOf(databaseUrl), children);

const order = (name: string) => ({
  exchange_account_id: 'paper-binance',
  client_order_id: name,
  symbol: 'BTC/USDT',
  order_type: 'market',
  side: 'buy',
  quantity: 0.0005,
});

const orderPath = '/order-execution/execution/order';

async function readyOf({ address }: ServiceProcess) {
  const answer = await fetch(`${address}/ready`);
  const { reasons } = (await answer.json()) as { reasons: { code: string }[] };
  return { status: answer.status, codes: reasons.map(({ code }) => code) };
}

/** Repeats the question until the answer fits; a time limit ends the test. */
async function until<Value>(ask: () => Promise<Value>, isSo: (value: Value) => boolean) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const value = await ask();
    if (isSo(value)) return value;
    await clock.sleep(50);
  }
  throw new Error('it never came to be');
}

async function epochIn(url: string): Promise<number> {
  const { rows } = await withClient(url, (client) => client.query('select epoch from engine'));
  return Number(rows[0].epoch);
}

/**
 * Joins the stream; resolves once joined with a function that returns its last message, which comes
 * at its end.
 */
async function lastWords({ address }: ServiceProcess): Promise<() => Promise<readonly string[]>> {
  const socket = io(address, { path: streamPath, reconnection: false });
  await new Promise((resolve) => socket.once('connected', resolve));
  const words: string[] = [];
  socket.on('error', ({ message }: { message: string }) => words.push(message));
  const disconnected = new Promise((resolve) => socket.once('disconnect', resolve));
  return async () => {
    await disconnected;
    return words;
  };
}

it('ends within seconds when another takes the lease, and tells streams why', async () => {
  const url = await newDatabaseOn('taken');
  const service = await start(url);
  const words = await lastWords(service);
  const child = children.at(-1);
  if (!child) throw new Error('It was started.');
  const exited = once(child, 'exit');
  const takenAtMs = clock.monotonic();
  await withClient(url, (client) =>
    client.query(`update engine_lease set token = 'another', epoch = epoch + 1`),
  );
  expect(await words()).toEqual([
    'Disconnected: this process does not own the engine any more. Connect again.',
  ]);
  expect(await exited).toEqual([1, null]);
  // It takes a second until the next renewal reports it, and one to leave; the machine may be slow.
  expect(clock.monotonic() - takenAtMs).toBeLessThan(5_000);
}, 30_000);

it('tells streams why when it is told to stop', async () => {
  const service = await start(await newDatabaseOn('stopped'));
  const words = await lastWords(service);
  const ended = service.kill('SIGTERM');
  expect(await words()).toEqual(['Disconnected: this process is stopping. Connect again.']);
  expect(await ended).toBe(0);
}, 30_000);

it('tells streams why when it hands over', async () => {
  const url = await newDatabaseOn('handed');
  const service = await start(url);
  const standby = await startStandby(settingsOf(url), children);
  const words = await lastWords(service);
  const standbyIsSeen = () => call(service, '/admin/handover', {});
  await until(standbyIsSeen, (answer) => answer?.status === 200);
  expect(await words()).toEqual(['Disconnected: this process is stopping. Connect again.']);
  expect(await service.ended()).toBe(0);
  await standby.owning;
}, 30_000);

it('halts nothing once another has begun its epoch, says so, and ends', async () => {
  const url = await newDatabaseOn('deposed');
  const service = await start(url);
  await withClient(url, (client) => client.query('update engine set epoch = epoch + 1'));
  const halted = await call(service, '/admin/halt', {});
  // It is leaving already, and may end before its answer is sent.
  expect([undefined, 'SHUTTING_DOWN']).toContain(halted?.data.error);
  expect(await service.ended()).toBe(1);
  const { rows } = await withClient(url, (client) =>
    client.query('select id from exchange_accounts where halted = 1'),
  );
  expect(rows).toEqual([]);
}, 30_000);

it('stays in its epoch over a restart of the database, and sends nothing meanwhile', async () => {
  const url = await newDatabaseOn('restarted');
  const service = await start(url);
  expect((await call(service, orderPath, order('before')))?.status).toBe(200);
  const restart = await server.interrupt();
  const away = await until(
    () => readyOf(service),
    ({ codes }) => codes.includes('LEASE_INVALID'),
  );
  expect(away.status).toBe(503);
  const refused = await call(service, orderPath, order('meanwhile'));
  expect(refused?.status).toBe(503);
  await restart();
  await until(
    () => readyOf(service),
    ({ status }) => status === 200,
  );
  expect(await epochIn(url)).toBe(1);
  const query = new URLSearchParams({ exchange_account_id: 'paper-binance', symbol: 'BTC/USDT' });
  const found = await call(service, `${orderPath}/meanwhile?${query}`);
  expect(found?.status).toBe(404);
  expect((await call(service, orderPath, order('after')))?.status).toBe(200);
  expect(await service.kill('SIGTERM')).toBe(0);
}, 60_000);

it('outlives the end of its lease connection', async () => {
  const url = await newDatabaseOn('cut');
  const service = await start(url);
  const { rowCount } = await withClient(url, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ~ 'engine_(lease|standbys)'
        and pid <> pg_backend_pid()`),
  );
  expect(rowCount).toBeGreaterThan(0);
  expect((await call(service, orderPath, order('after')))?.status).toBe(200);
  expect((await readyOf(service)).status).toBe(200);
  expect(await epochIn(url)).toBe(1);
  expect(await service.kill('SIGTERM')).toBe(0);
}, 30_000);
