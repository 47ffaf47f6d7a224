import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AlgorithmService, openAlgorithmService } from '../support/algorithms/day.ts';
import { on, sweep, timepace, twap } from '../support/algorithms/runBodies.ts';
import { perp, spot } from '../support/routing/service.ts';

// Algorithms that could do nothing so far: each says why, while it runs and at its end.

let service: AlgorithmService;
beforeEach(async () => {
  service = await openAlgorithmService();
  service.quote(100);
  service.quotePerp(102);
});
afterEach(() => service.routing.stop());

const tooDear = { limit_price: 90 };
const beyond = /The market is beyond the limit price 90\./;
const spread = (id: string) => ({
  algorithm_type: 'spread',
  quantity: 1,
  params: {
    anchor_symbol: spot,
    contra_symbol: perp,
    risk_quantity: 0.5,
    pause_offset_pct: 1,
    anchor_exchange_account_ids: [id],
    contra_exchange_account_ids: [id],
  },
});
const fundingArb = () => ({
  algorithm_type: 'funding_arb',
  quantity: 1,
  params: { spot_symbol: spot, perp_symbol: perp, position_quantity: 1, risk_quantity: 0.5 },
});

it.each([
  ['timepace', () => ({ ...timepace(), ...tooDear }), beyond],
  ['spread', spread, /The spread is too wide to lead\./],
  ['funding_arb', fundingArb, /No entry now\./],
] as const)('a %s says why it orders nothing while it runs', async (_type, body, why) => {
  const id = await service.routing.account('binance');
  const { order_id } = await service.start({ ...body(id), ...on(id) });
  await service.pass(8_000);
  const shown = await service.show(order_id);
  expect([shown.status, shown.progress.child_orders]).toEqual(['RUNNING', 0]);
  expect(shown.status_reason).toMatch(why);
});

it.each([
  ['sweep', () => ({ ...sweep(), ...tooDear })],
  ['twap', () => ({ ...twap({ aggression: 'aggressive' }), ...tooDear })],
] as const)('a %s says at its end why it traded nothing', async (_type, body) => {
  const id = await service.routing.account('binance');
  const { order_id } = await service.start({ ...body(), ...on(id) });
  const done = await service.ended(order_id, 90_000);
  expect(done.progress.filled_quantity).toBe(0);
  expect(done.status_reason).toMatch(/price 90\./);
});
