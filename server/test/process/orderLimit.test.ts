import type { ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { utcDay } from '../../src/trading/execution/submit.ts';
import type { AccountId } from '../../src/trading/model/account.ts';
import {
  databasePerTest,
  eachDatabase,
  type TestDatabase,
} from '../support/databases/databases.ts';
import { auditOrders } from '../support/orders/audit.ts';
import { ask, orderPath } from '../support/orders/load.ts';
import { startOrderProcess } from '../support/orders/process.ts';
import { type ServiceProcess, startService, startStandby } from '../support/processes/service.ts';
import { isProof } from '../support/proof.ts';

// Tests the documented daily limit, USD 100, over the socket of the real service.

const key = 'ak_test-admin-key-0123456789';
const limitUsd = 100;
const accountId = 'limited';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const settingsOf = (database: TestDatabase) => {
  const { dataDir, databaseUrl } = database.place();
  return {
    WINDLASS_DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    WINDLASS_ADMIN_KEY: key,
    WINDLASS_SEED: 'limit',
  };
};
const start = (database: TestDatabase): Promise<ServiceProcess> =>
  startService(settingsOf(database), children);

async function startLimited(database: TestDatabase): Promise<ServiceProcess> {
  const service = await start(database);
  const made = await ask(service, key, {
    method: 'POST',
    url: '/admin/accounts',
    body: {
      exchange_account_id: accountId,
      exchange: 'binance',
      mode: 'paper',
      daily_limit_usd: limitUsd,
    },
  });
  expect(made?.status).toBe(201);
  // The first order opens the book, for which all others would otherwise wait.
  expect((await submit(service, { client_order_id: 'first' }))?.status).toBe(200);
  return service;
}

/** Sends a limit buy of about USD 12 far below the market, where it rests. */
const submit = (service: ServiceProcess, body: object) =>
  ask(service, key, {
    method: 'POST',
    url: orderPath,
    body: {
      exchange_account_id: accountId,
      symbol: 'BTC/USDT',
      side: 'buy',
      order_type: 'limit',
      price: 20_000,
      quantity: 0.0006,
      ...body,
    },
  });

async function usedUsd(service: ServiceProcess): Promise<number> {
  const url = `/order-execution/execution/daily-limit?exchange_account_id=${accountId}`;
  const answer = await ask(service, key, { method: 'GET', url });
  return answer?.data.used_usd ?? Number.NaN;
}

/**
 * Sends this many orders at once; returns the worth of each refused one, and the number of the
 * others.
 */
async function storm(service: ServiceProcess, count: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) => submit(service, { client_order_id: `o-${i}` })),
  );
  const refused = answers.filter((answer) => answer?.data.limit_check?.allowed === false);
  const taken = answers.filter((answer) => answer?.status === 200);
  expect(taken.length + refused.length).toBe(count);
  const worths = refused.map((answer) => answer?.data.limit_check?.order_value_usd ?? 0);
  return { taken: taken.length, cheapestRefusedUsd: Math.min(...worths) };
}

eachDatabase('a daily limit of USD 100 over HTTP', (database) => {
  it('holds under 200 orders at once, and is used as far as it goes', async () => {
    const service = await startLimited(database);
    const { taken, cheapestRefusedUsd } = await storm(service, 200);
    const used = await usedUsd(service);
    expect(taken).toBeGreaterThan(0);
    expect(used).toBeLessThanOrEqual(limitUsd);
    expect(used + cheapestRefusedUsd).toBeGreaterThan(limitUsd);
    await service.kill('SIGTERM');
    const { violations, orders } = await auditOrders(await database.open(), []);
    expect(violations).toEqual([]);
    expect(orders).toBe(taken + 1);
  });

  // `orderRaces` tests the same on PostgreSQL at the level of the store.
  const byScript = it.skipIf(database.dialect === 'postgres' && !isProof);
  byScript('is taken once by three sendings of one client_order_id', async () => {
    const service = await startLimited(database);
    const before = await usedUsd(service);
    const answers = await Promise.all(
      [1, 2, 3].map(() => submit(service, { client_order_id: 'mine' })),
    );
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer?.data.order_id)).size).toBe(1);
    expect(await usedUsd(service)).toBeLessThan(before * 2.5);
    await service.kill('SIGTERM');
    const { violations, orders } = await auditOrders(await database.open(), []);
    expect([violations, orders]).toEqual([[], 2]);
  });
});

describe('two processes on one PostgreSQL', () => {
  const database = databasePerTest('postgres');

  it('never take more than USD 100 together, and only one of them may serve', async () => {
    const service = await startLimited(database);
    const standby = await startStandby(settingsOf(database), children);
    expect((await submit(standby, { client_order_id: 'standby' }))?.status).toBe(503);
    await standby.kill('SIGTERM');
    // A second service sends nothing, so the other process reserves at the level of the store, with
    // the epoch of the running service: a failed takeover would do the same.
    const other = startOrderProcess({
      kind: 'reserve',
      prefix: 'other-',
      count: 100,
      day: utcDay(Date.now()),
      place: database.place(),
      accountId: accountId as AccountId,
    });
    await other.heard('ready');
    other.go();
    const { taken } = await storm(service, 100);
    const said = await other.heard('recorded');
    const [, reserved, over] = /recorded (\d+), over (\d+)/.exec(said) ?? [];
    await other.kill();
    expect(Number(reserved) + Number(over)).toBe(100);
    const used = await usedUsd(service);
    expect(used).toBeLessThanOrEqual(limitUsd);
    // The other process asks for ten dollars, and the service for twelve.
    expect(used).toBeGreaterThan(limitUsd - 13);
    const store = await database.open();
    const rows = await store.db.selectFrom('meta_orders').select('reserved_micro').execute();
    expect(rows).toHaveLength(taken + Number(reserved) + 1);
    const sum = rows.reduce((all, row) => all + row.reserved_micro, 0);
    expect(sum).toBe(Math.round(used * 1e6));
    await service.kill('SIGTERM');
  });
});
