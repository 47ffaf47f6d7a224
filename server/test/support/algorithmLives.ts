import type { ChildProcess } from 'node:child_process';
import { algorithmEndpoints, orderEndpoints, perpEndpoints } from '@windlass/contract';
import { createSystemClock } from '../../src/kit/clock.ts';
import type { Random } from '../../src/kit/random.ts';
import { type Answered, auditAlgorithm } from './algorithmAudit.ts';
import type { TestDatabase } from './databases.ts';
import {
  type AlgorithmKill,
  algorithmBoundaries,
  argumentsOf,
  type OrderKill,
  submitBoundaries,
} from './killPlan.ts';
import { type ServiceProcess, startService } from './serviceProcess.ts';

/** How a process of the service ends. */
export type Life =
  /** By its own store. */
  | { readonly kill: OrderKill | AlgorithmKill }
  /** From outside, so long after it was asked for everything. */
  | { readonly afterMs: number };

export interface Outcome {
  /** Each algorithm as it ended. */
  readonly shown: readonly Answered[];
  /** How each process died. */
  readonly deaths: readonly string[];
  /** As long as there was a process, in all. */
  readonly upMs: number;
  /** Of each account, as it is told at the end. */
  readonly wallets: ReadonlyMap<string, Answered>;
  /** Of all accounts, as they are told at the end. */
  readonly open: readonly Answered[];
  readonly positions: readonly Answered[];
}

const key = 'ak_test-admin-key-0123456789';
const clock = createSystemClock();
/** As long as the service is down each time, by its own clock. */
const outageMs = 60_000;
/** Within this each algorithm goes on. */
const backMsMax = 5_000;
const endMsMax = 90_000;
const lookEveryMs = 50;

/** The algorithms that live through it together. */
export interface Cast {
  /** Of each start the client's own name. */
  readonly names: readonly string[];
  readonly accounts: readonly string[];
  /** Requests that start them; `mid`: near the market. */
  bodiesAt(mid: number): readonly object[];
  /** What the market is made of depends on it; without one they begin now. Epoch ms. */
  readonly beginsAtMs?: number;
}

const livesPerRound = 7;

/** Deaths at any boundary of any algorithm and of its orders, and at any moment. */
export function drawLives(random: Random, { names }: Pick<Cast, 'names'>): readonly Life[] {
  const among = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random.between(0, values.length))];
    if (value === undefined) throw new Error('there is nothing to draw from');
    return value;
  };
  return Array.from({ length: livesPerRound }, (): Life => {
    const nth = Math.floor(random.between(1, 6));
    const kind = random.next();
    if (kind < 0.5) return { kill: { at: among(algorithmBoundaries), nth, of: among(names) } };
    if (kind < 0.75) return { kill: { at: among(submitBoundaries), nth } };
    return { afterMs: Math.floor(random.between(1, 1_200)) };
  });
}

interface Lived {
  readonly children: ChildProcess[];
  readonly cast: Cast;
  /** A boundary that is not reached by then is not waited for. */
  readonly patienceMs?: number;
}

/** Lives one life after the other, and one more in which everything ends. */
export async function liveThrough(
  database: TestDatabase,
  lives: readonly Life[],
  { children, cast, patienceMs = 6_000 }: Lived,
): Promise<Outcome> {
  const { names, accounts, beginsAtMs } = cast;
  const offsetMs = beginsAtMs === undefined ? 0 : beginsAtMs - clock.now();
  const begun = { database, children, offsetMs };
  const deaths: string[] = [];
  let bodies: readonly object[] | undefined;
  let upMs = 0;
  for (const [at, life] of lives.entries()) {
    const sinceMs = clock.monotonic();
    const service = await begin({ ...begun, outages: at, life });
    if (at > 0) await waitUntilBack(service);
    bodies ??= cast.bodiesAt(await midOf(service, accounts));
    const isDead = !(await startAll(service, bodies));
    const waitMs = 'afterMs' in life ? life.afterMs : patienceMs;
    deaths.push(isDead ? await itself(service, life) : await death(service, life, waitMs));
    upMs += clock.monotonic() - sinceMs;
  }
  const sinceMs = clock.monotonic();
  const service = await begin({ ...begun, outages: lives.length });
  if (!(await waitUntilBack(service))) throw new Error('The last life ended early.');
  bodies ??= cast.bodiesAt(await midOf(service, accounts));
  await startAll(service, bodies);
  const shown: Answered[] = [];
  for (const name of names) shown.push(await ended(service, name));
  upMs += clock.monotonic() - sinceMs;
  // Fills whose news died with the process come with the comparison, which also runs by itself.
  await must(service, '/admin/reconciliation', {});
  for (const each of shown) await audit(service, each);
  const wallets = await walletsOf(service, accounts);
  const open = await listed(service, accounts, orderEndpoints.listOpenOrders.path);
  const held = await listed(service, accounts, perpEndpoints.listPositions.path);
  const positions = held.flatMap((answer) => answer.positions);
  if ((await service.kill('SIGTERM')) !== 0) throw new Error('It did not end well.');
  return { shown, deaths, upMs, wallets, open: open.flat(), positions };
}

interface Beginning {
  readonly database: TestDatabase;
  readonly children: ChildProcess[];
  /** By which its clock is ahead of ours, but for outages. */
  readonly offsetMs: number;
  /** Before this life. */
  readonly outages: number;
  readonly life?: Life;
}

function begin(beginning: Beginning): Promise<ServiceProcess> {
  const { database, children, offsetMs, outages, life } = beginning;
  const { dataDir, databaseUrl } = database.place();
  const env = {
    NODE_ENV: 'test',
    WINDLASS_DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    WINDLASS_ADMIN_KEY: key,
    WINDLASS_SEED: 'crash',
    WINDLASS_DEMO: 'on',
    WINDLASS_SERVICES: 'trading',
  };
  const kill = life !== undefined && 'kill' in life ? life.kill : {};
  const laterMs = offsetMs + outages * outageMs;
  return startService(env, children, argumentsOf({ ...kill, laterMs }));
}

/** Undefined when the connection broke. */
async function call(service: ServiceProcess, path: string, body?: object) {
  try {
    const answer = await fetch(`${service.address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data } = (await answer.json()) as { data: Answered };
    return { status: answer.status, data };
  } catch {
    return undefined;
  }
}

async function must(service: ServiceProcess, path: string, body?: object): Promise<Answered> {
  const reply = await call(service, path, body);
  if (reply?.status !== 200) throw new Error(`${path} answered ${JSON.stringify(reply)}`);
  return reply.data;
}

const { path: base } = algorithmEndpoints.listAlgorithms;

/**
 * Every algorithm that has not ended says within the time that it goes on. False when the process
 * died meanwhile.
 */
async function waitUntilBack(service: ServiceProcess): Promise<boolean> {
  const untilMs = clock.monotonic() + backMsMax;
  const left = await call(service, `${base}?status=RUNNING`);
  if (!left) return false;
  for (const { order_id } of left.data.orders) {
    // Whoever is not taken up yet cannot be commanded, and one that runs may be resumed.
    for (;;) {
      const reply = await call(service, `${base}/${order_id}/resume`, {});
      if (!reply) return false;
      const isDone = reply.status === 409;
      if (reply.status === 200 || isDone) break;
      if (clock.monotonic() > untilMs) throw new Error(`${order_id} does not go on`);
      await clock.sleep(lookEveryMs);
    }
  }
  return true;
}

/** One whose start was not answered is asked for again, which makes no second one. */
async function startAll(service: ServiceProcess, bodies: readonly object[]): Promise<boolean> {
  for (const body of bodies) {
    const reply = await call(service, `${base}/start`, body);
    if (!reply) return false;
    if (reply.status !== 200) throw new Error(`start answered ${JSON.stringify(reply)}`);
  }
  return true;
}

/** In words; by our hand where the boundary is not reached in time. */
async function death(service: ServiceProcess, life: Life, waitMs: number): Promise<string> {
  const leaving = new AbortController();
  const given = clock.sleep(waitMs, leaving.signal).then(() => 'outside' as const);
  const how = await Promise.race([service.gone.then(() => 'itself'), given]);
  leaving.abort();
  given.catch(() => undefined);
  if (how === 'itself') return itself(service, life);
  await service.kill('SIGKILL');
  return 'at any moment';
}

async function itself(service: ServiceProcess, life: Life): Promise<string> {
  if ((await service.gone) !== 'SIGKILL') throw new Error('It ended without being killed.');
  return nameOf(life);
}

/** How a process dies that comes to what it is to die of. */
export function nameOf(life: Life): string {
  return 'kill' in life ? Object.values(life.kill).join(' ') : 'at any moment';
}

async function midOf(service: ServiceProcess, accounts: readonly string[]): Promise<number> {
  const { mid_price } = await must(service, '/order-execution/sor/estimate', {
    ...{ symbol: 'BTC/USDT', side: 'buy', quantity: 0.1, exchange_account_ids: accounts },
  });
  return mid_price;
}

async function ended(service: ServiceProcess, name: string): Promise<Answered> {
  const untilMs = clock.monotonic() + endMsMax;
  for (let shown: Answered; clock.monotonic() < untilMs; await clock.sleep(lookEveryMs)) {
    shown = await must(service, `${base}/${name}`);
    if (shown.ended_at !== null) return shown;
  }
  const shown = JSON.stringify(await must(service, `${base}/${name}`));
  throw new Error(`${name} has not ended after ${endMsMax} ms: ${shown}`);
}

async function audit(service: ServiceProcess, shown: Answered): Promise<void> {
  const orders = new Map<number, Answered>();
  for (const { number, order_id, exchange_account_id } of shown.child_orders) {
    if (order_id === null) continue;
    const path = orderEndpoints.getOrder.path.replace(':order_id', order_id);
    const query = new URLSearchParams({ exchange_account_id });
    // An order that never arrived is none that an exchange could tell of.
    const reply = await call(service, `${path}?${query}`);
    if (reply?.status === 200) orders.set(number, reply.data);
  }
  const wrong = auditAlgorithm(shown, orders);
  if (wrong.length > 0) throw new Error(`${wrong.join('; ')}: ${JSON.stringify(shown)}`);
}

async function walletsOf(
  service: ServiceProcess,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, Answered>> {
  const wallets = new Map<string, Answered>();
  for (const accountId of accounts) {
    const query = new URLSearchParams({ exchange_account_id: accountId, market_type: 'spot' });
    wallets.set(accountId, await must(service, `${orderEndpoints.getBalance.path}?${query}`));
  }
  return wallets;
}

/** What a list answers of each account. */
async function listed(
  service: ServiceProcess,
  accounts: readonly string[],
  path: string,
): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  for (const accountId of accounts) {
    const query = new URLSearchParams({ exchange_account_id: accountId });
    answers.push(await must(service, `${path}?${query}`));
  }
  return answers;
}
