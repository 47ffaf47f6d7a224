import { orderEndpoints } from '@windlass/contract';
import type { Fault, RawRequest } from '@windlass/simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { VenueLimits } from '../../../src/trading/venues/shared/limits/venueLimits.ts';
import type { TestAnswer } from '../../support/app/testApp.ts';
import type { TestTrader } from '../../support/app/testService.ts';
import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// The limits of an exchange hold for all accounts together, over a socket and through ccxt.

const minuteMs = 60_000;
/** A fifth of what binance allows, so that a burst in a test is too much for it. */
const weightPerMinute = 1_200;
const narrow = (limits: VenueLimits): VenueLimits => {
  const { spot, ...others } = limits.groups;
  const windows = (spot?.windows ?? []).map((window) =>
    window.scope === 'address' ? { ...window, capacity: weightPerMinute, booksShare: 0 } : window,
  );
  return { ...limits, groups: { ...others, spot: { bans: spot?.bans ?? {}, windows } } };
};

const [spot, swap] = binanceSimulated.markets;
const limitOrder = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService(binanceSimulated, narrow);
  // With a live stream nobody would ask the exchange about a resting order.
  live.simulator.failStreams('binance', { kind: 'refuse', times: Number.MAX_SAFE_INTEGER });
});
afterAll(() => live.stop());
// The weight that earlier tests used has expired, and their bans too.
beforeEach(() => live.service.app.clock.advance(10 * minuteMs));

function traderAt(market = spot): Promise<TestTrader> {
  if (!market) throw new Error('the exchange has markets');
  return live.service.trader(market);
}

const sent = () => live.simulator.requests('binance');
/** Contracts belong to another group of limits, and are requested separately. */
const sentOnSpot = () => sent().filter(({ host }) => host === 'api.binance.com');
const metrics = async () => (await live.service.app.call({ url: '/metrics' })).text;

/** Returns the figure of a series, which must exist. */
async function figure(series: string): Promise<number> {
  const line = (await metrics()).split('\n').find((each) => each.startsWith(`${series} `));
  expect(line, series).toBeDefined();
  return Number(line?.split(' ').at(-1));
}

const isRead = ({ path, method }: RawRequest) => method === 'GET' && path === '/api/v3/order';
const crowded = (headers: Readonly<Record<string, string>> = {}): Fault => ({
  kind: 'answers',
  status: 429,
  contentType: 'application/json',
  headers,
  body: JSON.stringify({ code: -1003, msg: 'Too many requests.' }),
});

/** Sends this many requests at the same moment, and lets time pass until all are answered. */
async function burst(count: number, { account }: TestTrader, orderId: string) {
  const { app } = live.service;
  const path = orderEndpoints.getOrder.path.replace(':order_id', orderId);
  const url = `${path}?${new URLSearchParams({ exchange_account_id: account })}`;
  const answers: TestAnswer[] = [];
  const asked = Array.from({ length: count }, async () => answers.push(await app.call({ url })));
  const pass = async (ms: number) => {
    for (let step = 0; step < ms; step += 10) {
      await app.sockets?.settle();
      await app.clock.advance(10);
    }
  };
  const finish = async () => {
    while (answers.length < count) await pass(50);
    await Promise.all(asked);
    return answers;
  };
  return { pass, finish };
}

/** Returns the weight of a request as the exchange counts it. */
function weightOf({ method, path, query }: RawRequest): number {
  if (method !== 'GET') return 1;
  const isOfOne = query.includes('symbol=');
  switch (path) {
    case '/api/v3/order':
      return 4;
    case '/api/v3/openOrders':
      return isOfOne ? 6 : 80;
    case '/api/v3/account':
    case '/api/v3/exchangeInfo':
    case '/api/v3/myTrades':
      return 20;
    default:
      return 1;
  }
}

describe('an exchange that says 429', () => {
  it('is asked nothing for any account until the time it named, and then again', async () => {
    const [first, second] = [await traderAt(), await traderAt()];
    const { order_id } = await first.take(limitOrder);
    const other = await second.take(limitOrder);
    const how = crowded({ 'retry-after': '30' });
    live.simulator.fail('binance', { match: isRead, times: 1, when: 'before', how });
    const ask = async ({ account }: TestTrader, id: string) =>
      (await live.service.app.order(id, { exchange_account_id: account })).json.message;
    expect(await ask(first, order_id)).toMatch(/This read was not sent\. Try again in 30 s\./);
    const before = sentOnSpot().length;
    const { status, json } = await second.send(limitOrder);
    expect([status, json.data.order_status]).toEqual([429, 'rejected']);
    expect(json.message).toMatch(/asked us not to call\. This order was not sent\. .* in \d+ s/);
    expect(await ask(second, other.order_id)).toMatch(/This read was not sent/);
    // It waits for a silence of ten seconds or less.
    await live.service.app.clock.advance(19_000);
    await ask(first, order_id);
    expect(sentOnSpot().length).toBe(before);
    const left =
      'windlass_venue_ban_seconds{venue="binance",environment="production",region="global",group="spot",scope="address"}';
    expect(await figure(left)).toBeGreaterThan(0);
    await live.service.app.clock.advance(11_000);
    expect((await second.find(other.order_id)).status).toBe('open');
    expect(sentOnSpot().length).toBeGreaterThan(before);
    expect((await first.take(limitOrder)).order_status).toBe('open');
    expect(await figure(left)).toBe(0);
    const bans =
      'windlass_venue_bans_total{venue="binance",environment="production",region="global",group="spot"}';
    expect(await figure(bans)).toBe(1);
  });

  it('to the reading of an order that it took has taken the order', async () => {
    const trader = await traderAt(swap);
    const before = live.simulator.accepted('binance');
    live.simulator.fail('binance', {
      match: ({ path }) => path === '/fapi/v1/userTrades',
      times: 1,
      when: 'before',
      how: crowded(),
    });
    const order = { order_type: 'market', side: 'buy', quantity: 1, client_order_id: 'taken' };
    const { status, json } = await trader.send(order);
    // The exchange gave it an id, which is now known; its fills follow.
    expect([status, json.data.order_status, json.data.order_id]).toEqual([
      200,
      'open',
      expect.stringMatching(/^\d+$/),
    ]);
    await live.service.app.clock.advance(10 * minuteMs);
    expect(await trader.find('taken')).toMatchObject({ status: 'closed', filled: 1 });
    expect(live.simulator.accepted('binance')).toBe(before + 1);
  });
});

describe('a burst of 200 lookups', () => {
  it('stays within the budget, while cancels and orders pass', async () => {
    const trader = await traderAt();
    const { order_id } = await trader.take(limitOrder);
    const { order_id: doomed } = await trader.take(limitOrder);
    const { pass, finish } = await burst(200, trader, order_id);
    await pass(500);
    const used =
      'windlass_venue_budget_used{venue="binance",environment="production",region="global",group="spot",budget="used-weight-1m"}';
    expect(await figure(used)).toBeGreaterThan(300);
    expect(await figure(used.replace('used{', 'capacity{'))).toBe(weightPerMinute);
    expect((await trader.cancel(doomed)).status).toBe('canceled');
    expect((await trader.take(limitOrder)).order_status).toBe('open');
    await finish();
    const refused =
      'windlass_venue_calls_refused_total{venue="binance",environment="production",region="global",group="spot",kind="read",reason="late"}';
    expect(await figure(refused)).toBeGreaterThan(10);
    const all = sent().filter(({ host }) => host === 'api.binance.com');
    const minutes = all.map(({ at }) =>
      all
        .filter((each) => each.at >= at && each.at < at + minuteMs)
        .reduce((sum, each) => sum + weightOf(each), 0),
    );
    const most = Math.max(...minutes);
    // Reads leave two fifths of it to cancels and orders.
    expect(most).toBeGreaterThan(weightPerMinute / 2);
    expect(most).toBeLessThanOrEqual(weightPerMinute);
  });
});

describe('the metrics', () => {
  it('tell limits and clocks without a name of a key or an account', async () => {
    await traderAt();
    const text = await metrics();
    const lines = text.split('\n').filter((line) => line.startsWith('windlass_venue_'));
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(line).not.toMatch(/desk-|key-of|secret-of|[0-9a-f]{32}/);
    const reserved =
      'windlass_venue_budget_reserved{venue="binance",environment="production",region="global",group="spot",';
    expect(await figure(`${reserved}budget="used-weight-1m",for="cancels"}`)).toBe(240);
    const spotGroup = 'venue="binance",environment="production",region="global",group="spot"';
    const spent = (purpose: string) =>
      `windlass_venue_budget_spent_total{${spotGroup},budget="used-weight-1m",purpose="${purpose}"}`;
    for (const purpose of ['order', 'comparison', 'caller']) {
      expect(await figure(spent(purpose))).toBeGreaterThan(0);
    }
    const skew =
      'windlass_venue_clock_skew_seconds{venue="binance",environment="production",region="global",group="spot"}';
    expect(Math.abs(await figure(skew))).toBeLessThan(0.1);
  });
});

/** Reads that may fail before the clocks are compared: polls of other accounts are in flight. */
const comparedAfterMax = 3;

describe('an exchange whose clock is off', () => {
  it.each([7, -7])('by %i s takes orders: what is signed bears its time', async (aheadSeconds) => {
    const trader = await traderAt();
    live.simulator.skewMs('binance', aheadSeconds * 1_000);
    // The first answer says that the time was wrong, and clocks are compared again at once.
    await live.service.app.clock.advance(5 * minuteMs);
    const url = `${orderEndpoints.listOpenOrders.path}?exchange_account_id=${trader.account}`;
    for (let attempts = 0; attempts < comparedAfterMax; attempts += 1) {
      if ((await live.service.app.ask({ url })).status === 200) break;
    }
    expect((await trader.take(limitOrder)).order_status).toBe('open');
    const skew =
      'windlass_venue_clock_skew_seconds{venue="binance",environment="production",region="global",group="spot"}';
    expect(Math.abs((await figure(skew)) - aheadSeconds)).toBeLessThan(0.1);
    live.simulator.skewMs('binance', 0);
  });
});
