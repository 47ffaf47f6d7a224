import { routingEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoutingApp, type RoutingApp } from '../support/routing/app.ts';

let test: RoutingApp;
beforeAll(async () => {
  test = await createRoutingApp();
});
afterAll(() => test.stop());

const all = ['binance', 'bybit', 'gateio', 'kraken', 'okx', 'hyperliquid'].map((v) => `paper-${v}`);
const order = { symbol: 'BTC/USDT', side: 'buy', quantity: 2, exchange_account_ids: all };

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Answered = any;
const sumOf = (slices: readonly Answered[], field: string): number =>
  slices.reduce((sum, slice) => sum + slice[field], 0);
const meanOf = (slices: readonly Answered[], field: string): number =>
  slices.reduce((sum, slice) => sum + slice.quantity * slice[field], 0) / sumOf(slices, 'quantity');

/** Checks how the figures of an estimate must relate to one another (Trading §4.6). */
function expectWhole(estimate: Answered) {
  const { slices, candidates, excluded, side } = estimate;
  expect(sumOf(slices, 'quantity')).toBeCloseTo(estimate.allocated_quantity, 9);
  const { allocated_quantity: placed, unallocated_quantity: left } = estimate;
  expect(placed + left).toBeCloseTo(estimate.total_quantity, 9);
  expect(meanOf(slices, 'estimated_price')).toBeCloseTo(estimate.estimated_vwap, 6);
  expect(meanOf(slices, 'cost_bps')).toBeCloseTo(estimate.estimated_cost_bps, 9);
  expect(meanOf(slices, 'score')).toBeCloseTo(estimate.objective_bps, 9);
  const sign = side === 'buy' ? 1 : -1;
  for (const slice of slices) {
    const beyond = (slice.estimated_price - estimate.mid_price) / estimate.mid_price;
    expect(slice.slippage_bps).toBeCloseTo(sign * beyond * 10_000, 6);
    expect(slice.cost_bps).toBe(slice.slippage_bps + slice.fee_bps);
    expect(slice.score).toBeCloseTo(slice.cost_bps + (1 - slice.confidence) * 10, 9);
    expect(sign * (slice.limit_price - slice.estimated_price)).toBeGreaterThanOrEqual(0);
  }
  const names = [...slices, ...excluded].map((each) => each.exchange_account_id);
  expect(names.sort()).toEqual([...all].sort());
  for (const candidate of candidates) expect(candidate.used).toBe(candidate.quantity > 0);
}

describe('estimateRoute', () => {
  it.each(['buy', 'sell'])(
    'splits a %s over venues and says of every account why',
    async (side) => {
      const { status, json } = await test.send('estimateRoute', { ...order, side });
      expect([status, json.message, json.isError]).toEqual([200, 'Routing estimate', false]);
      expect(json.data).toMatchObject({
        symbol: 'BTC/USDT',
        side,
        total_quantity: 2,
        routable: true,
        allocated_quantity: 2,
        unallocated_quantity: 0,
        optimality_gap_bps: 0,
      });
      expect(json.data.slices.length).toBeGreaterThan(1);
      expect(json.data.slices.length).toBeLessThanOrEqual(3);
      expectWhole(json.data);
      expect(json.data.excluded).toContainEqual({
        venue: 'hyperliquid',
        exchange_account_id: 'paper-hyperliquid',
        reason: 'NOT_SUPPORTED',
        message: expect.stringContaining('hyperliquid does not support spot'),
      });
    },
  );

  it('routes perpetuals, and only where they are listed', async () => {
    const data = await test.data('estimateRoute', { ...order, symbol: 'BTC/USDT:USDT' });
    expectWhole(data);
    const reasons = data.excluded.map((each: Answered) => [each.venue, each.reason]);
    expect(reasons).toContainEqual(['kraken', 'SYMBOL_NOT_LISTED']);
    expect(reasons).toContainEqual(['hyperliquid', 'SYMBOL_NOT_LISTED']);
  });

  it('uses no more venues than allowed, one where that is said', async () => {
    for (const max_venues of [1, 2]) {
      const data = await test.data('estimateRoute', { ...order, quantity: 9, max_venues });
      expect(data.slices.length).toBeLessThanOrEqual(max_venues);
      expect(data.excluded.map((each: Answered) => each.reason)).toContain('NOT_CHOSEN');
    }
  });

  it('of what nobody lists is an answer, and so is what is too small or too large', async () => {
    const unlisted = await test.data('estimateRoute', { ...order, symbol: 'NONE/USDT' });
    expect(unlisted).toMatchObject({
      routable: false,
      slices: [],
      candidates: [],
      mid_price: null,
      estimated_vwap: null,
      estimated_cost_bps: null,
      objective_bps: null,
      optimality_gap_bps: null,
      allocated_quantity: 0,
      unallocated_quantity: 2,
    });
    const small = await test.data('estimateRoute', { ...order, quantity: 0.00001 });
    expect(small.routable).toBe(false);
    expect(small.excluded[0]).toMatchObject({ reason: 'BELOW_MINIMUM' });
    const large = await test.data('estimateRoute', { ...order, quantity: 1e14 });
    expect(large.routable).toBe(false);
    expect(large.allocated_quantity).toBeGreaterThan(0);
    expect(large.unallocated_quantity).toBeCloseTo(1e14 - large.allocated_quantity, 1);
  });

  it('respects the balance and the daily limit of an account, and its halt', async () => {
    const make = (body: object) =>
      test.account({ exchange: 'binance', mode: 'paper', daily_limit_usd: 1e6, ...body });
    await make({ exchange_account_id: 'poor', paper_balances: { spot: { USDT: '500' } } });
    await make({ exchange_account_id: 'limited', daily_limit_usd: 100 });
    await make({ exchange_account_id: 'none', paper_balances: { spot: { USDT: '5' } } });
    await make({ exchange_account_id: 'stopped' });
    const halt = { exchange_account_id: 'stopped' };
    await test.ask({ method: 'POST', url: '/admin/halt', body: halt });
    const ids = ['poor', 'limited', 'none', 'stopped'];
    const data = await test.data('estimateRoute', { ...order, exchange_account_ids: ids });
    expect(data.routable).toBe(false);
    const spentBy = (id: string) => {
      const slice = data.slices.find((each: Answered) => each.exchange_account_id === id);
      return slice.quantity * slice.limit_price;
    };
    // Its exchange takes the fee from the bought asset.
    expect(spentBy('poor')).toBeLessThanOrEqual(500);
    expect(spentBy('poor')).toBeGreaterThan(499.6);
    expect(spentBy('limited')).toBeLessThanOrEqual(100);
    expect(spentBy('limited')).toBeGreaterThan(98);
    expect(data.excluded.map((each: Answered) => [each.exchange_account_id, each.reason])).toEqual([
      ['none', 'NO_BALANCE'],
      ['stopped', 'ACCOUNT_HALTED'],
    ]);
  });

  it('sends and stores nothing', async () => {
    const before = await test.traces(all);
    await test.data('estimateRoute', order);
    expect(await test.traces(all)).toEqual(before);
  });
});

describe('executeRoute and getRoutePlan', () => {
  it('send the slices of an estimate and answer with the plan', async () => {
    const { status, json } = await test.send('executeRoute', { ...order, client_plan_id: 'first' });
    expect([status, json.message]).toEqual([200, 'Routing plan completed']);
    const { data } = json;
    expect(data).toMatchObject({
      client_plan_id: 'first',
      status: 'completed',
      executed_quantity: 2,
      unfilled_quantity: 0,
      max_venues: 3,
      max_slippage_bps: 50,
      reason: null,
    });
    expect(sumOf(data.slices, 'filled_quantity')).toBeCloseTo(2, 9);
    for (const slice of data.slices) {
      expect(slice).toMatchObject({ status: 'filled', round: 1 });
      const { exchange_account_id } = slice;
      const order = await test.order(slice.order_id, { exchange_account_id, symbol: 'BTC/USDT' });
      expect(order.json.data).toMatchObject({ status: 'closed', filled: slice.filled_quantity });
    }
    for (const plan_id of [data.plan_id, 'first']) {
      const found = await test.send('getRoutePlan', { plan_id });
      expect([found.status, found.json.message]).toEqual([200, 'Plan retrieved']);
      expect(found.json.data).toEqual(data);
    }
    const again = await test.data('executeRoute', { ...order, client_plan_id: 'first' });
    expect(again).toEqual(data);
    const other = await test.send('executeRoute', {
      ...order,
      quantity: 1,
      client_plan_id: 'first',
    });
    expect([other.status, other.json.data.error]).toEqual([409, 'DUPLICATE_CLIENT_PLAN_ID']);
  });

  it('spend all there is, less the fee where it is paid in the quote', async () => {
    for (const [exchange, quote, partMax] of [
      ['binance', 'USDT', 1],
      ['kraken', 'USD', 1 / 1.004],
    ] as const) {
      const id = `all-in-${exchange}`;
      const account = { exchange_account_id: id, exchange, mode: 'paper', daily_limit_usd: 1e6 };
      const paper_balances = { spot: { [quote]: 10_000 } };
      expect((await test.account({ ...account, paper_balances })).status).toBe(201);
      const route = { symbol: `BTC/${quote}`, side: 'buy', quantity: 1, max_slippage_bps: 500 };
      const { slices } = await test.data('executeRoute', { ...route, exchange_account_ids: [id] });
      expect(slices.length).toBeGreaterThan(0);
      const [first] = slices;
      expect(first).toMatchObject({ status: 'filled', filled_quantity: first.quantity });
      const part = (first.quantity * first.limit_price) / 10_000;
      expect(part).toBeGreaterThan(partMax - 0.0005);
      expect(part).toBeLessThanOrEqual(partMax);
    }
  });

  it('say so when nothing could be placed', async () => {
    const { status, json } = await test.send('executeRoute', { ...order, quantity: 0.00001 });
    expect([status, json.isError, json.statusCode]).toEqual([400, true, 400]);
    expect(json.message).toBe(`Routing plan failed: ${json.data.reason}`);
    expect(json.data).toMatchObject({
      error: 'PLAN_FAILED',
      status: 'failed',
      slices: [],
      executed_quantity: 0,
    });
    expect(json.data.reason).toContain('Nothing could be placed.');
    const { plan_id } = json.data;
    const kept = await test.send('getRoutePlan', { plan_id });
    expect([kept.status, kept.json.isError, kept.json.data.status]).toEqual([200, false, 'failed']);
  });

  it('say so when only a part could be placed', async () => {
    const part = { ...order, exchange_account_ids: ['poor'] };
    const { json } = await test.send('executeRoute', part);
    expect(json.message).toBe('Routing plan partially filled');
    expect(json.data.status).toBe('partial');
    expect(json.data.executed_quantity + json.data.unfilled_quantity).toBeCloseTo(2, 9);
  });
});

describe('what limits leave of a small order', () => {
  it('is no lot dust beside a coarse venue: the plan is partial and says so', async () => {
    // Lots of 0.001 and of 0.0001.
    const venues = ['binance', 'okx'];
    const ids = venues.map((exchange) => `small-${exchange}`);
    for (const exchange of venues) {
      const exchange_account_id = `small-${exchange}`;
      await test.account({ exchange, mode: 'paper', daily_limit_usd: 100, exchange_account_id });
    }
    const perp = { ...order, symbol: 'BTC/USDT:USDT', exchange_account_ids: ids };
    const { mid_price } = await test.data('estimateRoute', perp);
    // Worth 250 dollars, of which the limits of both accounts allow 200.
    const quantity = Number((250 / mid_price).toPrecision(3));
    const estimate = await test.data('estimateRoute', { ...perp, quantity });
    expect(estimate.routable).toBe(false);
    const plan = await test.data('executeRoute', { ...perp, quantity });
    expect(plan.status).toBe('partial');
    expect(plan.executed_quantity).toBe(estimate.allocated_quantity);
    expect(plan.reason).toMatch(/ did not fill\. /);
  });
});

describe('a quantity that floats have made', () => {
  it('is never exceeded, and executed all the same', async () => {
    const ids = ['binance', 'bybit'].map((exchange) => `noisy-${exchange}`);
    for (const exchange of ['binance', 'bybit']) {
      const exchange_account_id = `noisy-${exchange}`;
      await test.account({ exchange, mode: 'paper', daily_limit_usd: 1e6, exchange_account_id });
    }
    for (const [side, quantity] of [
      ['buy', 0.7 + 0.1],
      ['sell', 0.3 - 0.1],
    ]) {
      const noisy = { ...order, exchange_account_ids: ids, side, quantity };
      const estimate = await test.data('estimateRoute', noisy);
      expect(estimate.routable).toBe(true);
      expect(estimate.unallocated_quantity).toBeGreaterThanOrEqual(0);
      const plan = await test.data('executeRoute', noisy);
      expect(plan.status).toBe('completed');
      expect(plan.unfilled_quantity).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('what is wrong', () => {
  const many = Array.from({ length: 33 }, (_, at) => `account-${at}`);
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ quantity: 0 }, /quantity must be above 0/],
    [{ quantity: -1 }, /quantity must be above 0/],
    [{ quantity: Number.NaN }, /quantity is required and must be a number/],
    [{ quantity: '2' }, /quantity is required and must be a number/],
    [{ quantity: undefined }, /quantity is required and must be a number/],
    [{ symbol: undefined }, /symbol is required/],
    [{ symbol: '' }, /symbol is required/],
    [{ symbol: 'btc-usdt' }, /symbol must be like BTC\/USDT/],
    [{ symbol: 7 }, /symbol is required and must be a string/],
    [{ side: 'hold' }, /side must be 'buy' or 'sell'/],
    [{ side: undefined }, /side must be 'buy' or 'sell'/],
    [{ exchange_account_ids: [] }, /must name at least one account/],
    [{ exchange_account_ids: undefined }, /exchange_account_ids is required/],
    [{ exchange_account_ids: 'paper-okx' }, /must be an array of strings/],
    [{ exchange_account_ids: [7] }, /each of exchange_account_ids must be a string/],
    [{ exchange_account_ids: ['paper-okx', 'paper-okx'] }, /names one twice/],
    [{ exchange_account_ids: many }, /must name at most 32/],
    [{ exchange_account_ids: ['nobody'] }, /there is no exchange account nobody/],
    [{ max_venues: 0 }, /max_venues must be at least 1/],
    [{ max_venues: 1.5 }, /max_venues must be a whole number/],
    [{ max_venues: 33 }, /max_venues must be at most 32/],
    [{ max_slippage_bps: 0 }, /max_slippage_bps must be above 0/],
    [{ max_slippage_bps: 1_001 }, /max_slippage_bps must be at most 1000/],
    [{ max_slippage_bps: '50' }, /max_slippage_bps must be a number/],
    [{ limit_price: 1 }, /limit_price is not a field of this request/],
  ];

  it.each(wrong)('%j is refused by estimate and execute', async (fields, message) => {
    for (const name of ['estimateRoute', 'executeRoute'] as const) {
      const { status, json } = await test.send(name, { ...order, ...fields });
      expect([status, json.isError, json.data.error]).toEqual([400, true, 'VALIDATION_FAILED']);
      expect(json.message).toMatch(message);
      const [field = ''] = Object.keys(fields);
      expect(json.data.errors[0].field.startsWith(field)).toBe(true);
    }
  });

  it('are names of plans, and plans that are not there', async () => {
    for (const client_plan_id of ['', 'a/b', 'x'.repeat(129), 7]) {
      expect((await test.send('executeRoute', { ...order, client_plan_id })).status).toBe(400);
    }
    const { status, json } = await test.send('getRoutePlan', { plan_id: 'nothing' });
    expect([status, json.data.error]).toEqual([404, 'PLAN_NOT_FOUND']);
    expect((await test.send('estimateRoute', { ...order, client_plan_id: 'a' })).status).toBe(400);
  });

  it('are exchanges nobody knows, and symbols that are none', async () => {
    const { status, json } = await test.send('listRouteVenues', {
      symbol: 'BTC/USDT',
      venues: 'binance,nowhere',
    });
    expect([status, json.data.error, json.message]).toEqual([
      400,
      'UNSUPPORTED_EXCHANGE',
      "Error - Exchange 'nowhere' not supported.",
    ]);
    for (const query of [{ symbol: 'btc' }, {}]) {
      expect((await test.send('listRouteVenues', query)).status).toBe(400);
    }
  });
});

describe('a key', () => {
  const keyFor = async (roles: string[], ids?: string[]): Promise<string> => {
    const body = { name: 'k', roles, paths: ['/**'], ...(ids && { exchange_account_ids: ids }) };
    return (await test.ask({ method: 'POST', url: '/admin/keys', body })).json.data.key;
  };
  const fields = { ...order, plan_id: 'first' };
  const names = Object.keys(routingEndpoints) as (keyof typeof routingEndpoints)[];
  const ask = async (name: (typeof names)[number], key: string | null) => {
    const body = routingEndpoints[name].method === 'GET' ? fields : order;
    return (await test.send(name, { ...body }, key)).status;
  };

  it('is needed', async () => {
    for (const name of names) expect(await ask(name, null)).toBe(401);
  });

  it.each([
    ['viewer', 200, 403],
    ['analyst', 200, 403],
    ['pms_user', 200, 403],
    ['trader', 200, 200],
    ['vault_manager', 403, 403],
  ])('of role %s may what it may', async (role, read, write) => {
    const key = await keyFor([role]);
    for (const name of names) {
      expect([name, await ask(name, key)]).toEqual([name, name === 'executeRoute' ? write : read]);
    }
  });

  it('must reach every account, and every account of a plan', async () => {
    const some = await keyFor(['trader'], all.slice(0, 5));
    const whole = await keyFor(['trader'], all);
    for (const name of ['estimateRoute', 'executeRoute'] as const) {
      expect(await ask(name, some)).toBe(403);
    }
    // It does not learn whether there is such a plan.
    expect(await ask('getRoutePlan', some)).toBe(404);
    const { plan_id } = await test.data('getRoutePlan', { plan_id: 'first' });
    expect((await test.send('getRoutePlan', { plan_id }, some)).status).toBe(404);
    expect((await test.send('getRoutePlan', { plan_id }, whole)).status).toBe(200);
    // The name belongs to another owner, which even a key for all accounts does not learn.
    expect(await ask('getRoutePlan', whole)).toBe(404);
    // So a key may use the same name for its own plan.
    const named = { ...order, client_plan_id: 'first' };
    expect((await test.send('executeRoute', named, some)).status).toBe(403);
    const within = { ...named, exchange_account_ids: all.slice(0, 5) };
    const { status, json } = await test.send('executeRoute', within, some);
    expect([status, json.data.client_plan_id]).toEqual([200, 'first']);
    expect(json.data.plan_id).not.toBe(plan_id);
    const known = await test.send('executeRoute', within, whole);
    expect(known.json.data).toMatchObject({ client_plan_id: 'first', status: 'completed' });
    expect([plan_id, json.data.plan_id]).not.toContain(known.json.data.plan_id);
    const unknown = { ...order, exchange_account_ids: ['nobody'] };
    expect((await test.send('estimateRoute', unknown, some)).status).toBe(403);
  });
});

describe('the figures of the router', () => {
  it('count plans, slices and splits', async () => {
    const { text } = await test.ask({ url: '/metrics' });
    expect(text).toMatch(/windlass_routing_plans_total\{status="completed"\} [1-9]/);
    expect(text).toMatch(/windlass_routing_plans_total\{status="failed"\} 1/);
    expect(text).toMatch(/windlass_route_allocation_seconds_count [1-9]/);
    expect(text).toMatch(/windlass_routing_slices_total\{venue="binance",status="filled"\} [1-9]/);
  });
});
