import { accountEndpoints, orderEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService, type TestTrader } from '../support/app/testService.ts';

const spot = { symbol: 'BTC/USDT', marketType: 'spot' } as const;
/** Worth 95, and rests. */
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 95, client_order_id: 'one' };

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ venue: 'binance', markets: [spot] });
});
afterAll(() => service.app.stop());

async function limitOf({
  account,
}: TestTrader): Promise<{ used_usd: number; order_count: number }> {
  const query = new URLSearchParams({ exchange_account_id: account });
  const { json } = await service.app.ask({ url: `${orderEndpoints.getDailyLimit.path}?${query}` });
  const { used_usd, order_count } = json.data;
  return { used_usd, order_count };
}

const halt = (trader: TestTrader) => {
  const { path: url, method } = accountEndpoints.haltTrading;
  return service.app.ask({ method, url, body: { exchange_account_id: trader.account } });
};

/** Returns the order without the time it took. */
const orderOf = ({ execution_time: _, ...order }: { execution_time: number }) => order;

it('the same order of the same name is answered with the first, and sent once', async () => {
  const trader = await service.trader(spot);
  const first = await trader.take(limit);
  await service.app.clock.advance(5_000);
  expect(orderOf(await trader.take(limit))).toEqual(orderOf(first));
  expect(await trader.open()).toHaveLength(1);
  expect(await limitOf(trader)).toEqual({ used_usd: 95, order_count: 1 });
});

it('it is answered as it is by then', async () => {
  const trader = await service.trader(spot);
  const first = await trader.take(limit);
  await trader.show({ bids: [[93, 4]], asks: [[94, 4]] });
  await trader.find('one');
  const again = await trader.take(limit);
  expect(again).toMatchObject({ order_id: first.order_id, order_status: 'closed' });
  expect(again).toMatchObject({ quantity_filled: 1, avg_fill_price: 95 });
});

it('it is answered also when the account is halted or its limit is used up', async () => {
  const trader = await service.trader(spot, { daily_limit_usd: 100 });
  const first = await trader.take(limit);
  const other = await trader.send({ ...limit, client_order_id: 'two' });
  expect(other.json.data.error).toBe('DAILY_LIMIT_EXCEEDED');
  expect(orderOf(await trader.take(limit))).toEqual(orderOf(first));
  await halt(trader);
  expect(orderOf(await trader.take(limit))).toEqual(orderOf(first));
  const third = await trader.send({ ...limit, client_order_id: 'three' });
  expect(third.json.data.error).toBe('ACCOUNT_HALTED');
});

it('it is answered also when no book of the market is shown any more', async () => {
  const quiet = await openTestService({
    venue: 'binance',
    markets: [spot],
    usd: { USDT: 1, USDC: 1 },
  });
  const trader = await quiet.trader(spot);
  const first = await trader.take(limit);
  quiet.market.silence();
  await quiet.app.clock.advance(10_000);
  const other = await trader.send({ ...limit, client_order_id: 'two' });
  expect(other.json.data.error).toBe('PRICES_UNAVAILABLE');
  expect(orderOf(await trader.take(limit))).toEqual(orderOf(first));
  await quiet.app.stop();
});

it('three at the same moment make one order', async () => {
  const trader = await service.trader(spot);
  const all = await Promise.all([1, 2, 3].map(() => trader.take(limit)));
  expect(new Set(all.map(({ order_id }) => order_id)).size).toBe(1);
  expect(await trader.open()).toHaveLength(1);
  expect(await limitOf(trader)).toEqual({ used_usd: 95, order_count: 1 });
});

it.each([
  { quantity: 2 },
  { price: 94 },
  { side: 'sell', price: 106 },
  { time_in_force: 'IOC' },
  { post_only: true },
  { order_type: 'stop_loss_limit', stop_price: 96 },
])('another order of the same name is refused, and the first is shown: %j', async (change) => {
  const trader = await service.trader(spot);
  const first = await trader.take(limit);
  const { status, json } = await trader.send({ ...limit, ...change });
  expect([status, json.isError, json.statusCode]).toEqual([409, true, 409]);
  expect(json.message).toBe('Another order of this account has the client_order_id one.');
  expect(json.data).toEqual({
    error: 'DUPLICATE_CLIENT_ORDER_ID',
    order_id: first.order_id,
    client_order_id: 'one',
    order: {
      market: 'BTC/USDT',
      order_type: 'limit',
      order_side: 'buy',
      order_status: 'open',
      quantity: 1,
      quantity_filled: 0,
      price: 95,
      stop_price: null,
      execution_date: first.execution_date,
    },
  });
  expect(await limitOf(trader)).toEqual({ used_usd: 95, order_count: 1 });
  expect(await trader.open()).toHaveLength(1);
});

it('it is another order for another account', async () => {
  const [left, right] = [await service.trader(spot), await service.trader(spot)];
  const [first, second] = [await left.take(limit), await right.take({ ...limit, quantity: 2 })];
  expect(first.order_id).not.toBe(second.order_id);
});

it('the name of an order that was rejected is answered with the same rejection', async () => {
  const trader = await service.trader(spot, { paper_balances: { spot: { USDT: '505.5' } } });
  // At the best price the balance seems enough; the deeper level costs more.
  const taking = { client_order_id: 'one', side: 'buy', order_type: 'market', quantity: 5 };
  const first = await trader.send(taking);
  expect([first.status, first.json.data.error]).toEqual([400, 'INSUFFICIENT_BALANCE']);
  expect(first.json.data.order_status).toBe('rejected');
  // By now the balance would be enough, but it is still the order that was rejected.
  await trader.show({ bids: [[80, 9]], asks: [[81, 9]] });
  expect((await trader.send(taking)).json).toEqual(first.json);
  expect(await trader.open()).toEqual([]);
  const other = await trader.send({ ...taking, quantity: 2 });
  expect([other.status, other.json.data.order.order_status]).toEqual([409, 'rejected']);
});

it('the name of an order that was refused before it was sent is free', async () => {
  const trader = await service.trader(spot);
  const small = await trader.send({ ...limit, quantity: 0.1 });
  expect(small.json.data.error).toBe('BELOW_MINIMUM_ORDER');
  const made = await trader.take({ ...limit, quantity: 2 });
  expect(made).toMatchObject({ client_order_id: 'one', quantity: 2 });
});
