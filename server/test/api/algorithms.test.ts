import { algorithmEndpoints, algorithmTypes } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlgorithmsApp, createAlgorithmsApp } from '../support/algorithms/app.ts';
import { refusedStarts, startBody } from '../support/algorithms/bodies.ts';
import { refusedPairs } from '../support/algorithms/pair/bodies.ts';
import { expectRefusal } from '../support/app/expectRefusal.ts';

let test: AlgorithmsApp;
beforeAll(async () => {
  test = await createAlgorithmsApp();
});
afterAll(() => test.stop());

/** An algorithm that begins, and runs for longer than any test. */
const slow = (changes: object = {}) =>
  startBody('twap', { duration_seconds: 86_400, interval_seconds: 3_600 }, changes);

describe('startAlgorithm', () => {
  it.each([...refusedStarts, ...refusedPairs])(
    'refuses %s with a 400 that names it',
    async (_what, body, field, message) => {
      const { status, json } = await test.send('startAlgorithm', body);
      expect([status, json.message, json.data.error]).toEqual([
        400,
        `Error - ${message}.`,
        'VALIDATION_FAILED',
      ]);
      expect(json.data.errors).toMatchObject([{ field, message }]);
    },
  );

  it.each([
    ['an account that there is not', { exchange_account_ids: ['nobody'] }, 'exchange_account_ids'],
    ['a symbol that is none', { symbol: 'BTC' }, 'symbol'],
    ['a symbol that nobody lists', { symbol: 'NONE/USDT' }, 'symbol'],
  ])('refuses %s with a 400 that names the field', async (_what, changes, field) => {
    const { status, json } = await test.send('startAlgorithm', slow(changes));
    expect(status).toBe(400);
    expect(json.data.errors[0].field).toMatch(new RegExp(`^${field}`));
    expect(json.message).toMatch(/^Error - [^.]/);
  });

  it('left nothing behind of all it refused', async () => {
    expect(await test.data('listAlgorithms')).toEqual({ total: 0, page: 0, size: 50, orders: [] });
  });

  it('begins every refusal alike, whichever check refuses', async () => {
    const halted = { exchange_account_id: 'paper-bybit' };
    await test.call({ method: 'POST', url: '/admin/halt', body: halted });
    const named = slow({ client_algorithm_id: 'taken' });
    await test.data('startAlgorithm', named);
    const refused = [
      [slow({ exchange_account_ids: ['paper-bybit'] }), 409, 'ACCOUNT_HALTED'],
      [slow({ quantity: 1e9 }), 400, 'INSUFFICIENT_BALANCE'],
      [slow({ quantity: 1e-7 }), 400, 'BELOW_MINIMUM_ORDER'],
      [slow({ symbol: 'BTC/USD:BTC' }), 400, 'NOT_SUPPORTED'],
      [{ ...named, quantity: 1 }, 409, 'DUPLICATE_CLIENT_ALGORITHM_ID'],
      [[], 400, 'VALIDATION_FAILED'],
    ] as const;
    for (const [body, status, code] of refused) {
      const answer = await test.send('startAlgorithm', body as object as typeof named);
      expect([answer.status, answer.json.data.error]).toEqual([status, code]);
      expect(answer.json.message).toMatch(/^Error - [^.]*\w.*\.$/);
    }
    await test.call({ method: 'POST', url: '/admin/resume', body: halted });
    await test.data('cancelAlgorithm', { order_id: 'taken' });
  });

  it.each(algorithmTypes)('starts a %s', async (type) => {
    const { status, json } = await test.send('startAlgorithm', startBody(type));
    expect([status, json.message]).toEqual([200, 'Algorithm started successfully.']);
    expect(json.data).toMatchObject({
      algorithm_type: type,
      symbol: 'BTC/USDT',
      side: 'buy',
      total_quantity: 2,
      status: 'RUNNING',
      limit_price: null,
      exchange_account_ids: ['paper-binance'],
      client_algorithm_id: null,
      ended_at: null,
      params: startBody(type).params,
    });
    // Only the funding rate is not known yet, and this type waits for it.
    const waits = type === 'funding_arb' ? 'No entry now. The funding rate is not known.' : null;
    expect(json.data.status_reason).toBe(waits);
    if (type === 'spread') expect(json.data.state.current_spread_pct).toEqual(expect.any(Number));
    if (type === 'ladder') expect(json.data.state.levels).not.toEqual([]);
    expect(json.data.arrival_price).toBeGreaterThan(0);
    expect(json.data.arrival_spread_bps).toBeGreaterThan(0);
    await test.send('cancelAlgorithm', { order_id: json.data.order_id });
  });

  it('shows the tighter of two limit prices', async () => {
    const body = startBody('sweep', { limit_price: 2 }, { limit_price: 3 });
    expect(await test.data('startAlgorithm', body)).toMatchObject({ limit_price: 2 });
    const sell = { limit_price: 900_000_000, side: 'sell' };
    const other = startBody('sweep', { limit_price: 800_000_000 }, sell);
    expect(await test.data('startAlgorithm', other)).toMatchObject({ limit_price: 900_000_000 });
  });

  it('answers a client_algorithm_id with the first, and refuses another request by it', async () => {
    const body = slow({ client_algorithm_id: 'once' });
    const [one, two] = [
      await test.data('startAlgorithm', body),
      await test.data('startAlgorithm', body),
    ];
    expect(two.order_id).toBe(one.order_id);
    expect(await test.data('getAlgorithm', { order_id: 'once' })).toMatchObject({
      order_id: one.order_id,
      client_algorithm_id: 'once',
    });
    const { status, json } = await test.send('startAlgorithm', { ...body, quantity: 1 });
    expect([status, json.data.error]).toEqual([409, 'DUPLICATE_CLIENT_ALGORITHM_ID']);
    await test.data('cancelAlgorithm', { order_id: 'once' });
    const ended = await test.data('startAlgorithm', body);
    expect(ended.order_id).toBe(one.order_id);
    expect(ended.status).not.toBe('RUNNING');
  });

  it('is documented with the parameters of every type', async () => {
    const { json } = await test.call({ url: '/openapi.json', key: null });
    const { path } = algorithmEndpoints.startAlgorithm;
    const body = json.paths[path].post.requestBody.content['application/json'].schema;
    const shown = body.properties.params.oneOf;
    expect(shown.map(({ title }: { title: string }) => title)).toEqual([...algorithmTypes]);
    const [twap] = shown;
    expect(twap.required).toEqual(['duration_seconds', 'interval_seconds']);
    expect(twap.properties.max_catch_up_pct).toMatchObject({ type: 'integer', default: 200 });
    const { properties } = shown.find(({ title }: { title: string }) => title === 'spread');
    expect(properties.sweep_trigger_mode.description).toContain('max_unhedged_seconds');
    expect(properties.max_unhedged_seconds.description).toContain('no bound, when omitted');
    expect(properties.anchor_symbol.description).toContain('equals symbol');
  });
});

describe('listAlgorithms and getAlgorithm', () => {
  it('page what there is, newest first, by status, type and symbol', async () => {
    const made: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      made.unshift((await test.data('startAlgorithm', slow({ symbol: 'ETH/USDT' }))).order_id);
      // Time moves, so that the newest can be told apart.
      await test.clock.advance(5);
    }
    const eth = { symbol: 'ETH/USDT' };
    const ids = async (query: object) => {
      const { orders, ...place } = await test.data('listAlgorithms', { ...eth, ...query });
      return [orders.map((each: { order_id: string }) => each.order_id), place];
    };
    expect(await ids({})).toEqual([made, { total: 3, page: 0, size: 50 }]);
    expect(await ids({ page: 1, size: 2 })).toEqual([
      made.slice(2),
      { total: 3, page: 1, size: 2 },
    ]);
    expect((await ids({ page: 9 }))[0]).toEqual([]);
    expect((await ids({ algorithm_type: 'ladder' }))[0]).toEqual([]);
    await test.data('pauseAlgorithm', { order_id: made[0] });
    expect((await ids({ status: 'PAUSED' }))[0]).toEqual(made.slice(0, 1));
    for (const order_id of made) await test.data('cancelAlgorithm', { order_id });
  });

  it.each([
    ['status', 'running'],
    ['algorithm_type', 'vwap'],
    ['symbol', 'BTC'],
    ['page', '-1'],
    ['size', '0'],
    ['size', '201'],
  ])('refuse %s=%s with a 400 that names it', async (field, value) => {
    const { status, json } = await test.send('listAlgorithms', { [field]: value });
    expect([status, json.data.errors[0].field]).toEqual([400, field]);
  });

  it('show an algorithm with its children, its history and its costs', async () => {
    const { order_id } = await test.data('startAlgorithm', slow());
    const shown = await test.data('getAlgorithm', { order_id });
    expect(shown).toMatchObject({ order_id, status: 'RUNNING', tca: { vwap: null } });
    expect(shown.tca.arrival_price).toBe(shown.arrival_price);
    expect(shown.events[0]).toMatchObject({ number: 1, kind: 'started' });
    expect(shown.child_orders).toHaveLength(shown.progress.child_orders);
    await test.data('cancelAlgorithm', { order_id });
  });
});

describe('pauseAlgorithm, resumeAlgorithm and cancelAlgorithm', () => {
  const moves = ['pauseAlgorithm', 'resumeAlgorithm', 'cancelAlgorithm'] as const;

  it('move an algorithm through its statuses, the last of which is final', async () => {
    const { order_id } = await test.data('startAlgorithm', slow());
    const paused = await test.send('pauseAlgorithm', { order_id });
    expect([paused.json.message, paused.json.data.status]).toEqual(['Algorithm paused', 'PAUSED']);
    const resumed = await test.send('resumeAlgorithm', { order_id });
    expect([resumed.json.message, resumed.json.data.status]).toEqual([
      'Algorithm resumed',
      'RUNNING',
    ]);
    const { json } = await test.send('cancelAlgorithm', { order_id });
    expect([json.message, json.data.status]).toEqual(['Algorithm cancelled', 'CANCELLED']);
    expect(json.data.ended_at).not.toBeNull();
    for (const move of moves) {
      const answer = await test.send(move, { order_id });
      expect([move, answer.status, answer.json.data.error]).toEqual([move, 409, 'ALGORITHM_STATE']);
    }
    expect(await test.data('getAlgorithm', { order_id })).toMatchObject({ status: 'CANCELLED' });
  });

  it.each(['getAlgorithm', ...moves] as const)('%s knows none by another name', async (name) => {
    const { status, json } = await test.send(name, { order_id: 'none' });
    expect([status, json.data.error]).toEqual([404, 'ALGORITHM_NOT_FOUND']);
  });
});

describe('who asks', () => {
  const forbidden = {
    status: 403,
    error: 'FORBIDDEN',
    message: 'Forbidden - Insufficient permissions.',
  };
  const names = Object.keys(algorithmEndpoints) as (keyof typeof algorithmEndpoints)[];
  const ofOne = names.filter((name) => !['startAlgorithm', 'listAlgorithms'].includes(name));

  it('needs a key for all of it', async () => {
    for (const name of names) {
      const answer = await test.send(name, { ...slow(), order_id: 'any' }, null);
      expectRefusal(answer, {
        status: 401,
        error: 'UNAUTHORIZED',
        message: 'Unauthorized - Invalid or missing API key.',
      });
    }
  });

  it('may look with any role of the desk, and change with trader only', async () => {
    const { order_id } = await test.data('startAlgorithm', slow());
    for (const role of ['viewer', 'pms_user', 'analyst']) {
      const key = await test.keyOf([role]);
      expect((await test.send('getAlgorithm', { order_id }, key)).status).toBe(200);
      expect((await test.send('listAlgorithms', {}, key)).status).toBe(200);
      for (const name of ['pauseAlgorithm', 'resumeAlgorithm', 'cancelAlgorithm'] as const) {
        expectRefusal(await test.send(name, { order_id }, key), forbidden);
      }
      expectRefusal(await test.send('startAlgorithm', slow(), key), forbidden);
    }
    const none = await test.keyOf(['vault_manager']);
    for (const name of names) {
      expectRefusal(await test.send(name, { order_id }, none), forbidden);
    }
    const trader = await test.keyOf(['trader']);
    const { status } = await test.data('cancelAlgorithm', { order_id }, trader);
    expect(status).toBe('CANCELLED');
  });

  it('reaches only algorithms of which it reaches every account', async () => {
    const [mine, theirs] = ['paper-binance', 'paper-kraken'];
    const key = await test.keyOf(['trader'], [mine]);
    const on = (...ids: string[]) => slow({ symbol: 'SOL/USDT', exchange_account_ids: ids });
    for (const ids of [[theirs], [mine, theirs], ['nobody']]) {
      expectRefusal(await test.send('startAlgorithm', on(...ids), key), forbidden);
    }
    const own = await test.data('startAlgorithm', on(mine), key);
    const other = await test.data('startAlgorithm', on(mine, theirs));
    for (const name of ofOne) {
      const { status, json } = await test.send(name, { order_id: other.order_id }, key);
      expect([name, status, json.data.error]).toEqual([name, 404, 'ALGORITHM_NOT_FOUND']);
    }
    const { total, orders } = await test.data('listAlgorithms', { symbol: 'SOL/USDT' }, key);
    expect([total, orders.map((each: { order_id: string }) => each.order_id)]).toEqual([
      1,
      [own.order_id],
    ]);
    for (const { order_id } of [own, other]) await test.data('cancelAlgorithm', { order_id });
  });
});
