import { expect, it } from 'vitest';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import {
  acknowledged,
  btcOf,
  createPaperBench,
  noSignal,
  type OpenPaper,
} from '../../../../test/support/paper/fixture.ts';
import type { Store } from '../../../store/types.ts';
import type { VenueId } from '../../model/venue.ts';
import type { PaperFundingRate } from '../paperPort.ts';
import { VenueUnavailableError } from '../venuePort.ts';

const binance = 'binance';
const kraken = 'kraken';
const hourMs = 3_600_000;
const minuteMs = 60_000;
const startMs = 1_750_000_000_000;
const all = { marketType: 'swap', symbol: undefined, sinceMs: undefined, limit: 100 } as const;

/** Creates an exchange whose windows end every hour, counted from an hour after the start. */
function createRates(nowMs: () => number) {
  let rate = 0.0001;
  let asked = 0;
  let fault: Error | undefined;
  let isSilent = false;
  let stoodStillMs = 0;
  let aheadMs = 0;
  let answering = Promise.resolve();
  return {
    asked: () => asked,
    set(next: number) {
      rate = next;
    },
    fail(error: Error | undefined) {
      fault = error;
    },
    silence() {
      isSilent = true;
    },
    /**
     * Stands still like a simulated market while the process is down: payments move, their names
     * stay.
     */
    standStill(ms: number) {
      stoodStillMs += ms;
    },
    /** Moves the exchange's clock ahead of ours. */
    goAhead(ms: number) {
      aheadMs = ms;
    },
    /**
     * Holds the answers until the returned function is called; they tell what was known when asked.
     */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      answering = promise;
      return resolve;
    },
    async rate(): Promise<PaperFundingRate | undefined> {
      asked += 1;
      if (fault) throw fault;
      if (isSilent) return undefined;
      const marketMs = nowMs() + aheadMs - stoodStillMs - startMs;
      const window = startMs + Math.ceil((marketMs + 1) / hourMs) * hourMs;
      await answering;
      return {
        rate,
        nextRate: rate * 2,
        windowHours: 1,
        paymentHours: 1,
        nextFundingMs: window + stoodStillMs,
        window,
        markPrice: 100,
        indexPrice: 99.9,
        atMs: nowMs(),
      };
    },
  };
}

function openBench(
  store: Pick<Store, 'db' | 'write'>,
  epoch: number,
  made?: Pick<ReturnType<typeof createPaperBench>, 'clock'>,
) {
  const rates = createRates(() => bench.clock.now());
  const bench = createPaperBench({
    store,
    epoch,
    funding: () => rates.rate(),
    ...(made && { clock: made.clock }),
  });
  const show = async (venue: VenueId, price: number) => {
    const sides = { bids: [[price - 1, 10]] as const, asks: [[price + 1, 10]] as const };
    bench.books.show(btcOf(venue, 'swap'), venue, sides);
    await bench.clock.advance(100);
  };
  return { ...bench, rates, show };
}

/** The store until it is cut off: nothing is written any more, and nobody hears back. */
function cuttable(store: Store) {
  let isCut = false;
  const savePaper: Store['write']['savePaper'] = (...save) =>
    isCut ? new Promise(() => undefined) : store.write.savePaper(...save);
  return {
    store: { db: store.db, write: { ...store.write, savePaper } },
    cut: () => {
      isCut = true;
    },
  };
}

/** Returns the funding payments with the time of each. */
async function paidOf({ session }: OpenPaper) {
  const payments = (await session.fundingPayments?.(all, noSignal)) ?? [];
  return payments.map(({ id, amount, atMs }) => [id, amount, atMs - startMs]);
}

const marketOf = (venue: VenueId) =>
  ({ symbol: btcOf(venue, 'swap'), marketType: 'swap', type: 'market' }) as const;

eachDatabase('funding of a paper account', (database) => {
  const begin = async (venue: VenueId = binance, side: 'buy' | 'sell' = 'buy') => {
    const store = await database.open();
    const { epoch } = await store.own();
    const wire = cuttable(store);
    const bench = openBench(wire.store, epoch);
    await bench.show(venue, 100);
    const trader = bench.open(venue);
    await acknowledged(trader.submit({ ...marketOf(venue), side, quantity: '2' }));
    // Waits for turns of the event loop, in which a real database answers.
    const settle = async () => {
      for (let turn = 0; turn < 20; turn += 1)
        await trader.session.positions?.('swap', undefined, noSignal);
    };
    await settle();
    return { store, epoch, bench, trader, settle, cut: wire.cut };
  };

  it.each([
    ['buy', 0.0001, '-0.02'],
    ['sell', 0.0001, '0.02'],
    ['buy', -0.00025, '0.05'],
    ['sell', -0.00025, '-0.05'],
  ] as const)('a %s at a rate of %s is worth %s at the due time', async (side, rate, amount) => {
    const { bench, trader } = await begin(binance, side);
    const before = (await trader.session.balances('swap', noSignal)).USDT?.total;
    // The rate of a second before the last question is not the one that is paid.
    await bench.clock.advance(minuteMs);
    bench.rates.set(rate);
    await bench.clock.advance(hourMs - minuteMs - 101);
    expect(await paidOf(trader)).toEqual([]);
    await bench.clock.advance(1);
    expect(await paidOf(trader)).toEqual([['1', amount, hourMs]]);
    const after = (await trader.session.balances('swap', noSignal)).USDT?.total;
    expect(Number(after) - Number(before)).toBeCloseTo(Number(amount), 9);
    const [payment] = (await trader.session.fundingPayments?.(all, noSignal)) ?? [];
    expect(payment).toMatchObject({
      symbol: btcOf(binance, 'swap'),
      asset: 'USDT',
      info: { position: side === 'buy' ? '2' : '-2', mark_price: 100 },
    });
    expect(payment?.info.rate).toBe(String(rate));
    await bench.clock.advance(hourMs);
    expect(await paidOf(trader)).toHaveLength(2);
    await trader.session.close();
    expect(bench.clock.pending()).toBe(0);
  });

  it('is asked for every minute while there is a position, and not at all without one', async () => {
    const { bench, trader, settle } = await begin();
    expect(bench.rates.asked()).toBe(1);
    await bench.clock.advance(10 * minuteMs);
    await settle();
    expect(bench.rates.asked()).toBe(11);
    await acknowledged(trader.submit({ ...marketOf(binance), side: 'sell', quantity: '2' }));
    await settle();
    expect(bench.clock.pending()).toBe(0);
    await bench.clock.advance(2 * hourMs);
    expect(bench.rates.asked()).toBe(11);
    expect(await paidOf(trader)).toEqual([]);
    await trader.session.close();
  });

  it('is not paid where nobody can say what it is', async () => {
    const { bench, trader } = await begin();
    bench.rates.silence();
    const market = { symbol: btcOf(binance, 'swap'), marketType: 'swap' } as const;
    await expect(trader.session.fundingRate?.(market, noSignal)).rejects.toThrow(
      VenueUnavailableError,
    );
    // The window whose rate was known by then is paid, and none after it.
    await bench.clock.advance(5 * hourMs);
    expect(await paidOf(trader)).toEqual([['1', '-0.02', hourMs]]);
    await trader.session.close();
  });

  it('is paid at the rate last known while the exchange does not answer', async () => {
    const { bench, trader } = await begin();
    bench.rates.fail(new Error('connection refused'));
    await bench.clock.advance(hourMs);
    expect(await paidOf(trader)).toEqual([['1', '-0.02', hourMs]]);
    bench.rates.fail(undefined);
    await bench.clock.advance(hourMs);
    expect(await paidOf(trader)).toHaveLength(2);
    await trader.session.close();
  });

  it('is paid when the exchange is in the next window, a moment before our clock is', async () => {
    const { bench, trader } = await begin();
    await bench.clock.advance(hourMs - minuteMs);
    bench.rates.goAhead(5_100);
    await bench.clock.advance(minuteMs);
    expect(await paidOf(trader)).toEqual([['1', '-0.02', hourMs - 5_000]]);
    await bench.clock.advance(hourMs);
    expect(await paidOf(trader)).toHaveLength(2);
    await trader.session.close();
  });

  it.each([
    ['3 seconds after', 3_000, 0],
    ['exactly at', 0, 0],
    ['a moment before', -1, 1],
  ] as const)('of a position opened %s the due time is paid by those before it', async (...row) => {
    const [, offsetMs, paidThen] = row;
    const { bench, trader, settle } = await begin();
    const close = { ...marketOf(binance), side: 'sell', quantity: '2' } as const;
    await acknowledged(trader.submit(close));
    // The exchange is still in the window, and its answer takes a moment.
    bench.rates.goAhead(-5_000);
    await bench.clock.advance(hourMs - 100 + offsetMs);
    const answer = bench.rates.hold();
    await acknowledged(trader.submit({ ...marketOf(binance), quantity: '2' }));
    await bench.clock.advance(20);
    answer();
    await settle();
    expect(await paidOf(trader)).toHaveLength(paidThen);
    await bench.clock.advance(hourMs - 1_000 - offsetMs);
    expect(await paidOf(trader)).toHaveLength(paidThen);
    await bench.clock.advance(1_000);
    expect(await paidOf(trader)).toHaveLength(paidThen + 1);
    await trader.session.close();
  });

  it.each([
    [30 * minuteMs, 1_000, [hourMs]],
    [30 * minuteMs, 45 * minuteMs, [75 * minuteMs]],
    [hourMs - 1_000, 3.5 * hourMs, [4.5 * hourMs - 1_000]],
    [hourMs, 5 * minuteMs, [hourMs]],
  ] as const)('after a stop at %s for %s is paid once at %s', async (stopMs, downMs, times) => {
    const { store, epoch, bench, trader } = await begin();
    await bench.clock.advance(stopMs - 100);
    await trader.session.close();
    bench.rates.set(0.9);
    await bench.clock.advance(downMs);
    // 1. The next process knows the earlier rate, and receives the new one.
    const next = openBench(store, epoch, bench);
    next.rates.set(0.5);
    const again = next.open(binance);
    for (let turn = 0; turn < 20; turn += 1) await paidOf(again);
    // 2. What is due later is due as if nothing had happened.
    if (stopMs + downMs < hourMs) {
      next.rates.set(0.0001);
      await next.clock.advance(hourMs - stopMs - downMs);
    }
    expect(await paidOf(again)).toEqual(times.map((atMs) => ['1', '-0.02', atMs]));
    // 3. When opened once more, the account pays nothing a second time.
    await again.session.close();
    const last = next.open(binance);
    for (let turn = 0; turn < 20; turn += 1) await paidOf(last);
    await next.clock.advance(minuteMs);
    expect(await paidOf(last)).toHaveLength(1);
    await last.session.close();
    expect(next.clock.pending()).toBe(0);
  });

  it.each([
    ['before it is written', 1_000],
    ['after it is written', 0],
  ] as const)('after a kill %s is paid exactly once', async (_when, laterMs) => {
    const { store, epoch, bench, trader, cut } = await begin();
    await bench.clock.advance(hourMs - 101);
    if (laterMs > 0) cut();
    await bench.clock.advance(1);
    // Callers see the payment only once it is durable.
    if (laterMs === 0) expect(await paidOf(trader)).toHaveLength(1);
    cut();
    const clock = createManualClock(startMs + hourMs + 1_000);
    const next = openBench(store, epoch, { clock });
    const again = next.open(binance);
    for (let turn = 0; turn < 20; turn += 1) await paidOf(again);
    expect(await paidOf(again)).toEqual([['1', '-0.02', hourMs + laterMs]]);
    await again.session.close();
  });

  it('is due later when the market stood still meanwhile', async () => {
    const { store, epoch, bench, trader } = await begin();
    await bench.clock.advance(50 * minuteMs - 100);
    await trader.session.close();
    await bench.clock.advance(30 * minuteMs);
    const next = openBench(store, epoch, bench);
    next.rates.standStill(30 * minuteMs);
    const again = next.open(binance);
    for (let turn = 0; turn < 20; turn += 1) await paidOf(again);
    expect(await paidOf(again)).toEqual([]);
    await next.clock.advance(10 * minuteMs);
    expect(await paidOf(again)).toEqual([['1', '-0.02', 90 * minuteMs]]);
    await again.session.close();
  });

  it('is told in the windows of the venue, with the next rate where it publishes one', async () => {
    const { bench, trader } = await begin(kraken);
    const rateOf = (venue: VenueId, { session }: OpenPaper) =>
      session.fundingRate?.({ symbol: btcOf(venue, 'swap'), marketType: 'swap' }, noSignal);
    expect(await rateOf(kraken, trader)).toEqual({
      rate: 0.0008,
      nextRate: 0.0016,
      windowHours: 8,
      nextFundingMs: startMs + hourMs,
      markPrice: 100,
      indexPrice: 99.9,
      atMs: expect.any(Number),
    });
    await trader.session.close();
    const other = bench.open(binance);
    expect(await rateOf(binance, other)).toMatchObject({
      rate: 0.0001,
      nextRate: undefined,
      windowHours: 1,
    });
    await other.session.close();
  });
});
