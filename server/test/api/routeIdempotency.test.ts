import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestAnswer } from '../support/app/testApp.ts';
import { openRoutingService, type RoutingService, spot } from '../support/routing/service.ts';

// A `client_plan_id` is one plan forever, however often and however fast it is sent.

let service: RoutingService;
let body: Readonly<Record<string, unknown>>;
beforeEach(async () => {
  service = await openRoutingService();
  const ids: string[] = [];
  for (const venue of ['binance', 'bybit', 'gateio'] as const) {
    service.books.show(venue, spot, { bids: [[99.9, 3]], asks: [[100, 3]] });
    ids.push(await service.account(venue));
  }
  const name = { client_plan_id: 'mine' };
  body = { symbol: spot, side: 'buy', quantity: 6, exchange_account_ids: ids, ...name };
});
afterEach(() => service.stop());

const execute = (changes: object = {}) => ({
  method: 'POST' as const,
  url: '/order-execution/sor/execute',
  body: { ...body, ...changes },
});

async function stored() {
  const { db } = service.store;
  const count = async (table: 'routing_plans' | 'meta_orders' | 'paper_orders') =>
    (await db.selectFrom(table).selectAll().execute()).length;
  return [await count('routing_plans'), await count('meta_orders'), await count('paper_orders')];
}

const planIds = (answers: readonly TestAnswer[]) =>
  new Set(answers.map(({ json }) => json.data.plan_id));

it('executed many times at once is one plan with one set of orders', async () => {
  service.onSubmit(async ({ arrive }) => {
    await service.app.clock.sleep(300);
    return arrive();
  });
  const requests = Array.from({ length: 10 }, () => () => service.app.call(execute()));
  const answers = await service.together(requests);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(planIds(answers).size).toBe(1);
  for (const { json } of answers) expect(json.data).toEqual(answers[0]?.json.data);
  expect(answers[0]?.json.data).toMatchObject({ status: 'completed', executed_quantity: 6 });
  expect(await stored()).toEqual([1, 2, 2]);
  expect(service.sent).toHaveLength(2);
});

it('executed at once with different bodies is one of them, and the others are refused', async () => {
  const quantities = [6, 3, 6, 3, 1.5];
  const answers = await service.together(
    quantities.map((quantity) => () => service.app.call(execute({ quantity }))),
  );
  const taken = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  expect(planIds(taken).size).toBe(1);
  const [first] = taken;
  const won = first?.json.data.total_quantity;
  expect(taken.length).toBe(quantities.filter((quantity) => quantity === won).length);
  expect(taken.length + refused.length).toBe(quantities.length);
  for (const { json } of refused) expect(json.data.error).toBe('DUPLICATE_CLIENT_PLAN_ID');
  const [plans, orders, atVenue] = await stored();
  expect([plans, orders, atVenue]).toEqual([1, first?.json.data.slices.length, orders]);
});

it('executed again after a restart is the first plan, halted and changed books notwithstanding', async () => {
  const { json } = await service.app.ask(execute());
  expect(json.data.status).toBe('completed');
  await service.restart();
  service.books.flag('binance', spot, 'gap');
  await service.app.ask({ method: 'POST', url: '/admin/halt', body: {} });
  const again = await service.app.ask(execute());
  expect([again.status, again.json.data]).toEqual([200, json.data]);
  const other = await service.app.ask(execute({ side: 'sell' }));
  expect([other.status, other.json.data]).toMatchObject([
    409,
    { error: 'DUPLICATE_CLIENT_PLAN_ID', plan_id: json.data.plan_id },
  ]);
  expect(await stored()).toEqual([1, 2, 2]);
});

it('executed again while its orders are on their way waits for their end', async () => {
  const way = Promise.withResolvers<void>();
  service.onSubmit(async ({ arrive }) => {
    await way.promise;
    return arrive();
  });
  const answers = await service.together([
    () => service.app.call(execute()),
    async () => {
      await service.app.clock.sleep(1_000);
      const second = service.app.call(execute());
      service.app.clock.schedule(1_000, way.resolve);
      return second;
    },
  ]);
  expect(planIds(answers).size).toBe(1);
  for (const { json } of answers) expect(json.data.status).toBe('completed');
  expect(await stored()).toEqual([1, 2, 2]);
});
