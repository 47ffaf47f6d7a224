import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AlgorithmHouse, openAlgorithmHouse } from '../support/algorithms/day.ts';
import { on, sweep, timepace, twap } from '../support/algorithms/runBodies.ts';
import { perp, spot } from '../support/routing/house.ts';

// Algorithms that could do nothing so far: each says why, while it runs and at its end.

let desk: AlgorithmHouse;
beforeEach(async () => {
  desk = await openAlgorithmHouse();
  desk.quote(100);
  desk.quotePerp(102);
});
afterEach(() => desk.house.stop());

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
  const id = await desk.house.account('binance');
  const { order_id } = await desk.start({ ...body(id), ...on(id) });
  await desk.pass(8_000);
  const shown = await desk.show(order_id);
  expect([shown.status, shown.progress.child_orders]).toEqual(['RUNNING', 0]);
  expect(shown.status_reason).toMatch(why);
});

it.each([
  ['sweep', () => ({ ...sweep(), ...tooDear })],
  ['twap', () => ({ ...twap({ aggression: 'aggressive' }), ...tooDear })],
] as const)('a %s says at its end why it traded nothing', async (_type, body) => {
  const id = await desk.house.account('binance');
  const { order_id } = await desk.start({ ...body(), ...on(id) });
  const done = await desk.ended(order_id, 90_000);
  expect(done.progress.filled_quantity).toBe(0);
  expect(done.status_reason).toMatch(/price 90\./);
});
