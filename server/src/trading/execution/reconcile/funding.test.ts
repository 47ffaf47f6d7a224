import { describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../../test/support/databases/databases.ts';
import {
  createReconcilerFixture,
  type ReconcilerFixture,
} from '../../../../test/support/execution/reconciler.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueLedgerEntry } from '../../venues/perpsPort.ts';

const database = databasePerTest('sqlite');
const swap = 'BTC/USDT:USDT' as InstrumentSymbol;
const open = async (tellsPerps = true): Promise<ReconcilerFixture> =>
  createReconcilerFixture(await database.open(), undefined, { tellsPerps });

const hourMs = 3_600_000;

/** Moves to just after a full hour: funding is paid then, and listed a moment later. */
async function passToFullHour({ clock }: ReconcilerFixture): Promise<void> {
  await clock.advance(hourMs - (clock.now() % hourMs) + 1_000);
}

/** Checks that 1 unexplained USDT is found exactly: nothing was counted twice or left out. */
async function expectExplained(test: ReconcilerFixture): Promise<void> {
  expect(test.found()).toEqual([]);
  test.venue.credit('USDT', '1', 'swap');
  await test.clock.advance(90_000);
  await test.compare();
  expect(test.alerts).toHaveLength(1);
  expect(test.alerts[0]?.reason).toContain('off by 1 ');
  expect(test.failures).toEqual([]);
}

describe('funding', () => {
  it('is expected of the wallet that perpetuals are paid from, by asset, exactly', async () => {
    const test = await open();
    await test.compare();
    test.venue.perps.pay('-0.000000000000000003');
    test.venue.perps.pay('2.5');
    await test.compare();
    await test.compare();
    await expectExplained(test);
    expect(test.alerts[0]).toMatchObject({ marketType: 'swap', asset: 'USDT' });
    expect(test.alerts[0]?.expected).toBe('1002.499999999999999997');
    expect(test.alerts[0]?.reason).not.toContain('funding');
  });

  it('that is told but not paid is found, in another asset too', async () => {
    const test = await open();
    await passToFullHour(test);
    await test.compare();
    const { payments } = test.venue.perps;
    const entry = { id: 'a', symbol: undefined, asset: 'BTC', info: {} };
    payments.push({ ...entry, amount: '0.1', atMs: test.clock.now() });
    await test.compare();
    expect(test.found()).toEqual(['balance_changed: 0.1 / 0']);
  });

  it('is asked for after a full hour and after a fill, and not each minute', async () => {
    const test = await open();
    let asked = 0;
    test.venue.meanwhile = (verb) => {
      if (verb === 'fundingPayments') asked += 1;
    };
    const askedMeanwhile = async (work: () => Promise<unknown>): Promise<number> => {
      const before = asked;
      await work();
      return asked - before;
    };
    await test.clock.advance(4 * 60_000);
    await test.compare();
    await test.clock.advance(60_000);
    expect(await askedMeanwhile(() => test.compare())).toBe(0);
    await passToFullHour(test);
    expect(await askedMeanwhile(() => test.compare())).toBeGreaterThan(0);
    await test.clock.advance(4 * 60_000);
    await test.compare();
    expect(await askedMeanwhile(() => test.compare())).toBe(0);
    test.venue.perps.pay('2');
    expect(await askedMeanwhile(() => test.compare())).toBeGreaterThan(0);
    expect(test.found()).toEqual([]);
  });

  it('of an account whose venue tells none is found as before, and the reason says so', async () => {
    const test = await open(false);
    await test.compare();
    test.venue.perps.pay('3');
    await test.compare();
    expect(test.found()).toEqual(['balance_changed: 1000 / 1003']);
    expect(test.alerts[0]?.reason).toContain('funding (which is not reported here)');
  });

  it('is counted once over a restart, and when the same payment is told again', async () => {
    const first = await open();
    await first.compare();
    const payment = first.venue.perps.pay('2');
    await first.compare();
    first.venue.perps.pay('4');
    const test = await createReconcilerFixture(await database.open(), first, { tellsPerps: true });
    await test.compare();
    test.venue.perps.list(payment);
    test.venue.perps.list({ ...payment, atMs: test.clock.now() });
    await test.compare();
    await expectExplained(test);
    expect(first.found()).toEqual([]);
  });

  it('puts the comparison off while the venue cannot be asked for it', async () => {
    const test = await open();
    await test.compare();
    test.venue.perps.pay('2');
    test.venue.meanwhile = (verb) => {
      test.venue.isDown = verb === 'fundingPayments';
    };
    await test.compare();
    expect(test.found()).toEqual([]);
    const [report] = await test.reconciler.reports([test.account]);
    expect(report?.status).toBe('venue_unavailable');
    test.venue.meanwhile = undefined;
    test.venue.isDown = false;
    await test.compare();
    await expectExplained(test);
  });

  it('of more markets than one page has, all at one moment, is read in full', async () => {
    const test = await open();
    await test.compare();
    for (let count = 0; count < 333; count += 1) test.venue.perps.pay('0.01');
    await test.compare();
    await expectExplained(test);
    expect(test.alerts[0]?.expected).toBe('1003.33');
  });

  it('of a long outage is read over several comparisons, and found to be whole', async () => {
    const test = await open();
    await test.compare();
    for (let count = 0; count < 2_500; count += 1) {
      test.venue.perps.pay('0.01');
      await test.clock.advance(1);
    }
    await test.clock.advance(90_000);
    await test.compare();
    const [report] = await test.reconciler.reports([test.account]);
    expect(report?.counts.balances).toBe(0);
    await test.compare();
    await expectExplained(test);
  });

  it('is awaited for a minute after a full hour while something is held that pays', async () => {
    const test = await open();
    await test.open('s', { symbol: swap, marketType: 'swap', quantity: '9' });
    test.venue.trade('v-s', '1');
    await test.compare();
    const hourMs = 3_600_000;
    await test.clock.advance(hourMs - (test.clock.now() % hourMs));
    const payment = test.venue.perps.pay('-0.7', false);
    await test.compare();
    expect(test.found()).toEqual([]);
    await test.clock.advance(30_000);
    test.venue.perps.list(payment);
    await test.clock.advance(60_000);
    await test.compare();
    await expectExplained(test);
  });

  it('that never comes to the list is found a minute after the full hour', async () => {
    const test = await open();
    await test.open('s', { symbol: swap, marketType: 'swap', quantity: '9' });
    test.venue.trade('v-s', '1');
    await test.compare();
    const hourMs = 3_600_000;
    await test.clock.advance(hourMs - (test.clock.now() % hourMs));
    test.venue.credit('USDT', '-0.7', 'swap');
    test.venue.credit('USDT', '5');
    await test.compare();
    // Funding is paid from the other wallet.
    expect(test.found()).toEqual(['balance_changed: 1000000 / 1000005']);
    await test.clock.advance(60_000);
    await test.compare();
    expect(test.alerts[1]?.reason).toContain('off by -0.7 ');
    await test.compare();
    expect(test.alerts).toHaveLength(2);
  });
});

describe('funding that is paid while a comparison looks', () => {
  /** The payment is listed at once, one call later, or one call before the balance changes. */
  const ways = ['at once', 'late', 'early'] as const;
  const cases = ways.flatMap((way) => [
    { way, isAtFullHour: true },
    { way, isAtFullHour: false },
  ]);

  it.each(cases)(
    'is no difference at whatever moment it comes (listed $way, at a full hour: $isAtFullHour)',
    async ({ way, isAtFullHour }) => {
      const test = await open();
      if (isAtFullHour) await passToFullHour(test);
      await test.compare();
      const { venue } = test;
      venue.calls.length = 0;
      await test.compare();
      const calls = venue.calls.length;
      for (let moment = 0; moment <= calls; moment += 1) {
        let call = 0;
        let payment: VenueLedgerEntry | undefined;
        venue.meanwhile = () => {
          call += 1;
          if (call === moment + 1) {
            if (way === 'early') {
              payment = venue.perps.pay('0.5');
              venue.credit('USDT', '-0.5', 'swap');
            } else payment = venue.perps.pay('0.5', way === 'at once');
          }
          if (call === moment + 2) {
            if (way === 'early') venue.credit('USDT', '0.5', 'swap');
            if (way === 'late' && payment) venue.perps.list(payment);
          }
        };
        await test.compare();
        await test.compare();
        expect([moment, call > moment + 1, test.found()]).toEqual([moment, true, []]);
      }
      venue.meanwhile = undefined;
      await expectExplained(test);
    },
  );

  it('each time that its list is read leaves the balances for the next comparison', async () => {
    const test = await open();
    await passToFullHour(test);
    await test.compare();
    test.venue.meanwhile = (verb) => {
      if (verb === 'fundingPayments') test.venue.perps.pay('0.5');
    };
    await test.compare();
    const [report] = await test.reconciler.reports([test.account]);
    expect([test.found(), report?.counts.balances]).toEqual([[], 0]);
    test.venue.meanwhile = undefined;
    await test.compare();
    await expectExplained(test);
  });
});
