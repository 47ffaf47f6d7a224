import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answered } from '../support/algorithms/audit.ts';
import { type AlgorithmService, openAlgorithmService } from '../support/algorithms/day.ts';
import { perp, spot } from '../support/routing/service.ts';

// The hedge modes of a spread (sweep_trigger_mode) when the hedge does not fill by itself.

let service: AlgorithmService;
let anchorId: string;
let contraId: string;
beforeEach(async () => {
  service = await openAlgorithmService();
  service.quote(100);
  service.quotePerp(100);
  anchorId = await service.routing.account('binance');
  contraId = await service.routing.account('gateio');
});
afterEach(() => service.routing.stop());

const spread = (params: object) => ({
  algorithm_type: 'spread',
  quantity: 1,
  exchange_account_ids: [anchorId, contraId],
  params: {
    anchor_symbol: spot,
    anchor_exchange_account_ids: [anchorId],
    contra_symbol: perp,
    contra_exchange_account_ids: [contraId],
    risk_quantity: 0.5,
    aggression: 'aggressive',
    ...params,
  },
});
const hedgesOf = ({ child_orders }: Answered) =>
  child_orders.filter(({ purpose }: Answered) => purpose === 'hedge');
const forcesOf = (shown: Answered) => [
  ...new Set(hedgesOf(shown).map(({ time_in_force }: Answered) => time_in_force)),
];
const purposesOf = ({ child_orders }: Answered) => [
  ...new Set(child_orders.map(({ purpose }: Answered) => purpose)),
];

/** Lets resting orders on the perpetual fill, and quotes it back. */
async function comeTo(id: string): Promise<void> {
  for (let round = 0; round < 10 && (await service.show(id)).ended_at === null; round += 1) {
    service.quotePerp(102);
    await service.pass(1_500);
    service.quotePerp(100);
    await service.pass(1_500);
  }
}

describe('a spread that is hedged', () => {
  it.each([
    ['disabled', {}],
    ['threshold', { sweep_threshold_pct: 5 }],
  ])('%s rests for as long as it takes, and opens no more meanwhile', async (mode, params) => {
    const { order_id, params: told } = await service.start(
      spread({ sweep_trigger_mode: mode, ...params }),
    );
    expect(told.max_unhedged_seconds).toBeUndefined();
    for (let round = 0; round < 20; round += 1) {
      // The market leaves the hedge behind: it follows.
      service.quotePerp(100 - Math.min(round, 9) / 2);
      await service.pass(6_000);
    }
    const waiting = await service.show(order_id);
    expect([waiting.status, waiting.state.anchor_filled, waiting.state.contra_filled]).toEqual([
      'RUNNING',
      0.5,
      0,
    ]);
    expect([forcesOf(waiting), purposesOf(waiting)]).toEqual([['POST_ONLY'], ['lead', 'hedge']]);
    expect(hedgesOf(waiting).length).toBeGreaterThan(3);
    await comeTo(order_id);
    const done = await service.ended(order_id, 60_000);
    expect([done.status, done.state.anchor_filled, done.state.contra_filled]).toEqual([
      'COMPLETED',
      1,
      1,
    ]);
    expect(forcesOf(done)).toEqual(['POST_ONLY']);
  });

  it('by threshold takes once the spread is beyond it', async () => {
    const { order_id } = await service.start(
      spread({ sweep_trigger_mode: 'threshold', sweep_threshold_pct: 1 }),
    );
    await service.pass(40_000);
    expect(forcesOf(await service.show(order_id))).toEqual(['POST_ONLY']);
    service.quotePerp(98.5);
    await service.pass(3_000);
    const taken = await service.show(order_id);
    expect(forcesOf(taken)).toEqual(['POST_ONLY', 'IOC']);
    expect(taken.state.contra_filled).toBeGreaterThanOrEqual(0.5);
  });

  it('passively takes in time where the caller bounds the time', async () => {
    const { order_id, params } = await service.start(
      spread({ sweep_trigger_mode: 'disabled', max_unhedged_seconds: 20 }),
    );
    expect(params.max_unhedged_seconds).toBe(20);
    await service.pass(9_000);
    expect(forcesOf(await service.show(order_id))).toEqual(['POST_ONLY']);
    await service.pass(11_000);
    expect(forcesOf(await service.show(order_id))).toEqual(['POST_ONLY', 'IOC']);
  });

  it('at once is level within 30 s unless told otherwise', async () => {
    const { params } = await service.start(spread({}));
    expect(params.max_unhedged_seconds).toBe(30);
  });

  it('passively makes its legs equal by IOC when it is cancelled', async () => {
    const { order_id } = await service.start(spread({ sweep_trigger_mode: 'disabled' }));
    await service.pass(60_000);
    await service.data('cancelAlgorithm', { order_id });
    const done = await service.ended(order_id, 30_000);
    expect([done.status, done.state.anchor_filled, done.state.contra_filled]).toEqual([
      'CANCELLED',
      0.5,
      0.5,
    ]);
    expect(purposesOf(done)).toEqual(['lead', 'hedge']);
  });

  it('passively gives the lead back when it is cancelled and the hedge is refused', async () => {
    const { order_id } = await service.start(spread({ sweep_trigger_mode: 'disabled' }));
    await service.pass(60_000);
    service.routing.onSubmit(({ accountId }) =>
      accountId === contraId
        ? Promise.resolve({ kind: 'rejected', code: 'OTHER', message: 'Not today.' })
        : undefined,
    );
    await service.data('cancelAlgorithm', { order_id });
    const done = await service.ended(order_id, 60_000);
    expect(done.status).toBe('CANCELLED');
    expect(purposesOf(done)).toContain('unwind');
    expect(done.state.unhedged_quantity).toBeLessThanOrEqual(0.001);
  });
});
