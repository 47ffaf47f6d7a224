import { orderEndpoints } from '@windlass/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../src/kit/random.ts';
import { one } from '../support/exactUnits.ts';
import { proofOf } from '../support/proof.ts';
import { type CaseTerms, drawCase, type RouteCase } from '../support/routing/cases.ts';
import {
  bookSpot,
  feeOf,
  numberOf,
  type Taken,
  take,
  type Wallet,
} from '../support/routing/ledger.ts';
import {
  openRoutingService,
  perp,
  type RouteVenueName,
  type RoutingService,
  spot,
} from '../support/routing/service.ts';

// "Executed cost on paper equals the estimate to the rounding when books do not move": the real
// service on books that do not move; the expected result is calculated from the levels alone.

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Answered = any;

let service: RoutingService;
beforeEach(async () => {
  service = await openRoutingService();
});
afterEach(() => service.stop());

/** With up to five accounts each they stay below the 500 that a service may have. */
const casesOfService = 80;

async function nextCase(run: number, terms: CaseTerms): Promise<RouteCase> {
  if (run > 0 && run % casesOfService === 0) {
    await service.stop();
    service = await openRoutingService();
  }
  return drawCase(service, terms);
}

/** Tolerance as a share of the figure, and the rounding error of floats near zero. */
const nearness = 1e-9;

function expectNear(found: number | null, expected: number | null, what: string): void {
  if (found === null || expected === null) {
    expect([what, found]).toEqual([what, expected]);
    return;
  }
  const off = Math.abs(found - expected);
  expect(off, `${what}: ${found}, not ${expected}`).toBeLessThanOrEqual(
    nearness * Math.max(1, Math.abs(expected)),
  );
}

async function walletOf(accountId: string, symbol: string): Promise<Record<string, number>> {
  const query = new URLSearchParams({
    exchange_account_id: accountId,
    market_type: symbol === perp ? 'swap' : 'spot',
  });
  const { json } = await service.app.ask({ url: `${orderEndpoints.getBalance.path}?${query}` });
  return json.data.total;
}

/** Returns the initial balances of an account, in units. */
async function firstWallets({ accounts, symbol }: RouteCase): Promise<Map<string, Wallet>> {
  const wallets = new Map<string, Wallet>();
  for (const { id } of accounts) {
    const { USDT = 0, BTC = 0 } = await walletOf(id, symbol);
    const scaled = (amount: number) => BigInt(Math.round(amount * 1_000)) * (one / 1_000n);
    wallets.set(id, { USDT: scaled(USDT), BTC: scaled(BTC) });
  }
  return wallets;
}

const feeOfBuy: Readonly<Record<RouteVenueName, 'base' | 'quote'>> = {
  binance: 'base',
  bybit: 'base',
  gateio: 'base',
  kraken: 'quote',
};

interface Outcome {
  readonly made: RouteCase;
  readonly estimate: Answered;
  readonly plan: Answered;
}

/** Estimates a case and executes it at the same moment. */
async function runCase(made: RouteCase): Promise<Outcome> {
  const estimate = await service.app.data('estimateRoute', made.body);
  const plan = await service.app.data('executeRoute', made.body);
  return { made, estimate, plan };
}

/** Checks that the plan fills what the estimate says, at its prices. */
function expectAsEstimated({ made, estimate, plan }: Outcome): void {
  const first = plan.slices.filter((slice: Answered) => slice.round === 1);
  const terms = (slice: Answered) => [
    slice.exchange_account_id,
    slice.quantity,
    slice.limit_price,
    slice.estimated_price,
    slice.fee_bps,
  ];
  expect(first.map(terms)).toEqual(estimate.slices.map(terms));
  expect(plan.estimated_vwap).toBe(estimate.estimated_vwap);
  expect(plan.estimated_cost_bps).toBe(estimate.estimated_cost_bps);
  expect(plan.mid_price).toBe(estimate.mid_price);
  expect(plan.executed_quantity).toBe(estimate.allocated_quantity);
  expect(plan.unfilled_quantity).toBe(estimate.unallocated_quantity);
  const isWhole = estimate.routable && estimate.allocated_quantity > 0;
  const some = estimate.allocated_quantity > 0 ? 'partial' : 'failed';
  expect(plan.status).toBe(isWhole ? 'completed' : some);
  expectNear(plan.actual_vwap, estimate.estimated_vwap, 'vwap');
  expectNear(plan.actual_cost_bps, estimate.estimated_cost_bps, 'cost');
  for (const slice of first) {
    expect([slice.status, slice.filled_quantity]).toEqual(['filled', slice.quantity]);
    expectNear(slice.avg_fill_price, slice.estimated_price, 'slice');
  }
  expect(made.body.quantity).toBe(plan.total_quantity);
}

/** Returns what each slice took, calculated from the levels of its venue. */
function takenBy({ made, plan }: Outcome): readonly { slice: Answered; taken: Taken }[] {
  const gone = new Map<string, Map<number, bigint>>();
  return plan.slices.map((slice: Answered) => {
    const { exchange_account_id: id, venue, quantity, limit_price: limitPrice } = slice;
    const book = made.books.get(venue);
    const own = gone.get(id) ?? new Map<number, bigint>();
    gone.set(id, own);
    const levels = (made.side === 'buy' ? book?.asks : book?.bids) ?? [];
    return { slice, taken: take(levels, { side: made.side, quantity, limitPrice }, own) };
  });
}

/** Checks that balances changed by the fills and their fees, to a number's last digit. */
async function expectBooked(outcome: Outcome, wallets: Map<string, Wallet>): Promise<void> {
  const { symbol, side, accounts } = outcome.made;
  for (const { slice, taken } of takenBy(outcome)) {
    expect(slice.filled_quantity).toBe(numberOf(taken.filled));
    const wallet = wallets.get(slice.exchange_account_id);
    if (!wallet || taken.filled === 0n) continue;
    expectNear(slice.avg_fill_price, Number(taken.cost) / Number(taken.filled) / 1e18, 'mean');
    const takerBps = slice.fee_bps;
    if (symbol === perp) wallet.USDT -= feeOf(taken.cost / one, takerBps);
    else {
      const venue = slice.venue as RouteVenueName;
      bookSpot(wallet, { ...taken, side, takerBps, feeOfBuy: feeOfBuy[venue] });
    }
  }
  for (const { id } of accounts) {
    const { USDT = 0n, BTC = 0n } = wallets.get(id) ?? {};
    const { USDT: foundUsdt = 0, BTC: foundBtc = 0 } = await walletOf(id, symbol);
    expect([id, foundUsdt, foundBtc]).toEqual([id, numberOf(USDT), numberOf(BTC)]);
  }
}

/** Checks that a plan paid at least the cost of the levels, and at most the estimate. */
function expectNoWorse({ made, estimate, plan }: Outcome): void {
  expect(plan.status).toBe('completed');
  expect(plan.executed_quantity).toBe(estimate.allocated_quantity);
  expect(plan.actual_cost_bps).toBeLessThanOrEqual(estimate.estimated_cost_bps + nearness);
  const twins = Map.groupBy<string, Answered>(plan.slices, ({ venue }) => venue);
  const isShared = [...twins.values()].some(({ length }) => length > 1);
  if (!isShared) expectNear(plan.actual_cost_bps, estimate.estimated_cost_bps, 'cost');
  expect(made.accounts.length).toBeGreaterThan(1);
}

const { numRuns, seed = 1 } = proofOf(40);

async function forEachCase(
  name: string,
  terms: Omit<CaseTerms, 'random'>,
  check: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let run = 0; run < numRuns; run += 1) {
    const random = createSeededRandom(`${name} ${seed} ${run}`);
    const made = await nextCase(run, { ...terms, random });
    const wallets = await firstWallets(made);
    const outcome = await runCase(made);
    outcomes.push(outcome);
    try {
      check(outcome);
      await expectBooked(outcome, wallets);
    } catch (cause) {
      const { body } = made;
      throw new Error(`run ${run} of seed ${seed}: ${JSON.stringify({ body, ...outcome })}`, {
        cause,
      });
    }
  }
  return outcomes;
}

const sizes = (outcomes: readonly Outcome[]) => outcomes.map(({ plan }) => plan.slices.length);

describe('a plan on books that stand still', () => {
  it.each([spot, perp])('fills %s at what was estimated and books exactly that', async (symbol) => {
    const outcomes = await forEachCase(symbol, { symbol, hasTwins: false }, expectAsEstimated);
    expect(sizes(outcomes).filter((size) => size > 1).length).toBeGreaterThan(numRuns / 10);
  });

  it('costs no more than estimated where two accounts share a venue', async () => {
    // On paper every account has the book to itself, so the second takes the best levels again.
    const terms = { symbol: spot, hasTwins: true };
    const outcomes = await forEachCase('twins', terms, (outcome) => {
      if (outcome.estimate.routable) expectNoWorse(outcome);
    });
    expect(sizes(outcomes).filter((size) => size > 1).length).toBeGreaterThan(numRuns / 10);
  });

  it('sends what a balance pays for where waiting orders cost more than immediate ones', async () => {
    const id = await service.account('kraken', {
      fee_overrides: { maker_bps: 30, taker_bps: 0 },
      paper_balances: { spot: { USDT: '703.5' } },
    });
    service.books.show('kraken', spot, { bids: [[100, 9]], asks: [[100.5, 9]] });
    const body = { symbol: spot, side: 'buy', quantity: 7, exchange_account_ids: [id] };
    const estimate = await service.app.data('estimateRoute', body);
    // The exchange sets aside the higher fee: 2.104 out of 703.5.
    expect(estimate.allocated_quantity).toBe(6.979);
    const plan = await service.app.data('executeRoute', body);
    expect(plan.executed_quantity).toBe(6.979);
  });

  it('takes as many levels as were estimated', async () => {
    const id = await service.account('binance');
    const levels = (from: number, step: number) =>
      Array.from({ length: 100 }, (_, at) => [from + (at * step) / 100, 0.2] as const);
    service.books.show('binance', spot, { bids: levels(99.99, -1), asks: levels(100, 1) });
    const body = { symbol: spot, side: 'buy', quantity: 20, exchange_account_ids: [id] };
    const deep = { ...body, max_slippage_bps: 200 };
    const estimate = await service.app.data('estimateRoute', deep);
    expect(estimate.allocated_quantity).toBe(20);
    const plan = await service.app.data('executeRoute', deep);
    expect([plan.status, plan.executed_quantity]).toEqual(['completed', 20]);
    expectNear(plan.actual_cost_bps, estimate.estimated_cost_bps, 'cost');
  });
});
