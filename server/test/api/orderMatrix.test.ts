import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrdersApp, type OrdersApp } from '../support/orders/app.ts';
import { matrixCases } from '../support/orders/matrix/cases.ts';
import { runMatrix } from '../support/orders/matrix/run.ts';

let app: OrdersApp;
beforeAll(async () => {
  app = await createOrdersApp();
});
afterAll(() => app.stop());

/** `npm run prove:matrix` sends all of them. A prime number skips no column. */
const every = 29;

it('every kind of order is answered as the capability table says, with no fault of ours', async () => {
  const cases = matrixCases().filter((_, index) => index % every === 0);
  const { orders, wrong, answers } = await runMatrix(app, cases);
  expect(wrong).toEqual([]);
  expect(orders).toBeGreaterThan(120);
  for (const code of ['taken', 'NOT_SUPPORTED', 'NOTHING_TO_REDUCE']) {
    expect(answers[code]).toBeGreaterThan(0);
  }
}, 120_000);
