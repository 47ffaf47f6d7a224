import { accountEndpoints, orderEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Desk, type House, openHouse } from '../support/app/madeHouse.ts';

const spot = { symbol: 'BTC/USDT', marketType: 'spot' } as const;
/** Worth 95, and rests. */
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 95, client_order_id: 'one' };

let house: House;
beforeAll(async () => {
  house = await openHouse({ venue: 'binance', markets: [spot] });
});
afterAll(() => house.app.stop());

async function limitOf({ account }: Desk): Promise<{ used_usd: number; order_count: number }> {
  const query = new URLSearchParams({ exchange_account_id: account });
  const { json } = await house.app.ask({ url: `${orderEndpoints.getDailyLimit.path}?${query}` });
  const { used_usd, order_count } = json.data;
  return { used_usd, order_count };
}

const halt = (desk: Desk) => {
  const { path: url, method } = accountEndpoints.haltTrading;
  return house.app.ask({ method, url, body: { exchange_account_id: desk.account } });
};

/** Returns the order without the time it took. */
const orderOf = ({ execution_time: _, ...order }: { execution_time: number }) => order;

it('the same order of the same name is answered with the first, and sent once', async () => {
  const desk = await house.desk(spot);
  const first = await desk.take(limit);
  await house.app.clock.advance(5_000);
  expect(orderOf(await desk.take(limit))).toEqual(orderOf(first));
  expect(await desk.open()).toHaveLength(1);
  expect(await limitOf(desk)).toEqual({ used_usd: 95, order_count: 1 });
});

it('it is answered as it is by then', async () => {
  const desk = await house.desk(spot);
  const first = await desk.take(limit);
  await desk.show({ bids: [[93, 4]], asks: [[94, 4]] });
  await desk.find('one');
  const again = await desk.take(limit);
  expect(again).toMatchObject({ order_id: first.order_id, order_status: 'closed' });
  expect(again).toMatchObject({ quantity_filled: 1, avg_fill_price: 95 });
});

it('it is answered also when the account is halted or its limit is used up', async () => {
  const desk = await house.desk(spot, { daily_limit_usd: 100 });
  const first = await desk.take(limit);
  const other = await desk.send({ ...limit, client_order_id: 'two' });
  expect(other.json.data.error).toBe('DAILY_LIMIT_EXCEEDED');
  expect(orderOf(await desk.take(limit))).toEqual(orderOf(first));
  await halt(desk);
  expect(orderOf(await desk.take(limit))).toEqual(orderOf(first));
  const third = await desk.send({ ...limit, client_order_id: 'three' });
  expect(third.json.data.error).toBe('ACCOUNT_HALTED');
});

it('it is answered also when no book of the market is shown any more', async () => {
  const quiet = await openHouse({ venue: 'binance', markets: [spot], usd: { USDT: 1, USDC: 1 } });
  const desk = await quiet.desk(spot);
  const first = await desk.take(limit);
  quiet.market.silence();
  await quiet.app.clock.advance(10_000);
  const other = await desk.send({ ...limit, client_order_id: 'two' });
  expect(other.json.data.error).toBe('PRICES_UNAVAILABLE');
  expect(orderOf(await desk.take(limit))).toEqual(orderOf(first));
  await quiet.app.stop();
});

it('three at the same moment make one order', async () => {
  const desk = await house.desk(spot);
  const all = await Promise.all([1, 2, 3].map(() => desk.take(limit)));
  expect(new Set(all.map(({ order_id }) => order_id)).size).toBe(1);
  expect(await desk.open()).toHaveLength(1);
  expect(await limitOf(desk)).toEqual({ used_usd: 95, order_count: 1 });
});

it.each([
  { quantity: 2 },
  { price: 94 },
  { side: 'sell', price: 106 },
  { time_in_force: 'IOC' },
  { post_only: true },
  { order_type: 'stop_loss_limit', stop_price: 96 },
])('another order of the same name is refused, and the first is shown: %j', async (change) => {
  const desk = await house.desk(spot);
  const first = await desk.take(limit);
  const { status, json } = await desk.send({ ...limit, ...change });
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
  expect(await limitOf(desk)).toEqual({ used_usd: 95, order_count: 1 });
  expect(await desk.open()).toHaveLength(1);
});

it('it is another order for another account', async () => {
  const [left, right] = [await house.desk(spot), await house.desk(spot)];
  const [first, second] = [await left.take(limit), await right.take({ ...limit, quantity: 2 })];
  expect(first.order_id).not.toBe(second.order_id);
});

it('the name of an order that was rejected is answered with the same rejection', async () => {
  const desk = await house.desk(spot, { paper_balances: { spot: { USDT: '505.5' } } });
  // At the best price the balance seems enough; the deeper level costs more.
  const taking = { client_order_id: 'one', side: 'buy', order_type: 'market', quantity: 5 };
  const first = await desk.send(taking);
  expect([first.status, first.json.data.error]).toEqual([400, 'INSUFFICIENT_BALANCE']);
  expect(first.json.data.order_status).toBe('rejected');
  // By now the balance would be enough, but it is still the order that was rejected.
  await desk.show({ bids: [[80, 9]], asks: [[81, 9]] });
  expect((await desk.send(taking)).json).toEqual(first.json);
  expect(await desk.open()).toEqual([]);
  const other = await desk.send({ ...taking, quantity: 2 });
  expect([other.status, other.json.data.order.order_status]).toEqual([409, 'rejected']);
});

it('the name of an order that was refused before it was sent is free', async () => {
  const desk = await house.desk(spot);
  const small = await desk.send({ ...limit, quantity: 0.1 });
  expect(small.json.data.error).toBe('BELOW_MINIMUM_ORDER');
  const made = await desk.take({ ...limit, quantity: 2 });
  expect(made).toMatchObject({ client_order_id: 'one', quantity: 2 });
});
