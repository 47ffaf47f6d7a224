import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answered } from '../support/algorithms/audit.ts';
import { type AlgorithmService, openAlgorithmService } from '../support/algorithms/day.ts';
import { on, timepace, twap } from '../support/algorithms/runBodies.ts';

// The trades of a schedule and their times, what it leaves, and the mean prices that it reports.

let service: AlgorithmService;
let id: string;
beforeEach(async () => {
  service = await openAlgorithmService();
  service.quote(100);
  id = await service.routing.account('binance');
});
afterEach(() => service.routing.stop());

const filledOf = ({ child_orders }: Answered): readonly Answered[] =>
  child_orders.filter(({ filled_quantity: filled }: Answered) => filled > 0);

describe('a twap whose intervals do not divide its duration', () => {
  const exact = { aggression: 'aggressive', randomize_size: false, randomize_timing: false };

  it('trades each part in its time, and none of it before', async () => {
    const params = { duration_seconds: 19, interval_seconds: 10, ...exact };
    const { order_id, state } = await service.start({
      ...twap(params, { quantity: 19 }),
      ...on(id),
    });
    expect(state).toMatchObject({ total_intervals: 2, base_quantity_per_interval: 10 });
    await service.pass(9_500);
    expect((await service.show(order_id)).progress.filled_quantity).toBe(10);
    const done = await service.ended(order_id, 15_000);
    expect([done.status, done.progress.filled_quantity]).toEqual(['COMPLETED', 19]);
    const [first, second] = filledOf(done).map(({ created_at: at }: Answered) => Date.parse(at));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(9_900);
  });

  it.each([
    [3_599, 1_800, 2],
    [13, 5, 3],
  ])('of %d s by %d has %d of them', async (duration_seconds, interval_seconds, intervals) => {
    const params = { duration_seconds, interval_seconds };
    const { order_id, state } = await service.start({ ...twap(params), ...on(id) });
    expect(state.total_intervals).toBe(intervals);
    await service.data('cancelAlgorithm', { order_id });
  });
});

describe('a quantity of a few orders', () => {
  it('is filled whole by a twap of more intervals than orders, however its sizes are drawn', async () => {
    for (let round = 0; round < 4; round += 1) {
      const params = { duration_seconds: 50, interval_seconds: 5, aggression: 'aggressive' };
      // Ten slices of it would be worth 5 dollars each, which no account accepts.
      const body = { ...twap(params, { quantity: 0.5 }), ...on(id) };
      const { order_id } = await service.start(body);
      const done = await service.ended(order_id, 70_000);
      expect([done.status, done.status_reason, done.progress.filled_quantity]).toEqual([
        'COMPLETED',
        null,
        0.5,
      ]);
    }
  });

  it('is filled whole by a timepace, whose last interval takes the rest along', async () => {
    const params = { quantity_per_interval: 0.12, randomize_size: false };
    const { order_id } = await service.start({
      ...timepace(params, { quantity: 0.35 }),
      ...on(id),
    });
    const done = await service.ended(order_id, 60_000);
    expect([done.status, done.progress.filled_quantity]).toEqual(['COMPLETED', 0.35]);
  });

  it('below one order in all is refused, with the smallest order there is', async () => {
    const body = { symbol: 'BTC/USDT', side: 'buy', ...twap({}, { quantity: 0.05 }), ...on(id) };
    const { status, json } = await service.send('startAlgorithm', body);
    expect([status, json.data]).toMatchObject([
      400,
      { error: 'BELOW_MINIMUM_ORDER', quantity: 0.05, minimum_quantity: 0.1 },
    ]);
  });
});

it('means are decimals within the limits of their children, where sums of floats are not', async () => {
  // The best ask is 92150.42; 0.00731 and similar quantities of it cost sums with a float error.
  service.quote(92_149.92);
  const params = { duration_seconds: 60, interval_seconds: 2, aggression: 'aggressive' };
  const { order_id } = await service.start({ ...twap(params, { quantity: 0.2193 }), ...on(id) });
  const done = await service.ended(order_id, 90_000);
  const filled = filledOf(done);
  expect(filled.length).toBeGreaterThanOrEqual(25);
  for (const { price, average_price: mean } of filled) {
    expect(mean).toBe(92_150.42);
    expect(price).toBeGreaterThanOrEqual(mean);
  }
  expect([done.progress.vwap, done.tca.vwap]).toEqual([92_150.42, 92_150.42]);
});
