import { webhookEndpoints } from '@windlass/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answered } from '../support/algorithms/audit.ts';
import { type AlgorithmService, openAlgorithmService } from '../support/algorithms/day.ts';
import { kindsOf, ladder, on, sweep, timepace, twap } from '../support/algorithms/runBodies.ts';

// Algorithms on the real service over our own books, through HTTP only. Each algorithm that has
// ended is compared with what the order endpoints say about its children (`algorithms/audit.ts`).

let service: AlgorithmService;
beforeEach(async () => {
  service = await openAlgorithmService();
  service.quote(100);
});
afterEach(() => service.routing.stop());

describe('an algorithm that nothing disturbs', () => {
  it.each([
    ['a twap', twap()],
    ['a twap that posts at the near touch', twap({ aggression: 'passive' })],
    ['a timepace', timepace()],
    ['a sweep', sweep()],
    ['a sweep without the router', sweep({ use_sor: false, urgency: 'neutral' })],
    ['a ladder that begins beyond the market', ladder({ start_price: 101, end_price: 100.6 })],
  ])('%s fills exactly its quantity and says what it cost', async (_what, body) => {
    const id = await service.routing.account('binance');
    const before = await service.wallet(id);
    const { order_id, status } = await service.start({ ...body, ...on(id) });
    expect(status).toBe('RUNNING');
    const done = await service.ended(order_id, 90_000);
    expect([done.status, done.status_reason, done.progress.filled_quantity]).toEqual([
      'COMPLETED',
      null,
      body.quantity,
    ]);
    expect(done.progress).toMatchObject({ fill_percentage: 100, remaining_quantity: 0 });
    expect(done.tca.cost_bps).toBeGreaterThan(0);
    expect(kindsOf(done).at(-1)).toBe('ended');
    const after = await service.wallet(id);
    const { vwap, fees } = done.progress;
    const feeIn = (asset: string) => fees.find((fee: Answered) => fee.asset === asset)?.amount ?? 0;
    const [btc, usdt] = ['BTC', 'USDT'].map((asset) => (after[asset] ?? 0) - (before[asset] ?? 0));
    expect(btc).toBeCloseTo(body.quantity - feeIn('BTC'), 9);
    expect(usdt).toBeCloseTo(-body.quantity * vwap - feeIn('USDT'), 6);
    expect(await service.resting(id)).toEqual([]);
  });

  it('tells its children as orders of the account while they rest', async () => {
    const id = await service.routing.account('kraken');
    const { order_id, state } = await service.start({ ...ladder(), ...on(id) });
    expect(state).toMatchObject({ active_orders: 4, initial_mid_price: 100, total_filled: 0 });
    expect(state.levels.map((level: Answered) => [level.level_number, level.price])).toEqual([
      [1, 100],
      [2, 99.5],
      [3, 99],
      [4, 98.5],
    ]);
    await service.pass(500);
    const resting = await service.resting(id);
    const shown = await service.show(order_id);
    const names = (orders: readonly Answered[]) =>
      orders.map(({ client_order_id: name, price }) => [name, price]).sort();
    expect(names(resting)).toEqual(names(shown.child_orders));
    expect(resting.map(({ price }) => price).sort()).toEqual([100, 98.5, 99, 99.5].sort());
    service.quote(99);
    await service.pass(500);
    const half = await service.show(order_id);
    expect(half.progress.filled_quantity).toBeCloseTo(2, 2);
    expect(half.state.active_orders).toBe(2);
    expect(half.state.levels.map(({ status }: Answered) => status)).toEqual([
      'filled',
      'filled',
      'active',
      'active',
    ]);
    service.quote(97);
    const done = await service.ended(order_id, 5_000);
    expect([done.status, Math.round(done.progress.vwap * 100)]).toEqual(['COMPLETED', 9_925]);
  });

  it('estimates when it will have ended, and holds to it', async () => {
    const id = await service.routing.account('bybit');
    const started = await service.start({ ...twap({ aggression: 'aggressive' }), ...on(id) });
    const planned = Date.parse(started.created_at) + 60_000;
    expect(Date.parse(started.estimated_completion)).toBe(planned);
    await service.pass(20_000);
    const { estimated_completion } = await service.show(started.order_id);
    expect(Math.abs(Date.parse(estimated_completion) - planned)).toBeLessThanOrEqual(1);
    const done = await service.ended(started.order_id, 60_000);
    expect(Date.parse(done.ended_at)).toBeLessThanOrEqual(planned);
    const { order_id, estimated_completion: unknown } = await service.start({
      ...ladder(),
      ...on(id),
    });
    expect(unknown).toBeNull();
    await service.data('cancelAlgorithm', { order_id });
  });

  it('is whole when only dust remains, and says what was filled to the last digit', async () => {
    // Lots of 0.0007 do not divide it: 0.0002 can never be ordered.
    const id = await service.routing.account('kraken');
    for (const body of [sweep(), timepace({}, { quantity: 7.0002 }), twap()]) {
      const whole = { ...body, ...on(id), quantity: 7.0002 };
      const { order_id } = await service.start(
        'quantity_per_interval' in body.params
          ? { ...whole, params: { ...body.params, quantity_per_interval: 3.5 } }
          : whole,
      );
      const done = await service.ended(order_id, 90_000);
      expect([body.algorithm_type, done.status, done.status_reason]).toEqual([
        body.algorithm_type,
        'COMPLETED',
        null,
      ]);
      expect(done.progress).toMatchObject({
        fill_percentage: 100,
        filled_quantity: 7,
        remaining_quantity: 0.0002,
      });
    }
  });

  it.each([
    ['sweep', sweep({ max_slippage_bps: 500 })],
    ['twap', twap()],
    ['ladder', ladder({ start_price: 101, end_price: 100.6 })],
  ])('of type %s shares its quantity among several accounts', async (_type, body) => {
    const ids: string[] = [];
    for (const venue of ['binance', 'gateio', 'kraken'])
      ids.push(await service.routing.account(venue));
    // No book holds all of it.
    service.quote(100, 0.6);
    const { order_id } = await service.start({ ...body, ...on(...ids), quantity: 6 });
    for (let round = 0; round < 60; round += 1) {
      // A quantity that an account took from a level stays taken on paper while the level exists.
      service.quote(100 + (round % 2), 0.6);
      await service.pass(1_000);
    }
    const done = await service.ended(order_id, 60_000);
    expect([done.status, done.progress.fill_percentage]).toEqual(['COMPLETED', 100]);
    const filled = done.child_orders.filter((child: Answered) => child.filled_quantity > 0);
    const used = new Set(filled.map((child: Answered) => child.exchange_account_id));
    expect(used.size).toBeGreaterThan(1);
  });
});

describe('a limit price', () => {
  it.each([
    ['twap', twap()],
    ['timepace', timepace()],
    ['sweep', sweep({ max_retries: 60, max_slippage_bps: 100 })],
    ['ladder', ladder({ start_price: 101 })],
  ])('is never passed by a %s, which goes on when the market comes back', async (_type, body) => {
    const id = await service.routing.account('binance');
    service.quote(103);
    const { order_id } = await service.start({ ...body, ...on(id), quantity: 4, limit_price: 101 });
    await service.pass(20_000);
    const waiting = await service.show(order_id);
    expect([waiting.status, waiting.progress.filled_quantity]).toEqual(['RUNNING', 0]);
    expect(waiting.limit_price).toBe(101);
    service.quote(98);
    const done = await service.ended(order_id, 90_000);
    expect([done.status, done.progress.filled_quantity]).toEqual(['COMPLETED', 4]);
    expect(done.progress.vwap).toBeLessThanOrEqual(101);
  });

  it('holds for a seller from below', async () => {
    const id = await service.routing.account('binance');
    service.quote(97);
    const sell = { side: 'sell', limit_price: 99, quantity: 0.5 };
    const { order_id } = await service.start({ ...twap(), ...on(id), ...sell });
    await service.pass(30_000);
    expect((await service.show(order_id)).progress.filled_quantity).toBe(0);
    service.quote(100);
    const done = await service.ended(order_id, 90_000);
    expect([done.status, done.progress.filled_quantity]).toEqual(['COMPLETED', 0.5]);
  });
});

describe('a pause', () => {
  it.each([
    ['twap', twap({ aggression: 'passive', duration_seconds: 120 })],
    ['timepace', timepace({ aggression: 'passive' }, { quantity: 4 })],
    ['ladder', ladder()],
  ])('takes away what rests of a %s, sends nothing, and stops its clock', async (_type, body) => {
    const id = await service.routing.account('binance');
    const { order_id } = await service.start({ ...body, ...on(id) });
    await service.pass(2_000);
    expect((await service.resting(id)).length).toBeGreaterThan(0);
    const paused = await service.data('pauseAlgorithm', { order_id });
    expect([paused.status, paused.estimated_completion]).toEqual(['PAUSED', null]);
    expect(await service.resting(id)).toEqual([]);
    const count = service.routing.sent.length;
    const before = await service.show(order_id);
    // The market would fill any order.
    service.quote(97);
    await service.pass(60_000);
    expect(service.routing.sent.length).toBe(count);
    const after = await service.show(order_id);
    expect([after.progress, after.state]).toEqual([before.progress, before.state]);
    const resumed = await service.data('resumeAlgorithm', { order_id });
    expect(resumed.status).toBe('RUNNING');
    if (body.algorithm_type === 'twap') {
      const leftMs = Date.parse(resumed.estimated_completion) - Date.parse(resumed.updated_at);
      // The time that the answers took has passed too.
      expect(118_000 - leftMs).toBeGreaterThanOrEqual(0);
      expect(118_000 - leftMs).toBeLessThan(100);
    }
    await service.pass(2_000);
    for (let mid = 97; mid > 80; mid -= 1) {
      service.quote(mid);
      await service.pass(10_000);
    }
    const done = await service.ended(order_id, 120_000);
    expect([done.status, done.progress.filled_quantity]).toEqual(['COMPLETED', body.quantity]);
    expect(kindsOf(done)).toEqual(expect.arrayContaining(['paused', 'resumed']));
  });

  it('between the rounds of a sweep keeps its other rounds for later', async () => {
    const id = await service.routing.account('binance');
    service.quote(100, 1);
    const { order_id } = await service.start({ ...sweep({ urgency: 'passive' }), ...on(id) });
    // The first round is over, and the second is not due.
    await service.pass(100);
    await service.data('pauseAlgorithm', { order_id });
    const { progress } = await service.show(order_id);
    expect(progress).toMatchObject({ filled_quantity: 1, child_orders: 1 });
    await service.pass(20_000);
    expect((await service.show(order_id)).progress).toEqual(progress);
    service.quote(100, 10);
    await service.data('resumeAlgorithm', { order_id });
    const done = await service.ended(order_id, 10_000);
    expect([done.status, done.progress.child_orders]).toEqual(['COMPLETED', 2]);
  });
});

describe('a cancel', () => {
  it.each([
    ['twap', twap({ aggression: 'passive' })],
    ['timepace', timepace({ aggression: 'passive' })],
    ['ladder', ladder()],
  ])('ends a %s with nothing live, for good', async (_type, body) => {
    const id = await service.routing.account('binance');
    const { order_id } = await service.start({ ...body, ...on(id) });
    await service.pass(1_000);
    expect((await service.resting(id)).length).toBeGreaterThan(0);
    const { status } = await service.data('cancelAlgorithm', { order_id });
    expect(status).toBe('CANCELLED');
    expect(await service.resting(id)).toEqual([]);
    const ended = await service.ended(order_id, 0);
    service.quote(97);
    await service.pass(60_000);
    expect(await service.show(order_id)).toEqual(ended);
    for (const verb of ['pauseAlgorithm', 'resumeAlgorithm', 'cancelAlgorithm'] as const) {
      const { status: code, json } = await service.send(verb, { order_id });
      expect([verb, code, json.data]).toMatchObject([
        verb,
        409,
        { error: 'ALGORITHM_STATE', order_id, status: 'CANCELLED' },
      ]);
    }
  });

  it('of a paused one ends it too', async () => {
    const id = await service.routing.account('binance');
    const { order_id } = await service.start({ ...ladder(), ...on(id) });
    await service.data('pauseAlgorithm', { order_id });
    expect((await service.data('cancelAlgorithm', { order_id })).status).toBe('CANCELLED');
    await service.ended(order_id, 0);
  });
});

describe('a client_algorithm_id', () => {
  it('answers with the first, whatever became of it, and refuses another request', async () => {
    const id = await service.routing.account('binance');
    const body = { ...sweep(), ...on(id), client_algorithm_id: 'mine' };
    const first = await service.start(body);
    const done = await service.ended(first.order_id, 10_000);
    const count = service.routing.sent.length;
    const again = await service.start(body);
    expect([again.order_id, again.status, again.progress]).toEqual([
      first.order_id,
      'COMPLETED',
      done.progress,
    ]);
    const other = { symbol: 'BTC/USDT', side: 'buy', ...body, quantity: 7 };
    const { status, json } = await service.send('startAlgorithm', other);
    expect([status, json.data.error]).toEqual([409, 'DUPLICATE_CLIENT_ALGORITHM_ID']);
    await service.pass(5_000);
    expect(service.routing.sent.length).toBe(count);
    expect((await service.data('listAlgorithms')).total).toBe(1);
  });

  it('is one algorithm when two starts come at once', async () => {
    const id = await service.routing.account('binance');
    const body = { symbol: 'BTC/USDT', side: 'buy', ...sweep(), ...on(id) };
    const ask = () => service.send('startAlgorithm', { ...body, client_algorithm_id: 'twins' });
    const answers = await service.routing.together([ask, ask, ask]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ json }) => json.data.order_id)).size).toBe(1);
    await service.ended('twins', 10_000);
    expect(await service.data('listAlgorithms')).toMatchObject({ total: 1 });
  });
});

describe('the list', () => {
  it('is paged, and filtered by status, type and symbol', async () => {
    const id = await service.routing.account('binance');
    const ids: string[] = [];
    for (const body of [sweep(), ladder(), twap(), timepace()]) {
      ids.unshift((await service.start({ ...body, ...on(id) })).order_id);
      await service.pass(2_000);
    }
    const listed = async (query: object) => {
      const { total, orders } = await service.data('listAlgorithms', { ...query });
      return [total, orders.map(({ order_id }: Answered) => order_id)];
    };
    const [third, second, ladderId, sweepId] = ids;
    expect(await listed({})).toEqual([4, ids]);
    expect(await listed({ size: 3 })).toEqual([4, [third, second, ladderId]]);
    expect(await listed({ size: 3, page: 1 })).toEqual([4, [sweepId]]);
    expect(await listed({ status: 'COMPLETED' })).toEqual([1, [sweepId]]);
    expect(await listed({ algorithm_type: 'ladder' })).toEqual([1, [ladderId]]);
    expect(await listed({ status: 'RUNNING', size: 1, page: 1 })).toEqual([3, [second]]);
    expect(await listed({ symbol: 'BTC/USDT', status: 'PAUSED' })).toEqual([0, []]);
    expect(await listed({ symbol: 'BTC/USDT:USDT' })).toEqual([0, []]);
    const shown = await service.show(ladderId ?? '');
    const [own] = (await service.data('listAlgorithms', { algorithm_type: 'ladder' })).orders;
    const { child_orders: _c, events: _e, tca: _t, ...start } = shown;
    expect(own).toEqual(start);
  });
});

describe('an account whose key was revoked', () => {
  it('is told to operators, left alone, and used again when its key is good', async () => {
    const ids = [await service.routing.account('binance'), await service.routing.account('kraken')];
    const [revoked] = ids;
    await service.routing.app.call({
      method: 'POST',
      url: webhookEndpoints.createWebhook.path,
      body: { url: 'http://127.0.0.1:9/', kinds: ['algorithm_trouble'] },
    });
    let isRevoked = true;
    service.routing.onSubmit(({ accountId }) =>
      isRevoked && accountId === revoked
        ? Promise.resolve({ kind: 'rejected', code: 'OTHER', message: 'Invalid API key.' })
        : undefined,
    );
    const { order_id } = await service.start({ ...sweep({ max_retries: 100 }), ...on(...ids) });
    const { order_id: alone } = await service.start({
      ...sweep({ max_retries: 100 }),
      ...on(ids[0] ?? ''),
    });
    expect((await service.ended(order_id, 60_000)).progress.fill_percentage).toBe(100);
    await service.pass(30_000);
    const told = await service.routing.store.db
      .selectFrom('webhook_deliveries')
      .select('body')
      .execute();
    expect(told.map(({ body }) => JSON.parse(body).data)).toEqual([
      { order_id: alone, exchange_account_id: revoked, reason: 'Invalid API key.' },
    ]);
    isRevoked = false;
    expect((await service.ended(alone, 60_000)).progress.fill_percentage).toBe(100);
  });
});
