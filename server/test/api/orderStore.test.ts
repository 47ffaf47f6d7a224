import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderEndpoints } from '@windlass/contract';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestAnswer, TestRequest } from '../support/app/testApp.ts';
import { openTestService, type TestService, type TestTrader } from '../support/app/testService.ts';

/*
 * The database refuses writes of the test's choice, by a trigger that another connection puts into
 * the same file: everything else of the service is as in use.
 */

const spot = { symbol: 'BTC/USDT', marketType: 'spot' } as const;
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 95, client_order_id: 'one' };

let folder: string;
let service: TestService;
let trader: TestTrader;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'windlass-test-'));
  const env = { WINDLASS_DATA_DIR: folder };
  service = await openTestService({ venue: 'binance', markets: [spot], env });
  trader = await service.trader(spot);
});
afterEach(async () => {
  await service.app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs SQL beside the service. */
function inDatabase(sql: string): void {
  const database = new SqliteDatabase(join(folder, 'windlass.db'));
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

const refuse = (what: 'insert' | 'update', table: string) =>
  inDatabase(`create trigger broken before ${what} on ${table}
    begin select raise(abort, 'the disk is full'); end`);
const mend = () => inDatabase('drop trigger broken');

/** Turns of the event loop per millisecond of the service's time. */
const turnsPerMs = 20;

/**
 * Advances time by a millisecond only after many turns: the database of a file takes real time, and
 * the deadlines of the service must not pass meanwhile.
 */
async function ask(request: TestRequest): Promise<TestAnswer> {
  let answer: TestAnswer | undefined;
  const asked = service.app.call(request).then((answered) => {
    answer = answered;
  });
  for (let turn = 1; !answer; turn += 1) {
    await service.app.clock.advance(turn % turnsPerMs === 0 ? 1 : 0);
  }
  await asked;
  return answer;
}

const send = (body: object = {}) =>
  ask({
    method: 'POST',
    url: orderEndpoints.submitOrder.path,
    body: { exchange_account_id: trader.account, symbol: spot.symbol, ...limit, ...body },
  });
const own = () => new URLSearchParams({ exchange_account_id: trader.account });
const find = () =>
  ask({ url: `${orderEndpoints.getOrder.path.replace(':order_id', 'one')}?${own()}` });
/** The stored record: the same order again is answered from it, without asking the exchange. */
const stored = async () => (await send()).json.data;

it('STORE_UNAVAILABLE while an order cannot be written down, and then nothing was sent', async () => {
  refuse('insert', 'meta_orders');
  const { status, json } = await send();
  expect(status).toBe(503);
  expect(json).toEqual({
    isError: true,
    message: 'The database cannot be written at the moment. No order was sent.',
    statusCode: 503,
    data: { error: 'STORE_UNAVAILABLE' },
  });
  expect((await find()).json.data.error).toBe('ORDER_NOT_FOUND');
  mend();
  const again = await send();
  expect([again.status, again.json.data.order_status]).toEqual([200, 'open']);
  expect(await trader.open()).toHaveLength(1);
});

it('an outcome that cannot be written down is unknown, and known again later', async () => {
  refuse('update', 'meta_orders');
  const { status, json } = await send();
  expect([status, json.data.error, json.data.order_status]).toEqual([
    500,
    'NETWORK_ERROR',
    'unknown',
  ]);
  mend();
  expect((await find()).json.data).toMatchObject({ status: 'open', filled: 0 });
  expect(await stored()).toMatchObject({ order_status: 'open' });
});

it('getOrder writes back what the exchange says, and tells it also while it cannot', async () => {
  expect((await send()).json.data.order_status).toBe('open');
  refuse('update', 'meta_orders');
  await trader.show({ bids: [[93, 4]], asks: [[94, 4]] });
  const told = await find();
  expect([told.status, told.json.data.status, told.json.data.filled]).toEqual([200, 'closed', 1]);
  expect(await stored()).toMatchObject({ order_status: 'open', quantity_filled: 0 });
  mend();
  expect((await find()).json.data.status).toBe('closed');
  expect(await stored()).toMatchObject({
    order_status: 'closed',
    quantity_filled: 1,
    avg_fill_price: 95,
    order_fee: 0.001,
    fee_currency: 'BTC',
  });
});

it('getOrder changes nothing on an error', async () => {
  expect((await send()).json.data.order_status).toBe('open');
  const before = await stored();
  refuse('insert', 'paper_fills');
  await trader.show({ bids: [[93, 4]], asks: [[94, 4]] });
  const { status, json } = await find();
  expect([status, json.data.error, json.data.exchange]).toEqual([500, 'NETWORK_ERROR', 'binance']);
  expect(json.message).toMatch(/^Could not reach binance\. The paper venue did not answer: /);
  const after = await stored();
  expect({ ...after, execution_time: 0 }).toEqual({ ...before, execution_time: 0 });
  for (const { path } of [orderEndpoints.getBalance, orderEndpoints.listOpenOrders]) {
    const other = await ask({ url: `${path}?${own()}` });
    expect([other.status, other.json.data.error]).toEqual([500, 'NETWORK_ERROR']);
  }
  mend();
});
