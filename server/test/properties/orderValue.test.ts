import { orderEndpoints } from '@windlass/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExecutionService } from '../../src/trading/execution/execution.ts';
import type { StoredFill, StoredOrder } from '../../src/trading/execution/orderStore.ts';
import { openTestService, type TestService, type TestTrader } from '../support/app/testService.ts';
import { exactOf } from '../support/orders/filters.ts';
import { proofOf } from '../support/proof.ts';

/*
 * Random orders, cancels and books through HTTP on an account with both wallets; then every unit is
 * accounted for. The conservation test in the paper venue's own folder covers what it stores of a
 * spot day; this test covers the service's answers, for both classes, with times in force and
 * reduce_only.
 */

const spot = { symbol: 'BTC/USDT', marketType: 'spot' } as const;
const swap = { symbol: 'BTC/USDT:USDT', marketType: 'swap' } as const;
const symbols = { spot: spot.symbol, swap: swap.symbol };
/** Small enough that some orders are refused for lack of it. */
const first = { spot: { USDT: '900', BTC: '9' }, swap: { USDT: '900' } };
/** Enough to close any position. */
const deep = { bids: [[100, 1_000]], asks: [[101, 1_000]] } as const;
const taker = 'taker';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ venue: 'binance', markets: [spot, swap] });
});
afterAll(() => service.app.stop());

const side = fc.constantFrom('buy' as const, 'sell' as const);
const class_ = fc.constantFrom('spot' as const, 'swap' as const);
const price = fc.integer({ min: 9_600, max: 10_500 }).map((ticks) => ticks / 100);
const quantity = fc.integer({ min: 1_100, max: 60_000 }).map((lots) => lots / 10_000);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      class_,
      side,
      quantity,
      price,
      order_type: fc.constantFrom('limit', 'limit', 'limit', 'market'),
      time_in_force: fc.constantFrom('GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY'),
      reduces: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      class_,
      bid: fc.integer({ min: 9_600, max: 10_400 }),
      spread: fc.integer({ min: 1, max: 90 }),
      depth: quantity,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(20) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function trading(): ExecutionService {
  const { trading: tradingService } = service.app.app;
  if (!tradingService) throw new Error('the trading service is running');
  return tradingService.execution;
}

/** Reports about one account's day. */
interface Day {
  readonly trader: TestTrader;
  readonly fills: StoredFill[];
  /** The last report of each order. */
  readonly orders: Map<string, StoredOrder>;
  readonly statuses: Map<number, number>;
}

async function play(steps: readonly Step[]): Promise<Day> {
  const trader = await service.trader(spot, { paper_balances: first });
  service.market.show(swap.symbol, { bids: [[100, 4]], asks: [[101, 4]] });
  const day: Day = { trader, fills: [], orders: new Map(), statuses: new Map() };
  const { events } = trading();
  const unlisten = [
    events.onFill((fill) => fill.accountId === trader.account && day.fills.push(fill)),
    events.onOrder(
      (order) => order.accountId === trader.account && day.orders.set(order.id, order),
    ),
  ];
  for (const [index, each] of steps.entries()) await playOne(day, each, index);
  await endDay(day);
  for (const cancel of unlisten) cancel();
  return day;
}

async function playOne({ trader, statuses }: Day, each: Step, index: number): Promise<void> {
  switch (each.kind) {
    case 'book': {
      const [low, high] = [each.bid / 100, (each.bid + each.spread) / 100];
      const { depth } = each;
      service.market.show(symbols[each.class_], { bids: [[low, depth]], asks: [[high, depth]] });
      await service.app.clock.advance(100);
      return;
    }
    case 'cancel':
      await service.app.cancel(`order-${each.nth}`, { exchange_account_id: trader.account });
      return;
    case 'order': {
      const { kind: _kind, class_: own, reduces, order_type, ...body } = each;
      const isMarket = order_type === 'market';
      const { status } = await trader.send({
        ...body,
        symbol: symbols[own],
        market_type: own,
        order_type,
        ...(isMarket && { price: null, time_in_force: 'GTC' }),
        reduce_only: reduces && own === 'swap',
        client_order_id: `order-${index}`,
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
}

/** Cancels open orders and closes positions, so that no value depends on the market. */
async function endDay({ trader, fills }: Day): Promise<void> {
  for (const market_type of ['spot', 'swap'] as const) {
    const own = { exchange_account_id: trader.account, market_type };
    const url = `${orderEndpoints.listOpenOrders.path}?${new URLSearchParams(own)}`;
    const { json } = await service.app.ask({ url });
    for (const { order_id } of json.data) await trader.cancel(order_id);
  }
  for (const symbol of Object.values(symbols)) service.market.show(symbol, deep);
  await service.app.clock.advance(100);
  const position = positionOf(fills);
  if (position === 0n) return;
  const closing = { side: position > 0n ? 'sell' : 'buy', order_type: 'market', reduce_only: true };
  const own = { symbol: swap.symbol, market_type: 'swap', client_order_id: 'the last' };
  // More than there is to close: the excess must not open a position the other way.
  await trader.take({ ...closing, ...own, quantity: 500 });
  await service.app.clock.advance(100);
}

const signOf = (fill: StoredFill) => (fill.side === 'buy' ? 1n : -1n);
const worthOf = (fill: StoredFill) => (exactOf(fill.quantity) * exactOf(fill.price)) / exactOf(1);

function positionOf(fills: readonly StoredFill[]): bigint {
  return fills
    .filter(({ marketType }) => marketType === 'swap')
    .reduce((sum, fill) => sum + signOf(fill) * exactOf(fill.quantity), 0n);
}

/** Calculates what each wallet must hold, from the fills alone. */
function reckon(fills: readonly StoredFill[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (name: string, amount: bigint) => sums.set(name, (sums.get(name) ?? 0n) + amount);
  for (const [wallet, assets] of Object.entries(first)) {
    for (const [asset, text] of Object.entries(assets)) add(`${wallet} ${asset}`, exactOf(text));
  }
  for (const fill of fills) {
    const { marketType, feeAsset } = fill;
    add(`${marketType} USDT`, -signOf(fill) * worthOf(fill));
    if (marketType === 'spot') add('spot BTC', signOf(fill) * exactOf(fill.quantity));
    add(`${marketType} ${feeAsset}`, -exactOf(fill.fee));
  }
  return sums;
}

async function checkBalances({ trader, fills }: Day): Promise<void> {
  const reckoned = reckon(fills);
  for (const marketType of ['spot', 'swap'] as const) {
    const { balances } = await trading().balances(trader.account, marketType);
    for (const [asset, { free, used, total }] of Object.entries(balances)) {
      expect([asset, exactOf(total)]).toEqual([
        asset,
        reckoned.get(`${marketType} ${asset}`) ?? 0n,
      ]);
      expect([asset, used]).toEqual([asset, '0']);
      expect(exactOf(free)).toBe(exactOf(total));
    }
  }
}

function checkOrders({ orders, fills }: Day): void {
  for (const order of orders.values()) {
    const own = fills.filter(({ orderId }) => orderId === order.id);
    const sum = (amount: (fill: StoredFill) => bigint) =>
      own.reduce((all, fill) => all + amount(fill), 0n);
    const [filled, quantityOf] = [exactOf(order.filled), exactOf(order.quantity)];
    expect(filled).toBe(sum((fill) => exactOf(fill.quantity)));
    expect(exactOf(order.cost)).toBe(sum(worthOf));
    expect(exactOf(order.fee)).toBe(sum((fill) => exactOf(fill.fee)));
    expect(filled <= quantityOf).toBe(true);
    if (order.timeInForce === 'FOK' && !order.reduceOnly) {
      expect([0n, quantityOf]).toContain(filled);
    }
    if (order.timeInForce === 'POST_ONLY') {
      expect(own.map(({ liquidity }) => liquidity)).not.toContain(taker);
    }
    const limit = order.price === undefined ? undefined : Number(order.price);
    const isBuy = order.side === 'buy';
    for (const { price: at } of own) {
      expect(limit === undefined || (isBuy ? at <= limit : at >= limit)).toBe(true);
    }
  }
}

/** Checks the fills in their order: each fill of a reduce-only order must reduce the position. */
function checkReducing({ orders, fills }: Day): void {
  let position = 0n;
  const size = (amount: bigint) => (amount < 0n ? -amount : amount);
  for (const fill of fills.filter(({ marketType }) => marketType === 'swap')) {
    const before = position;
    position += signOf(fill) * exactOf(fill.quantity);
    if (!orders.get(fill.orderId ?? '')?.reduceOnly) continue;
    expect(size(position) < size(before) && position * before >= 0n).toBe(true);
  }
  expect(position).toBe(0n);
}

/** A dollar is a USDT here: each order that did not only reduce counts its cost, rounded up. */
async function checkLimit({ trader, orders }: Day): Promise<void> {
  const { usedMicroUsd } = await trading().dailyLimit(trader.account);
  const micro = exactOf('0.000001');
  const costs = [...orders.values()].filter(({ reduceOnly }) => !reduceOnly);
  const sum = costs.reduce((all, { cost }) => all + exactOf(cost), 0n);
  const used = BigInt(usedMicroUsd) * micro;
  expect(used >= sum - micro * BigInt(costs.length)).toBe(true);
  expect(used <= sum + micro * BigInt(costs.length)).toBe(true);
}

it('every unit of a random day is accounted for by what was told of it', async () => {
  const statuses = new Map<number, number>();
  const kinds = new Set<string>();
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 8, maxLength: 24 }),
    async (steps) => {
      const day = await play(steps);
      checkOrders(day);
      checkReducing(day);
      await checkBalances(day);
      await checkLimit(day);
      for (const [status, count] of day.statuses) {
        statuses.set(status, (statuses.get(status) ?? 0) + count);
      }
      for (const { status, timeInForce, reduceOnly, filled } of day.orders.values()) {
        kinds.add(`${status} ${timeInForce}${reduceOnly ? ' reducing' : ''}`);
        if (status === 'canceled' && filled !== '0') kinds.add('canceled in part');
      }
    },
  );
  await fc.assert(property, proofOf(40));
  // A property proves nothing about a kind of answer that never occurs.
  expect([...statuses.keys()].sort()).toEqual([200, 400]);
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      'closed GTC',
      'closed IOC',
      'closed FOK',
      'expired IOC',
      'expired FOK',
      'canceled GTC',
      'canceled in part',
      'canceled POST_ONLY',
      'closed GTC reducing',
    ]),
  );
}, 120_000);
