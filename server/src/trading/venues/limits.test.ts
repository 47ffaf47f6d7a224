import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import type { CallPurpose } from '../model/callPurpose.ts';
import { venueIds } from '../model/venue.ts';
import { productionOf } from '../model/venuePlace.ts';
import { binanceLimits } from './binance/trading/limits.ts';
import { bybitLimits } from './bybit/trading/limits.ts';
import { gateioLimits } from './gateio/trading/limits.ts';
import { hyperliquidLimits } from './hyperliquid/trading/limits.ts';
import { krakenFuturesLimits } from './kraken/trading/futures/limits.ts';
import { krakenSpotLimits } from './kraken/trading/spot/limits.ts';
import { loadDialects } from './liveVenues.ts';
import { okxLimits } from './okx/trading/limits.ts';
import { createGovernor } from './shared/limits/governor.ts';
import { type CallKind, callKinds, type GovernorRules } from './shared/limits/governorRules.ts';
import type { OutgoingCall, SentCall, VenueLimits } from './shared/limits/venueLimits.ts';

/** By the class of ccxt that trades under them. */
const limitsOf = {
  binance: binanceLimits,
  bybit: bybitLimits,
  gate: gateioLimits,
  kraken: krakenSpotLimits,
  krakenfutures: krakenFuturesLimits,
  okx: okxLimits,
  hyperliquid: hyperliquidLimits,
} as const;

const classes = Object.entries<VenueLimits>(limitsOf);
const groups = classes.flatMap(([name, { groups }]) =>
  Object.entries(groups).map(([group, rules]) => [`${name} ${group}`, rules] as const),
);

/** The purpose of calls of each kind, when a test names no other. */
const purposeOf = {
  cancel: 'cancel',
  order: 'order',
  read: 'caller',
  list: 'history',
} as const satisfies Record<CallKind, CallPurpose>;

/** Returns how many calls of a kind can be made at once with one key. */
async function atOnce(rules: GovernorRules, kind: CallKind): Promise<number> {
  const governor = createGovernor({ clock: createManualClock(), rules });
  const controller = new AbortController();
  for (let sent = 0; sent < 1_000; sent += 1) {
    const call = governor.acquire(
      { credential: 'a', kind, purpose: purposeOf[kind] },
      controller.signal,
    );
    void call.catch(() => undefined);
    if (governor.figures().waiting[kind] > 0 || sumOfLate(governor) > 0) {
      controller.abort();
      return sent;
    }
    await call;
  }
  return 1_000;
}

function sumOfLate(governor: ReturnType<typeof createGovernor>): number {
  return Object.values(governor.figures().refusedTotal.late).reduce((sum, count) => sum + count, 0);
}

describe.each(groups)('the limits of %s', (_name, rules) => {
  it('let some calls of each kind go at once, and a public one', async () => {
    for (const kind of callKinds) expect(await atOnce(rules, kind)).toBeGreaterThan(1);
    const governor = createGovernor({ clock: createManualClock(), rules });
    await governor.acquire({ kind: 'read', purpose: 'caller' }, new AbortController().signal);
  });

  it('name each window once, and cancels stay possible when orders have used up theirs', async () => {
    const names = rules.windows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const governor = createGovernor({ clock: createManualClock(), rules });
    const controller = new AbortController();
    for (let count = 0; count < 2_000; count += 1) {
      const call = { credential: 'a', kind: 'order', purpose: 'order' } as const;
      void governor.acquire(call, controller.signal).catch(() => undefined);
    }
    await governor.acquire(
      { credential: 'a', kind: 'cancel', purpose: 'cancel' },
      controller.signal,
    );
    controller.abort();
  });
});

it('the limits let these many orders go at once', async () => {
  const orders = await Promise.all(groups.map(([, rules]) => atOnce(rules, 'order')));
  expect(Object.fromEntries(groups.map(([name], index) => [name, orders[index]]))).toEqual({
    'binance spot': 100,
    'binance contracts': 300,
    // As many as the test asks for.
    'binance papi': 1_000,
    'bybit all': 10,
    'gate all': 10,
    'kraken spot': 48,
    'krakenfutures futures': 34,
    // No order is ever counted in this group.
    'krakenfutures history': 1_000,
    'okx all': 60,
    'hyperliquid all': 680,
  });
});

it('every class that trades names its own limits', async () => {
  const dialectsOf = await loadDialects();
  const dialects = venueIds.flatMap((venue) =>
    [false, true].flatMap((portfolioMargin) =>
      dialectsOf({ ...productionOf(venue), portfolioMargin }),
    ),
  );
  expect(dialects.length).toBeGreaterThan(0);
  for (const { ccxtClass, limits } of dialects) {
    expect(limits, ccxtClass).toBe(new Map(classes).get(ccxtClass));
  }
});

it('no exchange takes more of the future than of the past', () => {
  for (const [, { clock }] of classes) {
    const { behindMsMax, aheadMsMax } = clock.bounds;
    expect(aheadMsMax).toBeGreaterThan(0);
    expect(aheadMsMax).toBeLessThanOrEqual(behindMsMax);
  }
});

type Name = keyof typeof limitsOf;
type Call = readonly [api: string, method: string, path: string, params?: OutgoingCall['params']];

describe('a call', () => {
  it.each<readonly [Name, Call, object]>([
    ['binance', ['private', 'POST', 'order'], { group: 'spot', kind: 'order' }],
    ['binance', ['private', 'DELETE', 'order'], { group: 'spot', kind: 'cancel' }],
    ['binance', ['private', 'DELETE', 'orderList'], { kind: 'cancel' }],
    ['binance', ['private', 'POST', 'orderList/oco'], { kind: 'order' }],
    ['binance', ['private', 'GET', 'order'], { kind: 'read', weight: 4 }],
    ['binance', ['private', 'GET', 'openOrders'], { kind: 'list', weight: 80 }],
    ['binance', ['private', 'GET', 'openOrders', { symbol: 'A' }], { kind: 'list', weight: 6 }],
    ['binance', ['private', 'GET', 'myTrades', { symbol: 'A' }], { kind: 'read' }],
    ['binance', ['private', 'GET', 'myTrades', { orderId: '1' }], { weight: 5 }],
    ['binance', ['private', 'POST', 'userDataStream'], { kind: 'read', weight: 2 }],
    ['binance', ['fapiPrivate', 'POST', 'algoOrder'], { group: 'contracts', kind: 'order' }],
    ['binance', ['fapiPrivate', 'DELETE', 'algoOrder'], { group: 'contracts', kind: 'cancel' }],
    ['binance', ['fapiPrivate', 'GET', 'openAlgoOrders'], { kind: 'list', weight: 40 }],
    ['binance', ['fapiPrivate', 'DELETE', 'listenKey'], { kind: 'read', weight: 1 }],
    ['binance', ['fapiPrivateV3', 'GET', 'account'], { group: 'contracts', kind: 'read' }],
    ['binance', ['dapiPublic', 'GET', 'exchangeInfo'], { group: 'contracts', kind: 'read' }],
    ['binance', ['fapiPrivate', 'POST', 'countdownCancelAll'], { kind: 'cancel', weight: 10 }],
    ['binance', ['fapiPrivate', 'GET', 'income'], { group: 'contracts', kind: 'read', weight: 30 }],
    ['binance', ['fapiPublic', 'GET', 'premiumIndex', { symbol: 'A' }], { weight: 1 }],
    ['binance', ['fapiPublic', 'GET', 'premiumIndex'], { weight: 10 }],
    ['binance', ['dapiPublic', 'GET', 'markPriceKlines', { symbol: 'A' }], { weight: 2 }],
    ['gate', ['private.rebate', 'GET', 'broker/commission_history'], { kind: 'list', weight: 1.5 }],
    ['krakenfutures', ['charts', 'GET', 'mark'], { group: 'futures', kind: 'read' }],
    ['hyperliquid', ['public', 'POST', 'info', { type: 'twapHistory' }], { weight: 21 }],
    [
      'hyperliquid',
      ['public', 'POST', 'info', { type: 'userTwapSliceFillsByTime', startTime: 1 }],
      { kind: 'list', weight: 21 },
    ],
    ['binance', ['sapi', 'POST', 'asset/transfer'], { group: 'spot', kind: 'read', weight: 1 }],
    ['binance', ['sapi', 'GET', 'asset/tradeFee', { symbol: 'A' }], { group: 'spot', weight: 1 }],
    ['binance', ['fapiPrivate', 'GET', 'commissionRate', { symbol: 'A' }], { weight: 20 }],
    ['binance', ['papi', 'GET', 'um/commissionRate', { symbol: 'A' }], { weight: 20 }],
    ['binance', ['papi', 'GET', 'cm/commissionRate', { symbol: 'A' }], { weight: 20 }],
    ['binance', ['papi', 'GET', 'balance'], { group: 'papi', kind: 'read', weight: 20 }],
    ['binance', ['papi', 'POST', 'auto-collection'], { group: 'papi', weight: 750 }],
    ['bybit', ['private', 'POST', 'v5/order/disconnected-cancel-all'], { kind: 'cancel' }],
    ['gate', ['private.spot', 'POST', 'countdown_cancel_all'], { kind: 'cancel' }],
    [
      'hyperliquid',
      ['private', 'POST', 'exchange', { action: { type: 'scheduleCancel' } }],
      { kind: 'cancel' },
    ],
    ['bybit', ['private', 'POST', 'v5/order/create'], { kind: 'order' }],
    ['bybit', ['private', 'POST', 'v5/position/trading-stop'], { kind: 'order' }],
    ['bybit', ['private', 'POST', 'v5/order/cancel'], { kind: 'cancel' }],
    ['bybit', ['private', 'POST', 'v5/position/set-leverage'], { kind: 'read' }],
    ['bybit', ['private', 'GET', 'v5/order/realtime'], { kind: 'read' }],
    ['bybit', ['private', 'GET', 'v5/account/fee-rate'], { kind: 'read', weight: 2 }],
    ['gate', ['private.spot', 'POST', 'orders'], { kind: 'order' }],
    ['gate', ['private.futures', 'POST', '{settle}/price_orders'], { kind: 'order' }],
    ['gate', ['private.futures', 'DELETE', '{settle}/orders/{order_id}'], { kind: 'cancel' }],
    ['gate', ['private.spot', 'GET', 'orders/{order_id}'], { kind: 'read' }],
    ['gate', ['private.futures', 'POST', '{settle}/positions'], { kind: 'read' }],
    ['kraken', ['private', 'POST', 'AddOrder'], { group: 'spot', kind: 'order' }],
    ['kraken', ['private', 'POST', 'CancelOrder'], { kind: 'cancel' }],
    ['kraken', ['private', 'POST', 'CancelAllOrdersAfter'], { kind: 'read' }],
    ['kraken', ['private', 'POST', 'QueryOrders'], { kind: 'read' }],
    ['kraken', ['private', 'POST', 'TradesHistory'], { kind: 'list' }],
    ['krakenfutures', ['private', 'POST', 'sendorder'], { group: 'futures', kind: 'order' }],
    ['krakenfutures', ['private', 'POST', 'cancelorder'], { kind: 'cancel' }],
    ['krakenfutures', ['private', 'GET', 'openorders'], { kind: 'read' }],
    ['krakenfutures', ['history', 'GET', 'executions'], { group: 'history', kind: 'list' }],
    ['krakenfutures', ['private', 'GET', 'fills'], { kind: 'list', weight: 2 }],
    ['krakenfutures', ['private', 'POST', 'cancelallordersafter'], { kind: 'cancel', weight: 25 }],
    ['okx', ['private', 'POST', 'trade/order-algo'], { kind: 'order' }],
    ['okx', ['private', 'POST', 'trade/cancel-algos'], { kind: 'cancel' }],
    ['okx', ['private', 'GET', 'trade/order'], { kind: 'read' }],
    ['okx', ['private', 'GET', 'account/balance'], { kind: 'read' }],
    [
      'hyperliquid',
      ['private', 'POST', 'exchange', { action: { type: 'order' } }],
      { kind: 'order' },
    ],
    [
      'hyperliquid',
      ['private', 'POST', 'exchange', { action: { type: 'cancelByCloid' } }],
      { kind: 'cancel' },
    ],
    ['hyperliquid', ['public', 'POST', 'info', { type: 'orderStatus' }], { kind: 'read' }],
    ['hyperliquid', ['public', 'POST', 'info', { type: 'userFills' }], { kind: 'list' }],
    ['hyperliquid', ['public', 'POST', 'info', { type: 'userRole' }], { weight: 60 }],
  ])('of %s, %j, counts as %j', (name, [api, method, path, params = {}], expected) => {
    const rated = limitsOf[name].rate({ api, method, path, params });
    expect(rated).toMatchObject(expected);
    const rules = (limitsOf[name] as VenueLimits).groups[rated.group];
    // Otherwise the call could never be made.
    for (const { cost, capacity, booksShare = 0 } of rules?.windows ?? []) {
      expect(cost({ ...rated, credential: 'a' })).toBeLessThan((capacity - booksShare) / 2);
    }
  });
});

const nowMs = 1_700_000_000_000;
const inSeconds = nowMs / 1_000 + 7;

interface Said {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly asked?: Partial<SentCall>;
}

function hear(name: Name, { status = 200, body = {}, headers = {}, asked = {} }: Said) {
  const text = JSON.stringify(body);
  const [group = ''] = Object.keys(limitsOf[name].groups);
  const all: SentCall = { group, kind: 'read', isPublic: false, nowMs, ...asked };
  return limitsOf[name].readLimits({ status, headers, text }, all);
}

describe('an answer', () => {
  it.each(classes.map(([name]) => name as Name))('of %s tells when to try again', (name) => {
    const headers = { 'retry-after': '7' };
    expect(hear(name, { status: 429, headers })).toMatchObject({
      status: 429,
      retryAfterMs: 7_000,
    });
    const plain = hear(name, {});
    expect([plain.status, plain.retryAfterMs, plain.isClockRefused]).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });

  it.each<readonly [Name, string, Said, object]>([
    [
      'binance',
      'names the end of a ban in a text',
      {
        status: 418,
        body: { code: -1003, msg: `Way too much; IP banned until ${nowMs + 7_000}.` },
      },
      { status: 418, retryAfterMs: 7_000 },
    ],
    [
      'binance',
      'bans with any status',
      { status: 400, body: { code: -1003, msg: 'Too many requests.' } },
      { status: 429 },
    ],
    [
      'binance',
      'refuses orders alone',
      { status: 400, body: { code: -1015, msg: 'Too many new orders.' } },
      { status: 400, used: { 'order-count-10s': 100 } },
    ],
    [
      'binance',
      'tells its own counts',
      { headers: { 'x-mbx-used-weight-1m': '12', 'x-mbx-order-count-10s': '3' } },
      { used: { 'used-weight-1m': 12, 'order-count-10s': 3 } },
    ],
    [
      'binance',
      'refuses the time',
      { status: 400, body: { code: -1021 } },
      { isClockRefused: true },
    ],
    [
      'bybit',
      'bans by a code',
      {
        body: { retCode: 10_006 },
        headers: { 'x-bapi-limit-reset-timestamp': `${nowMs + 700}` },
      },
      { status: 429, retryAfterMs: 700 },
    ],
    ['bybit', 'bans the address by a code', { body: { retCode: 10_018 } }, { status: 403 }],
    [
      'bybit',
      'tells how much of an endpoint is left',
      {
        headers: { 'x-bapi-limit': '50', 'x-bapi-limit-status': '5' },
        asked: { kind: 'order' },
      },
      { used: { 'orders-1s': 9 } },
    ],
    ['bybit', 'refuses the time', { body: { retCode: 10_002 } }, { isClockRefused: true }],
    [
      'gate',
      'names the end in a header',
      { status: 429, headers: { 'x-gate-ratelimit-reset-timestamp': `${inSeconds}` } },
      { status: 429, retryAfterMs: 7_000 },
    ],
    ['gate', 'bans by a label', { status: 400, body: { label: 'TOO_FAST' } }, { status: 429 }],
    [
      'gate',
      'tells how much is left',
      { headers: { 'x-gate-ratelimit-limit': '200', 'x-gate-ratelimit-requests-remain': '50' } },
      { used: { 'private-10s': 150 } },
    ],
    [
      'gate',
      'refuses the time',
      { status: 401, body: { label: 'REQUEST_EXPIRED' } },
      { isClockRefused: true },
    ],
    [
      'kraken',
      'bans by a text',
      { body: { error: ['EAPI:Rate limit exceeded'] } },
      { status: 429 },
    ],
    [
      'kraken',
      'bans orders by a text',
      { body: { error: ['EOrder:Rate limit exceeded'] } },
      { status: 429 },
    ],
    [
      'kraken',
      'locks out',
      { body: { error: ['EGeneral:Temporary lockout'] } },
      { status: 429, retryAfterMs: 900_000 },
    ],
    [
      'kraken',
      'names the end in a text',
      { body: { error: [`EService:Throttled: ${inSeconds}`] } },
      { status: 429, retryAfterMs: 7_000 },
    ],
    ['krakenfutures', 'bans by a word', { body: { error: 'apiLimitExceeded' } }, { status: 429 }],
    ['okx', 'bans by a code', { body: { code: '50011' } }, { status: 429 }],
    ['okx', 'bans a user by a code', { body: { code: '50061' } }, { status: 429 }],
    ['okx', 'refuses the time', { body: { code: '50102' } }, { isClockRefused: true }],
    [
      'hyperliquid',
      'tells that a quota is used up',
      { body: { status: 'err', response: 'Too many cumulative requests sent (1 > 0).' } },
      { status: 429, scope: 'credential', retryAfterMs: 10_000 },
    ],
  ])('of %s %s', (name, _, said, expected) => {
    expect(hear(name, said)).toMatchObject(expected);
  });
});

describe('the time', () => {
  it.each<readonly [Name, unknown]>([
    ['binance', { serverTime: nowMs }],
    ['bybit', { retCode: 0, time: nowMs }],
    ['gate', { server_time: nowMs }],
    ['kraken', { error: [], result: { unixtime: nowMs / 1_000 } }],
    ['krakenfutures', { serverTime: new Date(nowMs).toISOString() }],
    ['okx', { code: '0', data: [{ ts: `${nowMs}` }] }],
    ['hyperliquid', { specialStatuses: null, time: nowMs }],
  ])('of %s is read from its answer, and from no other', (name, body) => {
    const read = (text: string) => limitsOf[name].clock.read({ status: 200, headers: {}, text });
    expect(read(JSON.stringify(body))?.serverMs).toBe(nowMs);
    for (const text of ['', '{}', '<html>', '{"time":null}', 'null']) {
      expect(read(text)).toBeUndefined();
    }
  });
});
