import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answered } from '../support/algorithms/audit.ts';
import { type AlgorithmService, openAlgorithmService } from '../support/algorithms/day.ts';
import { on, timepace, twap } from '../support/algorithms/runBodies.ts';
import { perp, spot } from '../support/routing/service.ts';

// Gate.io's spot market takes no post-only orders (the capability table): an order that should rest
// there is a plain limit order that does not cross.

let service: AlgorithmService;
beforeEach(async () => {
  service = await openAlgorithmService();
  service.quote(100);
  service.quotePerp(100);
});
afterEach(() => service.routing.stop());

const placed = ({ child_orders }: Answered, ...purposes: readonly string[]) =>
  child_orders.filter(({ purpose }: Answered) => purposes.includes(purpose));

/** Without a setting for its prices: neutral. */
const { aggression: _, ...neutral } = timepace().params;

describe('on a market without post-only', () => {
  it.each([
    ['twap', { ...twap(), quantity: 6 }],
    ['timepace', { ...timepace(), params: neutral }],
    ['twap', twap({ aggression: 'passive' })],
  ])('a %s posts plain limits that rest, and fills', async (_type, body) => {
    const id = await service.routing.account('gateio');
    const { order_id } = await service.start({ ...body, ...on(id) });
    await service.pass(2_000);
    const resting = await service.resting(id);
    expect(resting.map(({ side }) => side)).toEqual(['buy']);
    expect((await service.show(order_id)).status_reason).toBeNull();
    for (let round = 0; round < 20; round += 1) {
      service.quote(round % 2 === 0 ? 98.5 : 100);
      await service.pass(2_500);
    }
    const done = await service.ended(order_id, 90_000);
    expect([done.status, done.status_reason, done.progress.filled_quantity]).toEqual([
      'COMPLETED',
      null,
      body.quantity,
    ]);
    const slices = placed(done, 'slice');
    expect(new Set(slices.map(({ status }: Answered) => status))).not.toContain('not_sent');
    expect(slices.some(({ filled_quantity: filled }: Answered) => filled > 0)).toBe(true);
  });

  it('a spread leads and hedges by plain limits that rest, and fills both legs', async () => {
    const anchor = await service.routing.account('gateio');
    const contra = await service.routing.account('binance');
    const { order_id } = await service.start({
      algorithm_type: 'spread',
      quantity: 1,
      ...on(anchor, contra),
      params: {
        anchor_symbol: spot,
        anchor_exchange_account_ids: [anchor],
        contra_symbol: perp,
        contra_exchange_account_ids: [contra],
        risk_quantity: 0.5,
      },
    });
    for (let round = 0; round < 30; round += 1) {
      await service.pass(1_500);
      service.quote(round % 2 === 0 ? 99 : 100);
    }
    const done = await service.ended(order_id, 60_000);
    expect([done.status, done.state.anchor_filled, done.state.contra_filled]).toEqual([
      'COMPLETED',
      1,
      1,
    ]);
    const leads = placed(done, 'lead');
    expect(new Set(leads.map(({ time_in_force }: Answered) => time_in_force))).toEqual(
      new Set(['GTC']),
    );
    expect(new Set(leads.map(({ status }: Answered) => status))).not.toContain('rejected');
    // A resting order fills at its own price, never at a better one of the other side.
    const filled = leads.filter(({ filled_quantity: quantity }: Answered) => quantity > 0);
    expect(filled.map(({ average_price: mean }: Answered) => mean)).toEqual(
      filled.map(({ price }: Answered) => price),
    );
  });
});
