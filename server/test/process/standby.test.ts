import type { ChildProcess } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { createSystemClock } from '../../src/kit/clock.ts';
import { type DatabasePlace, eachDatabase } from '../support/databases/databases.ts';
import { call, key } from '../support/processes/mortalService.ts';
import { startService, startStandby } from '../support/processes/service.ts';

const clock = createSystemClock();
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const settingsOf = ({ dataDir, databaseUrl }: DatabasePlace) => ({
  WINDLASS_DATA_DIR: dataDir,
  WINDLASS_ADMIN_KEY: key,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
});

const orderPath = '/order-execution/execution/order';
const order = (name: string) => ({
  exchange_account_id: 'paper-binance',
  client_order_id: name,
  symbol: 'BTC/USDT',
  order_type: 'limit',
  side: 'buy',
  quantity: 0.001,
  price: 20_000,
});

async function get(address: string, path: string) {
  const answer = await fetch(`${address}${path}`);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  const json = (await answer.json()) as any;
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json };
}

eachDatabase('a second process', (database) => {
  it('waits as a standby that answers so, and takes over when the owner is killed', async () => {
    const settings = settingsOf(database.place());
    const owner = await startService(settings, children);
    expect((await get(owner.address, '/health')).json.role).toBe('owner');
    expect((await call(owner, orderPath, order('first')))?.status).toBe(200);
    const standby = await startStandby(settings, children);
    expect(standby.greeting).toMatch(/^Windlass \S+ standby on http:\S+\n {2}owner {5}\S/);
    for (const path of ['/health', '/api/health']) {
      expect(await get(standby.address, path)).toMatchObject({
        status: 200,
        json: { success: true, role: 'standby', reasons: [{ code: 'STANDBY' }] },
      });
    }
    expect(await get(standby.address, '/ready')).toMatchObject({
      status: 503,
      json: { ready: false, reasons: [{ code: 'STANDBY' }] },
    });
    const message = 'This process is the standby. Ask the owner, or try again shortly.';
    const refusal = { isError: true, message, statusCode: 503, data: { error: 'STANDBY' } };
    expect(await call(standby, orderPath, order('second'))).toMatchObject({
      status: 503,
      data: { error: 'STANDBY' },
    });
    expect(await get(standby.address, '/order-execution/orderbook/book?symbol=x')).toEqual({
      status: 503,
      retryAfter: '1',
      json: refusal,
    });
    expect(await get(standby.address, '/api/vaults')).toMatchObject({
      status: 503,
      retryAfter: '1',
      json: { success: false, message },
    });

    const killedAtMs = clock.monotonic();
    await owner.kill('SIGKILL');
    let taken = await call(standby, orderPath, order('second'));
    while (taken?.status !== 200) {
      await clock.sleep(10);
      taken = await call(standby, orderPath, order('second'));
    }
    const tookMs = clock.monotonic() - killedAtMs;
    // The standby waits for the end of a dead owner's lease; the lock of a file is free at once.
    expect(tookMs).toBeLessThan(database.dialect === 'postgres' ? 10_000 : 5_000);
    expect(await standby.owning).toMatch(/^Windlass \S+ on http:/m);
    expect((await get(standby.address, '/health')).json.role).toBe('owner');
    // Orders that rested at the owner still rest.
    const query = new URLSearchParams({ exchange_account_id: 'paper-binance' });
    const open = await call(standby, `/order-execution/execution/orders/open?${query}`);
    const names = open?.data.map(({ client_order_id: name }: { client_order_id: string }) => name);
    expect(names?.toSorted()).toEqual(['first', 'second']);
  }, 60_000);

  it('takes over in order when the owner hands over, while orders are sent', async () => {
    const settings = settingsOf(database.place());
    const owner = await startService(settings, children);
    expect((await call(owner, orderPath, order('resting')))?.status).toBe(200);
    expect(await call(owner, '/admin/handover', {})).toMatchObject({
      status: 409,
      data: { error: 'NO_STANDBY' },
    });
    const standby = await startStandby(settings, children);
    await clock.sleep(1_500);

    // A refused client waits as long as the answer says, and asks once more, with the same name.
    // That is enough where a handover takes a second; a slow machine gets the time it needs.
    const failed: string[] = [];
    const sent: string[] = [];
    const send = async (name: string): Promise<void> => {
      const body = order(name);
      sent.push(name);
      if ((await call(owner, orderPath, body))?.status === 200) return;
      await Promise.all([clock.sleep(1_000), standby.owning]);
      for (const service of [standby, owner]) {
        if ((await call(service, orderPath, body))?.status === 200) return;
      }
      failed.push(name);
    };
    const sending: Promise<void>[] = [];
    let isOver = false;
    const sender = (async () => {
      for (let count = 0; !isOver; count += 1) {
        sending.push(send(`during-${count}`));
        await clock.sleep(25);
      }
    })();
    await clock.sleep(200);
    const handed = await call(owner, '/admin/handover', {});
    const handedAtMs = clock.monotonic();
    expect(handed?.status).toBe(200);
    const ended = owner.ended();
    await standby.owning;
    const tookMs = clock.monotonic() - handedAtMs;
    isOver = true;
    await sender;
    await Promise.all(sending);
    expect(await ended).toBe(0);
    expect(failed).toEqual([]);
    // It takes a second on a machine without other work.
    expect(tookMs).toBeLessThan(5_000);
    const query = new URLSearchParams({ exchange_account_id: 'paper-binance' });
    const open = await call(standby, `/order-execution/execution/orders/open?${query}`);
    const names = open?.data.map(({ client_order_id: name }: { client_order_id: string }) => name);
    expect(names?.toSorted()).toEqual([...sent, 'resting'].toSorted());
    const audit = await call(standby, '/admin/audit?action=engine.handed_over');
    expect(audit?.data.entries).toHaveLength(1);
  }, 60_000);
});
