import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AlgorithmService, openAlgorithmService } from '../support/algorithms/day.ts';
import { ladder, on, sweep, timepace, twap } from '../support/algorithms/runBodies.ts';
import { perp, spot } from '../support/routing/service.ts';

// An exchange that refuses: what an algorithm does then, and how it reports it.

let service: AlgorithmService;
beforeEach(async () => {
  service = await openAlgorithmService();
  service.quote(100);
});
afterEach(() => service.routing.stop());

const short = 'Balance is short by 7.';
/** Makes the exchange refuse every order while the condition holds. */
const refuseWhile = (isRefused: () => boolean) =>
  service.routing.onSubmit(() =>
    isRefused()
      ? Promise.resolve({ kind: 'rejected', code: 'INSUFFICIENT_BALANCE', message: short })
      : undefined,
  );

describe('a cause that passes', () => {
  it('is tried again at each interval of a twap, so that it fills once it has passed', async () => {
    const id = await service.routing.account('binance');
    let isShort = true;
    refuseWhile(() => isShort);
    const { order_id } = await service.start({ ...twap(), ...on(id) });
    await service.pass(40_000);
    const refused = await service.show(order_id);
    // A slice and a take in each of four intervals, and what had to be caught up.
    expect(refused.progress.child_orders).toBeGreaterThanOrEqual(8);
    expect([refused.status, refused.status_reason]).toEqual(['RUNNING', `${id}: ${short}`]);
    isShort = false;
    const done = await service.ended(order_id, 60_000);
    expect([done.status, done.status_reason, done.progress.filled_quantity]).toEqual([
      'COMPLETED',
      null,
      6,
    ]);
  });

  it('is tried again at each interval of a timepace, until it is resolved', async () => {
    const id = await service.routing.account('binance');
    let isShort = true;
    refuseWhile(() => isShort);
    const { order_id } = await service.start({ ...timepace(), ...on(id) });
    await service.pass(60_000);
    const refused = await service.show(order_id);
    expect(refused.progress.child_orders).toBeGreaterThanOrEqual(12);
    expect(refused.progress.child_orders).toBeLessThanOrEqual(13);
    expect([refused.status, refused.status_reason]).toEqual(['RUNNING', `${id}: ${short}`]);
    isShort = false;
    const done = await service.ended(order_id, 30_000);
    expect([done.status, done.status_reason]).toEqual(['COMPLETED', null]);
  });

  it('does not cost a sweep its other rounds', async () => {
    const id = await service.routing.account('binance');
    let refusals = 2;
    refuseWhile(() => {
      refusals -= 1;
      return refusals >= 0;
    });
    const { order_id } = await service.start({ ...sweep(), ...on(id) });
    const done = await service.ended(order_id, 20_000);
    expect([done.status, done.progress.filled_quantity]).toEqual(['COMPLETED', 6]);
  });

  it('has the share of an account go to the others meanwhile', async () => {
    const [one, other] = [
      await service.routing.account('binance'),
      await service.routing.account('kraken'),
    ];
    service.routing.onSubmit(({ accountId }) =>
      accountId === one
        ? Promise.resolve({ kind: 'rejected', code: 'RATE_LIMITED', message: 'Too many.' })
        : undefined,
    );
    const { order_id } = await service.start({ ...twap(), ...on(one, other) });
    const done = await service.ended(order_id, 90_000);
    expect([done.status, done.progress.fill_percentage]).toEqual(['COMPLETED', 100]);
  });
});

describe('an algorithm of which every order was refused', () => {
  it.each([
    ['twap', twap()],
    ['sweep', sweep()],
  ])('of type %s ends FAILED, and says why', async (_type, body) => {
    const id = await service.routing.account('binance');
    refuseWhile(() => true);
    const { order_id } = await service.start({ ...body, ...on(id) });
    const done = await service.ended(order_id, 1_000_000);
    expect([done.status, done.progress.filled_quantity]).toEqual(['FAILED', 0]);
    expect(done.status_reason).toContain(`${id}: ${short}`);
  });
});

/** An algorithm that ends neither with its time nor with its rounds, on one account. */
const endless = {
  timepace: () => timepace({ interval_seconds: 60 }),
  ladder: () => ladder(),
  spread: (id: string) => ({
    algorithm_type: 'spread',
    quantity: 1,
    params: {
      anchor_symbol: spot,
      contra_symbol: perp,
      risk_quantity: 0.5,
      anchor_exchange_account_ids: [id],
      contra_exchange_account_ids: [id],
    },
  }),
  funding_arb: () => ({
    algorithm_type: 'funding_arb',
    quantity: 1,
    params: {
      spot_symbol: spot,
      perp_symbol: perp,
      position_quantity: 1,
      risk_quantity: 0.5,
      max_entry_basis_bps: 100,
      min_hold_hours: 0,
      poll_interval_seconds: 60,
    },
  }),
} as const;
type Endless = keyof typeof endless;
const endlessTypes = Object.keys(endless) as Endless[];

/** Passes some minutes, in which books are fresh for a moment each, and move. */
async function passMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await service.routing.app.clock.advance(58_000);
    for (const mid of [100, 100.5, 100]) {
      service.quote(mid);
      service.quotePerp(mid + 0.5);
      await service.pass(600);
    }
  }
}

describe('an algorithm without an end of its own, of which every order was refused', () => {
  const begin = async (type: Endless) => {
    service.quotePerp(100.5);
    service.routing.books.fund({
      rate: 0.001,
      nextRate: 0.001,
      windowHours: 8,
      paymentHours: 8,
      nextFundingMs: service.routing.app.clock.now() + 28_800_000,
      atMs: 0,
      markPrice: 100.5,
      indexPrice: 100,
    });
    const id = await service.routing.account('binance');
    const { order_id } = await service.start({ ...endless[type](id), ...on(id) });
    return { id, order_id };
  };

  it.each(endlessTypes)(
    'a %s says why while it runs, and is FAILED after an hour',
    async (type) => {
      refuseWhile(() => true);
      const { id, order_id } = await begin(type);
      await passMinutes(10);
      const running = await service.show(order_id);
      expect([running.status, running.status_reason]).toEqual(['RUNNING', `${id}: ${short}`]);
      await passMinutes(53);
      const done = await service.ended(order_id, 0);
      expect([done.status, done.progress.filled_quantity]).toEqual(['FAILED', 0]);
      expect(done.status_reason).toContain('refused');
      expect(done.status_reason).toContain(`${id}: ${short}`);
    },
  );

  it.each(endlessTypes)('a %s goes on once the cause has passed', async (type) => {
    let isShort = true;
    refuseWhile(() => isShort);
    const { order_id } = await begin(type);
    await passMinutes(10);
    isShort = false;
    await passMinutes(15);
    // Down to the levels of a ladder.
    service.quote(97);
    await service.pass(2_000);
    const going = await service.show(order_id);
    expect(going.status).not.toBe('FAILED');
    expect(going.progress.filled_quantity).toBeGreaterThan(0);
    expect(going.status_reason ?? '').not.toContain(short);
  });
});

it('a twap that was refused the rest is COMPLETED, and says why it is short', async () => {
  const id = await service.routing.account('binance');
  let isShort = false;
  refuseWhile(() => isShort);
  const { order_id } = await service.start({ ...twap({ aggression: 'aggressive' }), ...on(id) });
  await service.pass(15_000);
  isShort = true;
  const done = await service.ended(order_id, 90_000);
  expect(done.status).toBe('COMPLETED');
  expect(done.progress.filled_quantity).toBeGreaterThan(0);
  expect(done.status_reason).toMatch(
    /^The time is over: \d+(\.\d+)? % of the quantity was filled\./,
  );
  expect(done.status_reason).toContain(`${id}: ${short}`);
});

it('a twap that never could order says what it waits for, and in the end what it waited for', async () => {
  const id = await service.routing.account('binance');
  const limit = 'The market is beyond the limit price 90.';
  const body = { ...twap({ aggression: 'aggressive' }), ...on(id), limit_price: 90 };
  service.routing.onSubmit(() => undefined);
  const { order_id } = await service.start(body);
  const done = await service.ended(order_id, 90_000);
  expect([done.status, done.progress.filled_quantity]).toEqual(['COMPLETED', 0]);
  expect(done.status_reason).toContain(limit);
});

describe('a quantity that its accounts together could never pay', () => {
  it.each([
    ['BTC/USDT', 'buy', 'INSUFFICIENT_BALANCE'],
    ['BTC/USDT', 'sell', 'INSUFFICIENT_BALANCE'],
    ['BTC/USDT:USDT', 'buy', 'INSUFFICIENT_MARGIN'],
    ['BTC/USDT:USDT', 'sell', 'INSUFFICIENT_MARGIN'],
  ])('of %s to %s is refused at the start, with the figures', async (symbol, side, error) => {
    service.quotePerp(100);
    const ids = [await service.routing.account('binance'), await service.routing.account('bybit')];
    const body = { ...twap(), ...on(...ids), symbol, side };
    const { status, json } = await service.send('startAlgorithm', { ...body, quantity: 1e9 });
    expect([status, json.data]).toMatchObject([
      400,
      { error, quantity: 1e9, symbol, needed_usd: 1e11, available_usd: expect.any(Number) },
    ]);
    expect(json.message).toMatch(/^Error - The quantity 1000000000 of BTC.* can never pay: /);
    expect((await service.data('listAlgorithms')).total).toBe(0);
    expect((await service.send('startAlgorithm', body)).status).toBe(200);
  });
});
