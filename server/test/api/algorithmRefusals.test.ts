import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AlgorithmHouse, openAlgorithmHouse } from '../support/algorithmDay.ts';
import { on, sweep, timepace, twap } from '../support/algorithmRunBodies.ts';

// An exchange that refuses: what an algorithm makes of it, and what it says of it.

let desk: AlgorithmHouse;
beforeEach(async () => {
  desk = await openAlgorithmHouse();
  desk.quote(100);
});
afterEach(() => desk.house.stop());

const short = 'Balance is short by 7.';
/** Has the exchange refuse every order while that holds. */
const refuseWhile = (isRefused: () => boolean) =>
  desk.house.onSubmit(() =>
    isRefused()
      ? Promise.resolve({ kind: 'rejected', code: 'INSUFFICIENT_BALANCE', message: short })
      : undefined,
  );

describe('a cause that passes', () => {
  it('is tried again at each interval of a twap, so that it fills once it has passed', async () => {
    const id = await desk.house.account('binance');
    let isShort = true;
    refuseWhile(() => isShort);
    const { order_id } = await desk.start({ ...twap(), ...on(id) });
    await desk.pass(40_000);
    const refused = await desk.show(order_id);
    // A slice and a take of each of four intervals, and what was to be caught up.
    expect(refused.progress.child_orders).toBeGreaterThanOrEqual(8);
    expect([refused.status, refused.status_reason]).toEqual(['RUNNING', `${id}: ${short}`]);
    isShort = false;
    const done = await desk.ended(order_id, 60_000);
    expect([done.status, done.status_reason, done.progress.filled_quantity]).toEqual([
      ...['COMPLETED', null, 6],
    ]);
  });

  it('is tried again at each interval of a timepace, until it is resolved', async () => {
    const id = await desk.house.account('binance');
    let isShort = true;
    refuseWhile(() => isShort);
    const { order_id } = await desk.start({ ...timepace(), ...on(id) });
    await desk.pass(60_000);
    const refused = await desk.show(order_id);
    expect(refused.progress.child_orders).toBeGreaterThanOrEqual(12);
    expect(refused.progress.child_orders).toBeLessThanOrEqual(13);
    expect([refused.status, refused.status_reason]).toEqual(['RUNNING', `${id}: ${short}`]);
    isShort = false;
    const done = await desk.ended(order_id, 30_000);
    expect([done.status, done.status_reason]).toEqual(['COMPLETED', null]);
  });

  it('does not cost a sweep its other rounds', async () => {
    const id = await desk.house.account('binance');
    let refusals = 2;
    refuseWhile(() => {
      refusals -= 1;
      return refusals >= 0;
    });
    const { order_id } = await desk.start({ ...sweep(), ...on(id) });
    const done = await desk.ended(order_id, 20_000);
    expect([done.status, done.progress.filled_quantity]).toEqual(['COMPLETED', 6]);
  });

  it('has the share of an account go to the others meanwhile', async () => {
    const [one, other] = [await desk.house.account('binance'), await desk.house.account('kraken')];
    desk.house.onSubmit(({ accountId }) =>
      accountId === one
        ? Promise.resolve({ kind: 'rejected', code: 'RATE_LIMITED', message: 'Too many.' })
        : undefined,
    );
    const { order_id } = await desk.start({ ...twap(), ...on(one, other) });
    const done = await desk.ended(order_id, 90_000);
    expect([done.status, done.progress.fill_percentage]).toEqual(['COMPLETED', 100]);
  });
});

describe('an algorithm of which every order was refused', () => {
  it.each([
    ['twap', twap()],
    ['sweep', sweep()],
  ])('of type %s ends FAILED, and says why', async (_type, body) => {
    const id = await desk.house.account('binance');
    refuseWhile(() => true);
    const { order_id } = await desk.start({ ...body, ...on(id) });
    const done = await desk.ended(order_id, 1_000_000);
    expect([done.status, done.progress.filled_quantity]).toEqual(['FAILED', 0]);
    expect(done.status_reason).toContain(`${id}: ${short}`);
  });
});

it('a twap that was refused the rest is COMPLETED, and says why it is short', async () => {
  const id = await desk.house.account('binance');
  let isShort = false;
  refuseWhile(() => isShort);
  const { order_id } = await desk.start({ ...twap({ aggression: 'aggressive' }), ...on(id) });
  await desk.pass(15_000);
  isShort = true;
  const done = await desk.ended(order_id, 90_000);
  expect(done.status).toBe('COMPLETED');
  expect(done.progress.filled_quantity).toBeGreaterThan(0);
  expect(done.status_reason).toMatch(
    /^The time is over: \d+(\.\d+)? % of the quantity was filled\./,
  );
  expect(done.status_reason).toContain(`${id}: ${short}`);
});

it('a twap that never could order says what it waits for, and in the end what it waited for', async () => {
  const id = await desk.house.account('binance');
  const limit = 'The market is beyond the limit price 90.';
  const body = { ...twap({ aggression: 'aggressive' }), ...on(id), limit_price: 90 };
  desk.house.onSubmit(() => undefined);
  const { order_id } = await desk.start(body);
  const done = await desk.ended(order_id, 90_000);
  expect([done.status, done.progress.filled_quantity]).toEqual(['COMPLETED', 0]);
  expect(done.status_reason).toContain(limit);
});

describe('a quantity that its accounts together could never pay', () => {
  it.each([
    ['BTC/USDT', 'buy', 'INSUFFICIENT_BALANCE'],
    ['BTC/USDT', 'sell', 'INSUFFICIENT_BALANCE'],
    ['BTC/USDT:USDT', 'buy', 'INSUFFICIENT_MARGIN'],
    ['BTC/USDT:USDT', 'sell', 'INSUFFICIENT_MARGIN'],
  ])('of %s to %s is refused at the start, with the figures', async (symbol, side, error) => {
    desk.quotePerp(100);
    const ids = [await desk.house.account('binance'), await desk.house.account('bybit')];
    const body = { ...twap(), ...on(...ids), symbol, side };
    const { status, json } = await desk.send('startAlgorithm', { ...body, quantity: 1e9 });
    expect([status, json.data]).toMatchObject([
      400,
      { error, quantity: 1e9, symbol, needed_usd: 1e11, available_usd: expect.any(Number) },
    ]);
    expect(json.message).toMatch(/^Error - The quantity 1000000000 of BTC.* can never pay: /);
    expect((await desk.data('listAlgorithms')).total).toBe(0);
    expect((await desk.send('startAlgorithm', body)).status).toBe(200);
  });
});
