import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountEndpoints, algorithmEndpoints, orderEndpoints } from '@windlass/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Answered } from '../support/algorithms/audit.ts';
import { readStoredRows } from '../support/databases/storedRows.ts';
import {
  type Ask,
  askOf,
  audit,
  ended,
  key,
  startAll,
} from '../support/processes/mortalService.ts';
import { startService } from '../support/processes/service.ts';
import { windlass } from '../support/processes/windlassCommand.ts';

// The real service, the real command and real files: a backup under load, and a service that starts
// on it.

let folder = '';
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'windlass-backup-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/**
 * Four processes start one after the other: this takes seconds here, and longer on a shared
 * machine.
 */
const timeoutMs = 240_000;
const account = 'paper-binance';
const { path: base } = algorithmEndpoints.listAlgorithms;
/** A child each second, for longer than the test takes. */
const twap = {
  algorithm_type: 'twap',
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 1.2,
  exchange_account_ids: [account],
  client_algorithm_id: 'first',
  params: { duration_seconds: 120, interval_seconds: 1, aggression: 'aggressive' },
};

const settings = () => ({
  NODE_ENV: 'test',
  WINDLASS_DATA_DIR: join(folder, 'data'),
  WINDLASS_ADMIN_KEY: key,
  WINDLASS_SEED: 'backup',
  WINDLASS_DEMO: 'on',
  WINDLASS_SERVICES: 'trading',
});

/** Sends one small order after the other until it is stopped; returns those that were answered. */
function placeOrders(ask: Ask) {
  const answered: { readonly clientId: string; readonly orderId: string }[] = [];
  let isOver = false;
  const work = async () => {
    for (let at = 0; !isOver; at += 1) {
      const clientId = `load-${at}`;
      const { order_id: orderId } = await ask(orderEndpoints.submitOrder.path, {
        exchange_account_id: 'paper-kraken',
        client_order_id: clientId,
        symbol: 'BTC/USD',
        side: 'buy',
        order_type: 'limit',
        quantity: 0.001,
        price: 30_000,
      });
      answered.push({ clientId, orderId });
    }
  };
  const worked = work();
  return {
    answered,
    async stop() {
      isOver = true;
      await worked;
    },
  };
}

const patience = { timeout: 30_000, interval: 50 };
const untilFilled = (ask: Ask, count: number) =>
  vi.waitFor(
    async () => expect(filledChildren(await ask(`${base}/first`))).toBeGreaterThanOrEqual(count),
    patience,
  );
const filledChildren = ({ child_orders }: Answered) =>
  child_orders.filter(({ filled_quantity }: Answered) => filled_quantity > 0).length;

it('a backup under load holds all that was acknowledged, and restores into a world that waits', {
  timeout: timeoutMs,
}, async () => {
  const env = settings();
  const first = await startService(env, children);
  const ask = askOf(first);
  expect(await startAll(first, [twap])).toBe(true);
  const load = placeOrders(ask);
  await untilFilled(ask, 2);
  expect(load.answered.length).toBeGreaterThan(0);
  // 1. A backup is made in the middle of it.
  const acknowledged = [...load.answered];
  const file = join(folder, 'backups', 'one.backup');
  const made = await windlass(['backup', '--out', file], env);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('It does not hold the master key');
  expect(load.answered.length).toBeGreaterThan(acknowledged.length);
  expect(await readdir(join(folder, 'backups'))).toEqual(['one.backup']);
  // 2. Trading goes on, and its service is killed.
  await load.stop();
  const then = filledChildren(await ask(`${base}/first`));
  await untilFilled(ask, then + 2);
  await first.kill('SIGKILL');
  // 3. It is restored over the existing database, which is kept.
  const restored = await windlass(['restore', file, '--force', '--json'], env);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  const told = JSON.parse(restored.stdout);
  expect(told).toMatchObject({ algorithms_paused: 1, algorithms_ended: 0 });
  expect(existsSync(told.moved_aside)).toBe(true);
  expect(epochOf(join(folder, 'data', 'windlass.db'))).toBeGreaterThan(epochOf(told.moved_aside));
  // 4. The next start sends nothing before an operator allows it.
  const second = await startService(env, children);
  const again = askOf(second);
  for (const { clientId, orderId } of acknowledged) {
    const path = orderEndpoints.getOrder.path.replace(':order_id', clientId);
    const order = await again(`${path}?exchange_account_id=paper-kraken`);
    expect(order.order_id).toBe(orderId);
  }
  const { accounts } = await again(accountEndpoints.listAccounts.path);
  expect(accounts.every(({ halted }: Answered) => halted)).toBe(true);
  const before = await again(`${base}/first`);
  expect(before).toMatchObject({ status: 'PAUSED' });
  expect(before.status_reason).toMatch(/^Paused: restored from the backup of 20/);
  await expect(
    again(orderEndpoints.submitOrder.path, {
      exchange_account_id: account,
      symbol: 'BTC/USDT',
      side: 'buy',
      order_type: 'market',
      quantity: 0.01,
    }),
  ).rejects.toThrow('ACCOUNT_HALTED');
  // 5. On paper the exchange went back as well: the algorithm continues, and doubles nothing.
  await again(accountEndpoints.resumeTrading.path, {});
  await again(`${base}/first/resume`, {});
  await untilFilled(again, filledChildren(before) + 2);
  await again(`${base}/first/cancel`, {});
  await audit(second, await ended(second, 'first'));
  expect(await second.kill('SIGTERM')).toBe(0);
});

function epochOf(path: string): number {
  const [engine] = readStoredRows<{ epoch: number }>(path, 'select epoch from engine');
  return engine?.epoch ?? 0;
}
