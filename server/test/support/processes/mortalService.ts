import { algorithmEndpoints, orderEndpoints } from '@windlass/contract';
import { createSystemClock } from '../../../src/kit/clock.ts';
import { type Answered, auditAlgorithm } from '../algorithms/audit.ts';
import type { ServiceProcess } from './service.ts';

// Requests of a client to a service that may die at any moment.

export const key = 'ak_test-admin-key-0123456789';
const clock = createSystemClock();
/** Books whose streams fail at first are there within this time, and algorithms go on. */
const readyMsMax = 10_000;
const endMsMax = 300_000;
const lookEveryMs = 50;

/** Undefined when the connection broke. */
export async function call(service: ServiceProcess, path: string, body?: object) {
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

/** Sends a request, and throws at anything but a success. */
export type Ask = (path: string, body?: object) => Promise<Answered>;

export const askOf =
  (service: ServiceProcess): Ask =>
  (path, body) =>
    must(service, path, body);

async function must(service: ServiceProcess, path: string, body?: object): Promise<Answered> {
  const reply = await call(service, path, body);
  if (reply?.status !== 200 && reply?.status !== 201)
    throw new Error(`${path} answered ${JSON.stringify(reply)}`);
  return reply.data;
}

const { path: base } = algorithmEndpoints.listAlgorithms;

/**
 * Waits until every algorithm that has not ended continues. Returns false when the process died
 * meanwhile.
 */
export async function waitUntilBack(service: ServiceProcess): Promise<boolean> {
  const untilMs = clock.monotonic() + readyMsMax;
  const left = await call(service, `${base}?status=RUNNING`);
  if (!left) return false;
  for (const { order_id } of left.data.orders) {
    // An algorithm that is not resumed yet cannot get commands, and one that runs may be resumed.
    for (;;) {
      const reply = await call(service, `${base}/${order_id}/resume`, {});
      if (!reply) return false;
      const isDone = reply.status === 409;
      if (reply.status === 200 || isDone) break;
      if (clock.monotonic() > untilMs) {
        throw new Error(`${order_id} does not go on: ${JSON.stringify(reply)}`);
      }
      await clock.sleep(lookEveryMs);
    }
  }
  return true;
}

/** Starts each algorithm again whose start was not answered; that makes no second one. */
export async function startAll(
  service: ServiceProcess,
  bodies: readonly object[],
): Promise<boolean> {
  const untilMs = clock.monotonic() + readyMsMax;
  for (const body of bodies) {
    for (;;) {
      const reply = await call(service, `${base}/start`, body);
      if (!reply) return false;
      if (reply.status === 200) break;
      if (clock.monotonic() > untilMs) throw new Error(`start answered ${JSON.stringify(reply)}`);
      await clock.sleep(lookEveryMs);
    }
  }
  return true;
}

export async function midOf(service: ServiceProcess, accounts: readonly string[]): Promise<number> {
  const { mid_price } = await must(service, '/order-execution/sor/estimate', {
    symbol: 'BTC/USDT',
    side: 'buy',
    quantity: 0.1,
    exchange_account_ids: accounts,
  });
  return mid_price;
}

export async function ended(service: ServiceProcess, name: string): Promise<Answered> {
  const untilMs = clock.monotonic() + endMsMax;
  for (let shown: Answered; clock.monotonic() < untilMs; await clock.sleep(lookEveryMs)) {
    shown = await must(service, `${base}/${name}`);
    if (shown.ended_at !== null) return shown;
  }
  const { waiting_for, events } = await must(service, `${base}/${name}`);
  const lines = events.map(({ timestamp, text }: Answered) => `${timestamp} ${text}`);
  const told = [`it waits for: ${waiting_for}`, ...lines].join('\n');
  throw new Error(`${name} has not ended after ${endMsMax} ms: ${told}`);
}

export async function audit(service: ServiceProcess, shown: Answered): Promise<void> {
  const orders = new Map<number, Answered>();
  for (const { number, order_id, exchange_account_id } of shown.child_orders) {
    if (order_id === null) continue;
    const path = orderEndpoints.getOrder.path.replace(':order_id', order_id);
    const query = new URLSearchParams({ exchange_account_id });
    // An order that never arrived does not exist at the exchange.
    const reply = await call(service, `${path}?${query}`);
    if (reply?.status === 200) orders.set(number, reply.data);
  }
  const wrong = auditAlgorithm(shown, orders);
  if (wrong.length > 0) throw new Error(`${wrong.join('; ')}: ${JSON.stringify(shown)}`);
}

export async function walletsOf(
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

/** Returns the answers of a list for each account. */
export async function listed(
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
