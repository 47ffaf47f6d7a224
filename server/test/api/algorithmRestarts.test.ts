import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answered } from '../support/algorithms/audit.ts';
import { type AlgorithmService, openAlgorithmService } from '../support/algorithms/day.ts';
import { kindsOf, ladder, on, sweep, timepace, twap } from '../support/algorithms/runBodies.ts';

// Algorithms on the real service, which is stopped normally and started again on its tables.

let service: AlgorithmService;
beforeEach(async () => {
  service = await openAlgorithmService();
  service.quote(100);
});
afterEach(() => service.routing.stop());

const sumOf = (children: readonly Answered[], field: string) =>
  Number(children.reduce((sum, child) => sum + child[field], 0).toFixed(9));

describe('a graceful stop', () => {
  it('takes away what rests, and the next start goes on', async () => {
    const id = await service.routing.account('binance');
    const bodies = [
      twap({ aggression: 'passive' }),
      ladder(),
      timepace({ aggression: 'passive', randomize_size: false }),
      sweep({ urgency: 'passive', max_retries: 30, max_slippage_bps: 100 }),
    ];
    service.quote(100, 1);
    const ids: string[] = [];
    for (const body of bodies) ids.push((await service.start({ ...body, ...on(id) })).order_id);
    await service.pass(3_000);
    const count = service.routing.sent.length;
    await service.routing.restart();
    expect(service.routing.sent.slice(0, count).length).toBe(count);
    for (const order_id of ids) expect((await service.show(order_id)).status).toBe('RUNNING');
    for (let mid = 99; mid > 89; mid -= 1) {
      service.quote(mid, 10);
      await service.pass(5_000);
    }
    for (const [at, order_id] of ids.entries()) {
      const done = await service.ended(order_id, 90_000);
      expect([done.algorithm_type, done.status, done.progress.filled_quantity]).toEqual([
        done.algorithm_type,
        'COMPLETED',
        bodies[at]?.quantity,
      ]);
      expect([done.algorithm_type, kindsOf(done)]).toEqual([
        done.algorithm_type,
        expect.arrayContaining(['recovered']),
      ]);
    }
    expect(await service.resting(id)).toEqual([]);
  });

  it('costs a sweep none of its rounds', async () => {
    const id = await service.routing.account('binance');
    service.quote(100, 1);
    const once = sweep({ urgency: 'passive', max_retries: 1, max_slippage_bps: 100 });
    const { order_id } = await service.start({ ...once, ...on(id) });
    await service.pass(200);
    const { progress, state } = await service.show(order_id);
    expect([progress.filled_quantity, state.sweep_round]).toEqual([1, 1]);
    service.quote(99, 10);
    await service.routing.restart();
    const done = await service.ended(order_id, 10_000);
    expect([done.progress.filled_quantity, done.state.sweep_round]).toEqual([6, 2]);
  });

  it('leaves a paused one paused', async () => {
    const id = await service.routing.account('binance');
    const { order_id } = await service.start({ ...ladder(), ...on(id) });
    await service.data('pauseAlgorithm', { order_id });
    await service.routing.restart();
    const count = service.routing.sent.length;
    service.quote(97);
    await service.pass(30_000);
    expect([(await service.show(order_id)).status, service.routing.sent.length]).toEqual([
      'PAUSED',
      count,
    ]);
    await service.data('resumeAlgorithm', { order_id });
    const done = await service.ended(order_id, 30_000);
    expect([done.status, done.progress.filled_quantity]).toEqual(['COMPLETED', 4]);
  });

  it('lets no time pass on its clock, however often it is done', async () => {
    const id = await service.routing.account('binance');
    const slow = timepace({ interval_seconds: 50, randomize_size: false });
    const { order_id } = await service.start({ ...slow, ...on(id) });
    // Ten seconds of each life, a minute between them.
    for (let life = 0; life < 3; life += 1) {
      await service.pass(10_000);
      await service.routing.restart();
    }
    await service.pass(15_000);
    const shown = await service.show(order_id);
    expect([shown.state.current_interval, sumOf(shown.child_orders, 'quantity')]).toEqual([1, 1]);
    await service.pass(10_000);
    expect((await service.show(order_id)).state.current_interval).toBe(2);
  });
});
