import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSeededRandom } from '../../src/kit/random.ts';
import { auditOrders } from '../support/orders/audit.ts';
import { proofOf } from '../support/proof.ts';
import { drawBooks, type RouteCase, wholeOf } from '../support/routing/cases.ts';
import { type Answered, auditBounds, auditPlan } from '../support/routing/plans/audit.ts';
import {
  openRoutingService,
  type RoutingService,
  routeVenues,
  spot,
} from '../support/routing/service.ts';

// Many plans at once over the same accounts, whose balances and daily limits are enough for only a
// few of them: no interleaving spends more than there is.

const plansAtOnce = 50;
/** Longest travel time of an order to its venue. */
const wayMsMax = 400;
const { numRuns, seed = 1 } = proofOf(2);

let service: RoutingService;
beforeEach(async () => {
  service = await openRoutingService();
});
afterEach(() => service.stop());

/** Draws two accounts at each venue, with their daily limits in USD. */
async function drawAccounts(random: ReturnType<typeof createSeededRandom>) {
  const whole = wholeOf(random);
  const accounts: { id: string; venue: (typeof routeVenues)[number]; limitUsd: number }[] = [];
  for (const venue of [...routeVenues, ...routeVenues]) {
    const limitUsd = whole(300, 2_500);
    const wallet = { USDT: String(whole(100, 1_500)), BTC: String(whole(10, 150) / 10) };
    const id = await service.account(venue, {
      daily_limit_usd: limitUsd,
      paper_balances: { spot: wallet },
    });
    accounts.push({ id, venue, limitUsd });
  }
  return accounts;
}

it.each(Array.from({ length: numRuns }, (_, run) => run))(
  'fifty plans at once pass no balance and no daily limit, and their sums agree (run %i)',
  async (run) => {
    const random = createSeededRandom(`crowd ${seed} ${run}`);
    const whole = wholeOf(random);
    const books = drawBooks(service, { random, symbol: spot });
    const accounts = await drawAccounts(random);
    const bodies = Array.from({ length: plansAtOnce }, () => ({
      symbol: spot,
      side: random.next() < 0.5 ? 'buy' : 'sell',
      quantity: whole(3, 120) / 10,
      exchange_account_ids: accounts.filter(() => random.next() < 0.6).map(({ id }) => id),
      max_venues: whole(1, 5),
      max_slippage_bps: 600,
    })).filter(({ exchange_account_ids: ids }) => ids.length > 0);
    // Orders overtake one another on their way, and estimates are old by the time these arrive.
    service.onSubmit(async ({ arrive }) => {
      await service.app.clock.sleep(random.between(0, wayMsMax));
      return arrive();
    });
    const answers = await service.together(
      bodies.map((body) => () => service.app.call(requestOf(body))),
    );
    const plans: readonly Answered[] = answers.map(({ json }) => json.data);
    // A plan without fills is reported as failed, with the plan in the answer.
    const expected = plans.map((plan) => (plan.status === 'failed' ? 400 : 200));
    expect(answers.map(({ status }) => status)).toEqual(expected);
    for (const plan of plans) {
      const made = { symbol: spot, side: plan.side, accounts, books, body: {} } as const;
      expect(await auditPlan(service.store, plan)).toEqual([]);
      expect(auditBounds(made satisfies RouteCase, plan)).toEqual([]);
    }
    await expectWithinMeans(accounts);
    // The plans did compete: some got something, but not all.
    expect(plans.some(({ executed_quantity: executed }) => executed > 0)).toBe(true);
    expect(plans.some(({ status }) => status !== 'completed')).toBe(true);
  },
);

function requestOf(body: object) {
  return { method: 'POST', url: '/order-execution/sor/execute', body } as const;
}

/** Checks the tables: balances against the fills, limits against the orders. */
async function expectWithinMeans(
  accounts: readonly { readonly id: string; readonly limitUsd: number }[],
): Promise<void> {
  const audit = await auditOrders(service.store, []);
  expect(audit.violations).toEqual([]);
  const usage = await service.store.db.selectFrom('daily_usage').selectAll().execute();
  for (const { id, limitUsd } of accounts) {
    const wallet = [...(audit.balances.get(id) ?? [])];
    expect(wallet.filter(([, amount]) => amount.startsWith('-'))).toEqual([]);
    const query = new URLSearchParams({ exchange_account_id: id, market_type: 'spot' });
    const url = `/order-execution/execution/balance?${query}`;
    const { json } = await service.app.ask({ url });
    const totals = Object.fromEntries(wallet.map(([asset, text]) => [asset, Number(text)]));
    expect([id, json.data.total]).toMatchObject([id, totals]);
    const used = usage.filter(({ account_id }) => account_id === id);
    for (const { used_micro_usd } of used) {
      expect(used_micro_usd).toBeLessThanOrEqual(limitUsd * 1e6);
    }
  }
}
