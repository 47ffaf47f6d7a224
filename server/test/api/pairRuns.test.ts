import { orderEndpoints, perpEndpoints } from '@windlass/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answered } from '../support/algorithms/audit.ts';
import { type AlgorithmService, openAlgorithmService } from '../support/algorithms/day.ts';
import { auditPair } from '../support/algorithms/pair/audit.ts';
import { auditChildren } from '../support/algorithms/schedule.ts';
import { perp, spot } from '../support/routing/service.ts';

// Pairs on the real service over our own books, through HTTP only. Each pair that has ended is
// compared with what the order endpoints say about its children (`algorithms/audit.ts`), and with
// the stored fills (`algorithms/pair/audit.ts`).

let service: AlgorithmService;
let anchorId: string;
let contraId: string;
beforeEach(async () => {
  service = await openAlgorithmService();
  service.quote(100);
  service.quotePerp(100.5);
  anchorId = await service.routing.account('binance');
  contraId = await service.routing.account('gateio');
});
afterEach(() => service.routing.stop());

const spread = (params: object = {}, changes: object = {}) => ({
  algorithm_type: 'spread',
  quantity: 2,
  exchange_account_ids: [anchorId, contraId],
  ...changes,
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

const fundingArb = (params: object = {}) => ({
  algorithm_type: 'funding_arb',
  quantity: 2,
  exchange_account_ids: [anchorId, contraId],
  params: {
    spot_symbol: spot,
    perp_symbol: perp,
    position_quantity: 2,
    risk_quantity: 0.5,
    spot_exchange_account_id: anchorId,
    perp_exchange_account_id: contraId,
    max_entry_basis_bps: 100,
    min_hold_hours: 0,
    poll_interval_seconds: 1,
    ...params,
  },
});

/** 0.1 % every eight hours: about 110 % a year. */
const pay = (rate = 0.001) =>
  service.routing.books.fund({
    rate,
    nextRate: rate,
    windowHours: 8,
    paymentHours: 8,
    nextFundingMs: service.routing.app.clock.now() + 28_800_000,
    atMs: 0,
    markPrice: 100.5,
    indexPrice: 100,
  });

async function endedWell(id: string, withinMs: number): Promise<Answered> {
  const done = await service.ended(id, withinMs);
  expect(await auditChildren(service.routing.store, done)).toEqual([]);
  expect(await auditPair(service.routing.store, done)).toEqual([]);
  for (const accountId of [anchorId, contraId])
    expect(await service.resting(accountId)).toEqual([]);
  return done;
}

async function shortOf(exchange_account_id: string): Promise<number> {
  const query = new URLSearchParams({ exchange_account_id });
  const { json } = await service.routing.app.ask({
    url: `${perpEndpoints.listPositions.path}?${query}`,
  });
  return json.data.positions.reduce((sum: number, { contracts }: Answered) => sum + contracts, 0);
}

/** Uses up the daily limit: no more may be opened there today. */
async function spendDay(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const body = { daily_limit_usd: 1, limits: { max_open_orders: 1, max_order_usd: 10 } };
    const { status } = await service.routing.app.ask({
      method: 'PATCH',
      url: `/admin/accounts/${id}`,
      body,
    });
    expect(status).toBe(200);
  }
}

async function usedOf(accountId: string): Promise<number> {
  const query = new URLSearchParams({ exchange_account_id: accountId });
  const url = `${orderEndpoints.getDailyLimit.path}?${query}`;
  const { json } = await service.routing.app.ask({ url });
  return json.data.used_usd;
}

const textsOf = ({ events }: Answered) => events.map(({ text }: Answered) => text).join('\n');
const legsOf = ({ state }: Answered) => [state.anchor_filled, state.contra_filled];

describe('a spread', () => {
  it.each([
    ['immediate', { sweep_threshold_pct: 0 }],
    ['threshold', { sweep_threshold_pct: 0.1 }],
    ['threshold', { sweep_threshold_pct: 50 }],
    ['disabled', { sweep_threshold_pct: 0 }],
  ])('that is hedged %s, with %o, fills both legs', async (sweep_trigger_mode, params) => {
    const { order_id } = await service.start(spread({ sweep_trigger_mode, ...params }));
    // A resting order fills when the market comes to it.
    for (let round = 0; round < 12; round += 1) {
      await service.pass(1_500);
      service.quotePerp(round % 2 === 0 ? 102 : 100.5);
    }
    const done = await endedWell(order_id, 60_000);
    expect([done.status, done.status_reason], textsOf(done)).toEqual(['COMPLETED', null]);
    expect(legsOf(done)).toEqual([2, 2]);
    expect(await shortOf(contraId)).toBe(2);
    const hedges = done.child_orders.filter(({ purpose }: Answered) => purpose === 'hedge');
    const isPassive = sweep_trigger_mode === 'disabled' || params.sweep_threshold_pct === 50;
    expect(hedges[0].time_in_force).toBe(isPassive ? 'POST_ONLY' : 'IOC');
  });

  it('whose hedge is refused gives the lead back in time, and says so', async () => {
    service.routing.onSubmit(({ accountId }) =>
      accountId === contraId
        ? Promise.resolve({ kind: 'rejected', code: 'OTHER', message: 'Not today.' })
        : undefined,
    );
    const { order_id } = await service.start(spread({ max_unhedged_seconds: 10 }));
    await service.pass(10_000);
    const shown = await service.show(order_id);
    // The part of the lead that its fee took cannot be given back.
    const fee = shown.progress.fees.find(({ asset }: Answered) => asset === 'BTC').amount;
    expect(legsOf(shown), textsOf(shown)).toEqual([fee, 0]);
    expect(fee).toBeLessThanOrEqual(0.001);
    // A fee is a cost: nothing of it is held any more.
    expect(shown.state.unhedged_quantity).toBe(0);
    expect(textsOf(shown)).toMatch(/is unwound/);
    expect(textsOf(shown)).toMatch(/Not today/);
    await service.data('cancelAlgorithm', { order_id });
    const done = await endedWell(order_id, 20_000);
    expect([done.status, await shortOf(contraId)]).toEqual(['CANCELLED', 0]);
    expect(done.status_reason).not.toMatch(/is not hedged/);
  });

  it('gives the lead back though its account may open nothing more today', async () => {
    service.routing.onSubmit(({ accountId }) =>
      accountId === contraId
        ? Promise.resolve({ kind: 'rejected', code: 'OTHER', message: 'Not today.' })
        : undefined,
    );
    const { order_id } = await service.start(spread({ max_unhedged_seconds: 10 }));
    await service.pass(1_500);
    await spendDay(anchorId);
    await service.pass(10_000);
    const shown = await service.show(order_id);
    expect(shown.state.unhedged_quantity, textsOf(shown)).toBeLessThanOrEqual(0.001);
    expect(textsOf(shown)).toMatch(/is unwound/);
    await service.data('cancelAlgorithm', { order_id });
    expect((await endedWell(order_id, 20_000)).status).toBe('CANCELLED');
  });

  it('whose hedge is refused once tries again and goes on', async () => {
    let refusals = 1;
    service.routing.onSubmit(({ accountId }) => {
      if (accountId !== contraId || refusals === 0) return undefined;
      refusals -= 1;
      return Promise.resolve({ kind: 'rejected', code: 'OTHER', message: 'Not now.' });
    });
    const { order_id } = await service.start(spread());
    const done = await endedWell(order_id, 60_000);
    expect([done.status, ...legsOf(done)], textsOf(done)).toEqual(['COMPLETED', 2, 2]);
    expect(textsOf(done)).toMatch(/tried again/);
  });

  it('that is paused makes its legs equal and opens nothing more', async () => {
    const { order_id } = await service.start(spread());
    await service.pass(1_500);
    expect((await service.data('pauseAlgorithm', { order_id })).status).toBe('PAUSED');
    await service.pass(5_000);
    const paused = await service.show(order_id);
    const [anchor, contra] = legsOf(paused);
    expect([anchor, paused.state.unhedged_quantity]).toEqual([contra, 0]);
    expect(anchor).toBeGreaterThan(0);
    expect(anchor).toBeLessThan(2);
    const count = service.routing.sent.length;
    await service.pass(60_000);
    expect(service.routing.sent.length).toBe(count);
    await service.data('resumeAlgorithm', { order_id });
    expect(legsOf(await endedWell(order_id, 60_000))).toEqual([2, 2]);
  });

  it('leads nothing while the spread is too wide, and goes on when it is not', async () => {
    service.quotePerp(102);
    const { order_id } = await service.start(spread({ pause_offset_pct: 1 }));
    await service.pass(3_000);
    const wide = await service.show(order_id);
    expect([wide.state.is_spread_paused, ...legsOf(wide)]).toEqual([true, 0, 0]);
    expect([wide.status, service.routing.sent.length]).toEqual(['RUNNING', 0]);
    expect(wide.waiting_for).toMatch(/too wide/);
    service.quotePerp(100.5);
    await service.pass(6_000);
    const narrow = await service.show(order_id);
    expect(narrow.state.is_spread_paused, textsOf(narrow)).toBe(false);
    const done = await endedWell(order_id, 60_000);
    expect([done.status, ...legsOf(done)]).toEqual(['COMPLETED', 2, 2]);
  });

  it('that could not hedge, as an account is halted, leads no more and goes on later', async () => {
    const { order_id } = await service.start(spread());
    await service.pass(1_500);
    const body = { exchange_account_id: contraId };
    await service.routing.app.ask({ method: 'POST', url: '/admin/halt', body });
    const before = service.routing.sent.length;
    await service.pass(18_000);
    const later = service.routing.sent.slice(before);
    expect(later.filter(({ accountId }) => accountId === contraId)).toEqual([]);
    const halted = await service.show(order_id);
    expect([halted.status, halted.state.unhedged_quantity]).toEqual(['RUNNING', 0]);
    expect(halted.waiting_for).toMatch(/is halted/);
    // A pair that cannot hedge does not lead: a fill would only be given back at a cost.
    await service.pass(120_000);
    expect(service.routing.sent.slice(before + later.length)).toEqual([]);
    await service.routing.app.ask({ method: 'POST', url: '/admin/resume', body });
    await service.data('resumeAlgorithm', { order_id });
    const done = await endedWell(order_id, 120_000);
    expect(done.status, textsOf(done)).toBe('COMPLETED');
    expect(await shortOf(contraId)).toBe(legsOf(done)[1]);
  });

  it('that is cancelled makes its legs equal and ends', async () => {
    const { order_id } = await service.start(spread());
    await service.pass(1_500);
    await service.data('cancelAlgorithm', { order_id });
    const done = await endedWell(order_id, 10_000);
    const [anchor, contra] = legsOf(done);
    expect([done.status, anchor]).toEqual(['CANCELLED', contra]);
    expect(await shortOf(contraId)).toBe(contra);
  });

  it('never leads beyond its limit price', async () => {
    service.quote(103);
    const { order_id } = await service.start(spread({}, { limit_price: 101 }));
    await service.pass(20_000);
    const waiting = await service.show(order_id);
    expect([waiting.status, ...legsOf(waiting)]).toEqual(['RUNNING', 0, 0]);
    service.quote(100);
    const done = await endedWell(order_id, 60_000);
    expect([done.status, ...legsOf(done)]).toEqual(['COMPLETED', 2, 2]);
    expect(done.progress.vwap).toBeLessThanOrEqual(101);
  });
});

describe('a funding_arb', () => {
  it('waits for funding, enters, holds and leaves after its time', async () => {
    const { order_id } = await service.start(fundingArb({ max_hold_hours: 0.01 }));
    await service.pass(5_000);
    expect((await service.show(order_id)).state.phase).toBe('waiting');
    pay();
    await service.pass(20_000);
    const holding = await service.show(order_id);
    expect(holding.state.phase, textsOf(holding)).toBe('holding');
    expect(await shortOf(contraId)).toBe(holding.state.perp_filled);
    const done = await endedWell(order_id, 120_000);
    expect([done.status, done.state.exit_reason]).toEqual(['COMPLETED', 'max_hold']);
    expect(await shortOf(contraId)).toBe(0);
  });

  it('that is cancelled gives both legs back', async () => {
    pay();
    const { order_id } = await service.start(fundingArb());
    await service.pass(20_000);
    expect((await service.show(order_id)).state.phase).toBe('holding');
    await service.data('cancelAlgorithm', { order_id });
    const done = await endedWell(order_id, 60_000);
    expect([done.status, done.state.exit_reason]).toEqual(['CANCELLED', 'cancelled']);
    expect(await shortOf(contraId)).toBe(0);
  });

  it('gives both legs back though its accounts may open nothing more today', async () => {
    pay();
    const { order_id } = await service.start(fundingArb());
    await service.pass(20_000);
    expect((await service.show(order_id)).state.phase).toBe('holding');
    await spendDay(anchorId, contraId);
    const before = await usedOf(anchorId);
    await service.data('cancelAlgorithm', { order_id });
    const done = await endedWell(order_id, 60_000);
    expect([done.status, await shortOf(contraId)], textsOf(done)).toEqual(['CANCELLED', 0]);
    expect(textsOf(done)).not.toMatch(/DAILY_LIMIT|daily limit/);
    expect(await usedOf(anchorId)).toBe(before);
  });

  it('whose account is halted leaves, and closes once it may trade again', async () => {
    pay();
    const { order_id } = await service.start(fundingArb());
    await service.pass(20_000);
    const body = { exchange_account_id: contraId };
    await service.routing.app.ask({ method: 'POST', url: '/admin/halt', body });
    const count = service.routing.sent.length;
    await service.pass(10_000);
    const halted = await service.show(order_id);
    expect(halted.state, textsOf(halted)).toMatchObject({
      phase: 'exiting',
      exit_reason: 'venue_halt',
    });
    expect(service.routing.sent.length).toBe(count);
    await service.routing.app.ask({ method: 'POST', url: '/admin/resume', body });
    await service.data('resumeAlgorithm', { order_id });
    const done = await endedWell(order_id, 120_000);
    expect([done.status, await shortOf(contraId)]).toEqual(['COMPLETED', 0]);
  });
});
