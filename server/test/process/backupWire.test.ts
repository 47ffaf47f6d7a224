import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountEndpoints,
  algorithmEndpoints,
  orderEndpoints,
  reconciliationEndpoints,
} from '@windlass/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Answered } from '../support/algorithms/audit.ts';
import { askOf, ended, key, startAll } from '../support/processes/mortalService.ts';
import { startService } from '../support/processes/service.ts';
import { windlass } from '../support/processes/windlassCommand.ts';
import { openWireExchange, type WireExchange } from '../support/wire/crash/exchange.ts';

// An exchange does not go back in time with a backup: orders that were sent to it after the backup
// must never be sent again by the restored state, which does not know them.

let folder = '';
let exchange: WireExchange | undefined;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'windlass-backup-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await exchange?.stop();
  exchange = undefined;
  await rm(folder, { recursive: true, force: true });
});

/**
 * Four processes start one after the other: this takes seconds here, and longer on a shared
 * machine.
 */
const timeoutMs = 240_000;
const account = 'live-binance';
const { path: base } = algorithmEndpoints.listAlgorithms;
const twap = {
  algorithm_type: 'twap',
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 1.2,
  exchange_account_ids: [account],
  client_algorithm_id: 'first',
  params: { duration_seconds: 120, interval_seconds: 1, aggression: 'aggressive' },
};

it('an algorithm that went on at its exchange after the backup is ended by a restore', {
  timeout: timeoutMs,
}, async () => {
  const wire = await openWireExchange({
    seed: 'backup',
    trouble: () => undefined,
    ebbsAt: Number.POSITIVE_INFINITY,
    depth: 0,
  });
  exchange = wire;
  const env = {
    NODE_ENV: 'test',
    WINDLASS_DATA_DIR: join(folder, 'data'),
    WINDLASS_ADMIN_KEY: key,
    WINDLASS_SERVICES: 'trading',
    ...wire.env,
  };
  // 1. It is backed up after its first child, and continues.
  const first = await startService(env, children);
  const ask = askOf(first);
  await wire.prepare(ask);
  expect(await startAll(first, [twap])).toBe(true);
  await untilFilled(wire, 1);
  const file = join(folder, 'one.backup');
  expect(await windlass(['backup', '--out', file], env)).toMatchObject({ code: 0 });
  // Two more than there are: the backup may know one of them before the exchange has it, and cannot
  // know the other.
  const { orders } = await wire.records('binance', account);
  await untilFilled(wire, orders.length + 2);
  await first.kill('SIGKILL');
  const sent = wire.simulator.accepted('binance');
  const filled = await filledOf(wire);
  // 2. It is restored, and trading is resumed.
  const restored = await windlass(['restore', file, '--force', '--json'], env);
  expect(JSON.parse(restored.stdout)).toMatchObject({
    algorithms_paused: 0,
    algorithms_ended: 1,
  });
  const second = await startService(env, children);
  const again = askOf(second);
  const shown = await ended(second, 'first');
  expect(shown).toMatchObject({ status: 'FAILED' });
  expect(shown.status_reason).toContain('what it sent after that is known to the exchange alone');
  await again(accountEndpoints.resumeTrading.path, {});
  await expect(again(`${base}/first/resume`, {})).rejects.toThrow('ALGORITHM_STATE');
  // 3. A comparison finds the exchange's fills; nothing more was sent to it.
  await again(reconciliationEndpoints.compareAccounts.path, { exchange_account_id: account });
  const query = `?exchange_account_id=${account}`;
  const found = await again(`${reconciliationEndpoints.getReconciliation.path}${query}`);
  expect(found.differences.map(({ kind }: Answered) => kind)).toContain('missed_fill');
  expect(await again(`${orderEndpoints.listOpenOrders.path}${query}`)).toEqual([]);
  expect(wire.simulator.accepted('binance')).toBe(sent);
  expect(await filledOf(wire)).toBe(filled);
  expect(await second.kill('SIGTERM')).toBe(0);
});

/** Waits until this many orders have been filled, at least in part. */
function untilFilled(wire: WireExchange, count: number): Promise<void> {
  const filled = async () => {
    const { orders } = await wire.records('binance', account);
    expect(orders.filter((order) => Number(order.filled) > 0).length).toBeGreaterThanOrEqual(count);
  };
  return vi.waitFor(filled, { timeout: 30_000, interval: 50 });
}

async function filledOf(wire: WireExchange): Promise<number> {
  const { orders } = await wire.records('binance', account);
  return orders.reduce((sum, { filled }) => sum + Number(filled), 0);
}
