import { ApiError, type TransportRequest } from '@windlass/client';
import { describe, expect, test } from 'vitest';
import {
  bookOf,
  createFakeIo,
  type FakeOptions,
  type Step,
  snapshotOf,
  startMs,
  tradingAnswer,
} from '../test/support/fakeIo.ts';
import { run } from './run.ts';

const best = { bid: 1, ask: 2 };
const venues = ['binance', 'bybit', 'gateio', 'kraken'];
const fresh: Step = {
  atMs: 300,
  act: (fake) => fake.tell(snapshotOf(venues.map((venue) => bookOf(venue, best)))),
};

const dateAt = (offsetMs: number) => ({ date: new Date(startMs + offsetMs).toUTCString() });

/** Answers as a healthy service, except where the test says otherwise. */
function service(subscriptionsStatus = 200, headers: Record<string, string> = dateAt(0)) {
  return (request: TransportRequest) => {
    if (request.url.endsWith('/admin/accounts')) return tradingAnswer({ accounts: [] });
    if (request.url.endsWith('/metrics')) return { status: 200, headers: {}, text: '' };
    if (!request.url.endsWith('/health')) {
      const data = subscriptionsStatus === 200 ? {} : { error: 'UNAUTHORIZED' };
      return tradingAnswer(data, subscriptionsStatus);
    }
    const health = { success: true, message: 'Service is healthy', timestamp: 't', uptime: 61.5 };
    const told = { ...health, environment: 'test', role: 'owner' };
    return { status: 200, headers, text: JSON.stringify(told) };
  };
}

async function doctor(options: FakeOptions, argv: string[] = []) {
  const fake = createFakeIo(options);
  const code = await run(['doctor', '--json', ...argv], fake.io);
  const { ok, checks } = JSON.parse(fake.out());
  const status: Record<string, string> = {};
  const detail: Record<string, string> = {};
  for (const check of checks) {
    status[check.name] = check.status;
    detail[check.name] = `${check.detail}. ${check.remedy ?? ''}`;
  }
  expect(code).toBe(ok ? 0 : 1);
  return { code, status, detail, streams: fake.streams };
}

const here = ['node', 'data', 'disk', 'database', 'secrets', 'port'];
const there = ['service', 'key', 'feed', 'accounts', 'clock', 'venues'];
const allOk = Object.fromEntries([...here, ...there].map((name) => [name, 'ok']));

test('a service that takes no orders fails, with its own words on what helps', async () => {
  const message = 'The disk of the database is full. Free some space; nothing has to be restarted.';
  const answer = (request: TransportRequest) => {
    const told = service()(request);
    if (!request.url.endsWith('/health')) return told;
    const reasons = [{ code: 'STORE_UNAVAILABLE', message, since: '2026-01-01T00:00:00.000Z' }];
    return { ...told, text: JSON.stringify({ ...JSON.parse(told.text), reasons }) };
  };
  const { code, status, detail } = await doctor({ answer, steps: [fresh] });
  expect([code, status.service]).toEqual([1, 'fail']);
  expect(detail.service).toContain(`but takes no orders. ${message}`);
});

test('a healthy machine and service are all ok, in aligned lines', async () => {
  const fake = createFakeIo({ answer: service(), steps: [fresh] });
  expect(await run(['doctor'], fake.io)).toBe(0);
  expect(fake.out()).toMatchInlineSnapshot(`
    "ok    node      Node.js 24.1.0.
    ok    data      ./data can be written.
    ok    disk      50.0 GB are free for ./data.
    ok    database  SQLite, whole.
    ok    secrets   data/master.key is made by the first start.
    ok    port      port 3000 of 127.0.0.1 is free to be served on.
    ok    service   Windlass answers at http://127.0.0.1:3000, up for 61 s.
    ok    key       the key is valid.
    ok    feed      4 of 4 venues have a fresh BTC/USDT book.
    ok    accounts  0 live and 0 paper accounts, no credentials needed.
    ok    clock     this machine and the service agree on the time.
    ok    venues    no exchange has been asked for its time yet.
    "
  `);
  expect(fake.streams).toEqual({ opened: 1, closed: 1 });
});

describe('this machine', () => {
  test('fails on an old Node and a folder that cannot be written', async () => {
    const machine = { nodeVersion: '20.19.0', folderProblem: () => 'no permission on /x' };
    const { status, detail } = await doctor({ answer: service(), steps: [fresh], machine });
    expect(status).toEqual({ ...allOk, node: 'fail', data: 'fail' });
    expect(detail.data).toMatch(/^\.\/data cannot be written: no permission on \/x\. Fix/);
  });
});

describe('the service', () => {
  const address = 'http://127.0.0.1:3000';

  test.each([
    ['the default', [], {}],
    ['the option', ['--url', address], {}],
    ['the environment', [], { WINDLASS_URL: address }],
  ])('that is not running at the address of %s fails, and is told how to start', async (...row) => {
    const [, argv, env] = row;
    const { code, status, detail } = await doctor({ env }, argv);
    expect(status.service).toBe('fail');
    expect(detail.service).toContain('port 3000 is free. "npx windlass serve" starts the service.');
    expect([code, status.key, status.feed, status.clock]).toEqual([1, 'warn', 'warn', 'warn']);
  });

  test('fails when the port is taken by something that does not answer', async () => {
    const { status } = await doctor({ machine: { isPortFree: async () => false } });
    expect(status.service).toBe('fail');
  });

  test('fails when something else answers', async () => {
    for (const text of ['<html>', '{"up":true}']) {
      const answer = () => ({ status: 200, headers: {}, text });
      const { code, status, detail } = await doctor({ answer });
      expect([code, status.service]).toEqual([1, 'fail']);
      expect(detail.service).toContain('answers, but not as Windlass');
    }
  });

  test('of another machine fails when it cannot be reached, whatever port is free here', async () => {
    const { status } = await doctor({}, ['--url', 'http://windlass.example']);
    expect(status.service).toBe('fail');
  });
});

describe('the key', () => {
  test('fails when there is none', async () => {
    const { status } = await doctor({ answer: service(), steps: [fresh], env: {} });
    expect(status).toEqual({ ...allOk, key: 'fail' });
  });

  test.each([
    [401, 'fail'],
    [403, 'warn'],
    [500, 'fail'],
  ])('answered with %i is %s', async (answered, expected) => {
    const { status } = await doctor({ answer: service(answered), steps: [fresh] });
    expect(status).toEqual({ ...allOk, key: expected });
  });
});

describe('the feed', () => {
  const heard = (books: ReturnType<typeof bookOf>[]): Step => ({
    atMs: 200,
    act: (fake) => fake.tell(snapshotOf(books)),
  });

  test('warns of venues that are late or missing, after waiting for them', async () => {
    const [a, b, c] = venues.map((venue) => bookOf(venue, best));
    const books = [a, b, { ...c, quality: 'STALE' as const }].filter((each) => each !== undefined);
    const steps = [heard(books as ReturnType<typeof bookOf>[])];
    const { status, detail } = await doctor({ answer: service(), steps });
    expect(status).toEqual({ ...allOk, feed: 'warn' });
    expect(detail.feed).toMatch(/^2 of 4 .* book; gateio STALE, kraken has none\. Look/);
  });

  test('fails when no venue is fresh', async () => {
    const { status } = await doctor({ answer: service(), steps: [] });
    expect(status).toEqual({ ...allOk, feed: 'fail' });
  });

  test('fails at once when the stream cannot be opened', async () => {
    const error = new ApiError('NETWORK_ERROR', 'Cannot reach the book stream: no upgrade.');
    const steps: Step[] = [{ atMs: 200, act: (fake) => fake.failStream(error) }];
    const { status, detail, streams } = await doctor({ answer: service(), steps });
    expect(status.feed).toBe('fail');
    expect(detail.feed).toContain('no upgrade');
    expect(streams.closed).toBe(1);
  });
});

describe('the feed of recordings', () => {
  const refusal = new ApiError('STREAM_REFUSED', 'Error - unsupported symbol: BTC/USDT.');
  const refused: Step = { atMs: 100, act: (fake) => fake.failStream(refusal) };
  const heard = (symbol: string, quality: 'GOOD' | 'UNAVAILABLE', venue = 'bybit'): Step => ({
    atMs: 300,
    act: (fake) => fake.tell({ type: 'book', book: bookOf(venue, best, { symbol, quality }) }),
  });
  const subscribed = (venue: string, symbol: string, reason?: string) => ({
    venue,
    symbol,
    status: reason === undefined ? 'active' : 'pending',
    ref_count: 1,
    subscribed_at: 't',
    last_update: null,
    ...(reason !== undefined && { reason }),
    trusted: true,
    since: null,
  });
  const holding =
    (...subscriptions: ReturnType<typeof subscribed>[]) =>
    (request: TransportRequest) =>
      request.url.endsWith('/subscriptions')
        ? tradingAnswer({ active_count: 1, warm_cache_count: 0, by_venue: {}, subscriptions })
        : service()(request);

  test('is tried with the symbol that most venues of it have', async () => {
    const answer = holding(
      ...[subscribed('okx', 'SOL/USDT'), subscribed('okx', 'XRP/USDT')],
      ...[subscribed('bybit', 'ADA/USDT'), subscribed('bybit', 'ETH/USDT')],
      subscribed('kraken', 'ETH/USDT'),
    );
    const steps = [refused, heard('ETH/USDT', 'GOOD'), heard('ETH/USDT', 'GOOD', 'kraken')];
    const { status, detail, streams } = await doctor({ answer, steps });
    expect(status).toEqual(allOk);
    expect(detail.feed).toBe('2 of 2 venues have a fresh ETH/USDT book. ');
    expect(streams).toEqual({ opened: 2, closed: 2 });
  });

  test('expects a symbol of the venues only that have it', async () => {
    const answer = holding(subscribed('bybit', 'BTC/USDT'), subscribed('kraken', 'ETH/USDT'));
    const { detail } = await doctor({ answer, steps: [heard('BTC/USDT', 'GOOD')] });
    expect(detail.feed).toBe('1 of 1 venues have a fresh BTC/USDT book. ');
  });

  test('that has ended fails with that reason, and does not blame the network', async () => {
    const why = 'the recording has ended';
    const answer = holding(
      subscribed('binance', 'BTC/USDT', why),
      subscribed('bybit', 'BTC/USDT', why),
    );
    const { status, detail } = await doctor({ answer, steps: [heard('BTC/USDT', 'UNAVAILABLE')] });
    expect(status).toEqual({ ...allOk, feed: 'fail' });
    expect(detail.feed).toBe(
      `0 of 2 venues have a fresh BTC/USDT book; binance has none (${why}), ` +
        `bybit UNAVAILABLE (${why}). Look for these venues in the service log.`,
    );
  });

  test('that is merely quiet is not told to be unreachable', async () => {
    const answer = holding(subscribed('bybit', 'BTC/USDT'));
    const { detail } = await doctor({ answer, steps: [heard('BTC/USDT', 'UNAVAILABLE')] });
    expect(detail.feed).toMatch(/; bybit UNAVAILABLE\. .* a recording may be quiet for a while\.$/);
  });

  test.each([
    ['of venues without a stream', holding(subscribed('okx', 'BTC/USDT')), /no book of binance, b/],
    ['that the key may not list', service(403), /^Error - .*BTC\/USDT\. With a key that may/],
  ])('%s fails with the refusal', async (_, answer, line) => {
    const { status, detail, streams } = await doctor({ answer, steps: [refused] });
    expect(status.feed).toBe('fail');
    expect(detail.feed).toMatch(line);
    expect(streams).toEqual({ opened: 1, closed: 1 });
  });
});

test.each([
  [-1_000, 'ok'],
  [2_000, 'warn'],
  [-5_000, 'warn'],
  [6_000, 'fail'],
])('a service clock %i ms off is %s', async (offsetMs, expected) => {
  const answer = service(200, dateAt(offsetMs));
  const { status } = await doctor({ answer, steps: [fresh] });
  expect(status).toEqual({ ...allOk, clock: expected });
});

test('a service that does not tell its time is a warning', async () => {
  const { status } = await doctor({ answer: service(200, {}), steps: [fresh] });
  expect(status.clock).toBe('warn');
});
