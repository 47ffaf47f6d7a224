import { systemEndpoints } from '@windlass/contract';
import { afterEach, expect, it } from 'vitest';
import { StoreError } from '../../src/kit/errors.ts';
import { StaleEpochError, type Store } from '../../src/store/types.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../support/app/testApp.ts';
import { openMemoryStore } from '../support/databases/memoryStore.ts';

let test: TestApp;
afterEach(() => test.stop());

/** Free space on the simulated disk, in characters of the longest value; undefined is unlimited. */
interface Disk {
  roomChars: number | undefined;
  failure: Error;
}

const diskIsFull = () =>
  new StoreError('database or disk is full', {
    cause: Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
  });

/** Opens the service on a disk that a test fills: orders need more room than a short text. */
async function openOn(disk: Disk): Promise<TestApp> {
  const openStore = async (): Promise<Store> => {
    const store = await openMemoryStore();
    const fails = (chars: number) => disk.roomChars !== undefined && chars > disk.roomChars;
    const { saveState, reserveOrder } = store.write;
    return {
      ...store,
      write: {
        ...store.write,
        saveState: async (epoch, name, value) => {
          if (fails(value.length)) throw disk.failure;
          return saveState(epoch, name, value);
        },
        reserveOrder: async (...args) => {
          if (fails(10_000)) throw disk.failure;
          return reserveOrder(...args);
        },
      },
    };
  };
  return createTestApp({}, { openStore });
}

const ready = () => test.call({ url: systemEndpoints.getReady.path, key: null });

/** Waits longer than a check stays valid. */
const pass = () => test.clock.advance(1_500);

const order = {
  exchange_account_id: 'paper-binance',
  symbol: 'BTC/USDT',
  order_type: 'limit',
  side: 'buy',
  quantity: 0.01,
  price: 20_000,
};
async function submit(): Promise<TestAnswer> {
  let answered: TestAnswer | undefined;
  const url = '/order-execution/execution/order';
  const asked = test.call({ method: 'POST', url, body: order }).then((answer) => {
    answered = answer;
  });
  // It waits for a book of the simulated market.
  while (!answered) await test.clock.advance(100);
  await asked;
  return answered;
}

it('is 200 while orders can be taken, also to whoever has no key', async () => {
  test = await createTestApp();
  expect((await ready()).json).toEqual({
    success: true,
    message: 'Orders can be taken',
    ready: true,
    reasons: [],
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

it('is 503 with the reason on a full disk, while health stays 200 and names it', async () => {
  const disk: Disk = { roomChars: undefined, failure: diskIsFull() };
  test = await openOn(disk);
  disk.roomChars = 0;
  const message = 'The disk of the database is full. Free some space; nothing has to be restarted.';
  const told = await ready();
  expect(told.status).toBe(503);
  expect(told.json).toMatchObject({
    success: false,
    ready: false,
    message: `Orders cannot be taken: ${message}`,
    reasons: [{ code: 'STORE_UNAVAILABLE', message }],
  });
  for (const url of ['/health', '/api/health']) {
    const health = await test.call({ url, key: null });
    expect(health.status).toBe(200);
    expect(health.json.message).toBe(`Service is up, but accepts no orders: ${message}`);
    expect(health.json.reasons).toEqual(told.json.reasons);
  }
  const { text } = await test.call({ url: '/metrics' });
  expect(text).toMatch(/^windlass_ready 0$/m);

  disk.roomChars = undefined;
  await pass();
  expect((await ready()).status).toBe(200);
  expect((await test.call({ url: '/health' })).json.message).toBe('Service is healthy');
  expect((await test.call({ url: '/metrics' })).text).toMatch(/^windlass_ready 1$/m);
});

it('is 503 from the first order that was refused, until there is room for orders again', async () => {
  const disk: Disk = { roomChars: undefined, failure: diskIsFull() };
  test = await openOn(disk);
  expect((await ready()).status).toBe(200);
  // A few bytes are left: a short text fits, an order does not.
  disk.roomChars = 100;
  expect((await submit()).json.data.error).toBe('STORE_UNAVAILABLE');
  expect((await ready()).status).toBe(503);
  await pass();
  expect((await ready()).status).toBe(503);
  disk.roomChars = undefined;
  await pass();
  expect((await ready()).status).toBe(200);
  expect((await submit()).status).toBe(200);
});

it('is 503 for good once another process owns the engine', async () => {
  const disk: Disk = { roomChars: undefined, failure: new StaleEpochError(1, 2) };
  test = await openOn(disk);
  disk.roomChars = 0;
  expect(await ready()).toMatchObject({
    status: 503,
    json: { reasons: [{ code: 'ENGINE_LOST' }] },
  });
  disk.roomChars = undefined;
  await pass();
  expect((await ready()).status).toBe(503);
});

it('says that a database is silent within seconds, and never hangs on it', async () => {
  const silence = Promise.withResolvers<void>();
  let isSilent = false;
  const openStore = async (): Promise<Store> => {
    const store = await openMemoryStore();
    const { saveState } = store.write;
    const late: typeof saveState = async (...args) => {
      if (isSilent) await silence.promise;
      return saveState(...args);
    };
    return { ...store, write: { ...store.write, saveState: late } };
  };
  test = await createTestApp({}, { openStore });
  isSilent = true;
  expect((await test.call({ url: '/health' })).status).toBe(200);
  const asked = ready();
  await test.clock.advance(3_000);
  expect(await asked).toMatchObject({
    status: 503,
    json: { reasons: [{ code: 'STORE_UNAVAILABLE' }] },
  });
  isSilent = false;
  silence.resolve();
  await pass();
  expect((await ready()).status).toBe(200);
});

it('tells a halt of every account and stays in use', async () => {
  test = await createTestApp();
  const post = (url: string, body: object) => test.call({ method: 'POST', url, body });
  await post('/admin/halt', { exchange_account_id: 'paper-binance' });
  expect((await ready()).json.reasons).toEqual([]);
  await post('/admin/halt', {});
  await pass();
  const told = await ready();
  expect(told.status).toBe(200);
  expect(told.json).toMatchObject({ ready: true, reasons: [{ code: 'HALTED' }] });
  expect((await test.call({ url: '/health' })).json.message).toBe('Service is healthy');
  await post('/admin/resume', {});
  await pass();
  expect((await ready()).json.reasons).toEqual([]);
});

it('asks the database to write at most once a second, however often it is asked', async () => {
  let writes = 0;
  const openStore = async (): Promise<Store> => {
    const store = await openMemoryStore();
    const { saveState } = store.write;
    const counted: typeof saveState = (epoch, name, value) => {
      if (name === 'readiness') writes += 1;
      return saveState(epoch, name, value);
    };
    return { ...store, write: { ...store.write, saveState: counted } };
  };
  test = await createTestApp({}, { openStore });
  await Promise.all(Array.from({ length: 50 }, ready));
  expect(writes).toBe(1);
  await pass();
  await Promise.all(Array.from({ length: 50 }, ready));
  expect(writes).toBe(2);
});
