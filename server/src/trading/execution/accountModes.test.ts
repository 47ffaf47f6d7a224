import { describe, expect, it } from 'vitest';
import { actor, liveAccount } from '../../../test/support/accounts/fixture.ts';
import { databasePerTest } from '../../../test/support/databases/databases.ts';
import { createExecutionBench } from '../../../test/support/execution/fixture.ts';
import type { UnifiedMode } from '../model/account.ts';
import type { PositionMode } from '../venues/venuePort.ts';

const database = databasePerTest('sqlite');
const perp = { symbol: 'BTC/USDT:USDT', accountId: 'live' };

/** Opens a live account whose exchange reports a position mode. */
async function openLive(mode: PositionMode | undefined) {
  const bench = await createExecutionBench(await database.open());
  const { accounts, venue, execution } = bench;
  const request = liveAccount({ id: 'live', dailyLimitMicroUsd: 1e12 });
  await accounts.create(request, actor);
  let asked = 0;
  let tell: (signal: AbortSignal) => Promise<PositionMode | undefined> = async () => mode;
  venue.positionMode = (signal) => {
    asked += 1;
    return tell(signal);
  };
  return {
    ...bench,
    isHedged: async () => (await accounts.find('live')).hedgeMode,
    asked: () => asked,
    /** Sets what the exchange answers from now on. */
    tells: (next: typeof tell) => {
      tell = next;
    },
    verify: async () => execution.verify(await accounts.find('live')),
  };
}

describe('the position mode of a live account', () => {
  it('is kept from what its exchange tells when it is verified', async () => {
    const bench = await openLive('hedge');
    expect(await bench.isHedged()).toBe(false);
    await bench.verify();
    expect(await bench.isHedged()).toBe(true);
    bench.tells(async () => 'one_way');
    await bench.verify();
    expect(await bench.isHedged()).toBe(false);
  });

  it('stays what it was where the exchange does not tell, or cannot be asked', async () => {
    const bench = await openLive('hedge');
    await bench.verify();
    bench.tells(async () => undefined);
    await bench.verify();
    bench.tells(() => Promise.reject(new Error('down')));
    await bench.verify();
    expect(await bench.isHedged()).toBe(true);
    expect(bench.observed).toContain('accountModeFailed');
  });

  it('is read before the first order in a contract, once for all that wait for it', async () => {
    const bench = await openLive('hedge');
    await Promise.all([bench.submit(perp), bench.submit({ ...perp, side: 'sell' })]);
    await bench.submit({ ...perp, side: 'sell', reduceOnly: true });
    expect(bench.venue.submitted.map(({ leg }) => leg)).toEqual(['long', 'short', 'long']);
    expect(bench.asked()).toBe(1);
  });

  it('holds an order for two seconds at most, and is not asked again before each', async () => {
    const bench = await openLive('hedge');
    const told = Promise.withResolvers<PositionMode>();
    const isAsked = Promise.withResolvers<void>();
    let asked = 0;
    bench.venue.positionMode = () => {
      asked += 1;
      isAsked.resolve();
      return told.promise;
    };
    const first = bench.submit(perp);
    await isAsked.promise;
    await bench.clock.advance(2_000);
    await first;
    await bench.submit(perp);
    told.resolve('hedge');
    await bench.execution.stop();
    await bench.submit(perp);
    expect(bench.venue.submitted.map(({ leg }) => leg)).toEqual([undefined, undefined, 'long']);
    expect(asked).toBe(1);
  });

  it('is read again after half a minute where it could not be, and by other credentials', async () => {
    const bench = await openLive('one_way');
    let asked = 0;
    bench.venue.positionMode = async () => {
      asked += 1;
      if (asked === 1) throw new Error('down');
      return 'one_way';
    };
    const after: number[] = [];
    for (const pauseMs of [0, 29_999, 1, 3_600_000]) {
      await bench.clock.advance(pauseMs);
      await bench.submit(perp);
      after.push(asked);
    }
    expect(after).toEqual([1, 1, 2, 2]);
    const { credentials } = liveAccount();
    await bench.accounts.change('live', { credentials }, actor);
    await bench.submit(perp);
    expect(asked).toBe(3);
  });

  it('is read again when an order is refused for it, and names the leg of the next', async () => {
    const bench = await openLive('one_way');
    await bench.submit(perp);
    bench.tells(async () => 'hedge');
    bench.venue.onSubmit = async () => {
      return { kind: 'rejected', code: 'POSITION_MODE', message: 'The account is in hedge mode.' };
    };
    const refused = await Promise.allSettled([bench.submit(perp), bench.submit(perp)]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await bench.execution.stop();
    expect(await bench.isHedged()).toBe(true);
    await bench.submit(perp).catch(() => undefined);
    const legs = bench.venue.submitted.map(({ leg }) => leg);
    expect(legs).toEqual([undefined, undefined, undefined, 'long']);
  });
});

describe('an order of an account in hedge mode', () => {
  const drafts = [
    [{ side: 'buy', reduceOnly: false }, 'long'],
    [{ side: 'sell', reduceOnly: false }, 'short'],
    [{ side: 'sell', reduceOnly: true }, 'long'],
    [{ side: 'buy', reduceOnly: true }, 'short'],
  ] as const;
  const stop = { type: 'stop_loss', price: undefined, stopPrice: 100 } as const;

  it.each(drafts)('that is %o means the %s leg, and is stored with it', async (draft, leg) => {
    const { submit, venue, orders, verify } = await openLive('hedge');
    await verify();
    const stops = await submit({ ...perp, ...stop, ...draft });
    const limits = await submit({ ...perp, ...draft });
    expect(venue.submitted.map((order) => order.leg)).toEqual([leg, leg]);
    const stored = [await orders.find(stops.accountId, stops.id), limits];
    expect(stored.map((order) => order?.leg)).toEqual([leg, leg]);
  });

  it('names none on spot, nor does any order of an account in one-way mode', async () => {
    const { submit, venue, verify, tells } = await openLive('one_way');
    await submit(perp);
    tells(async () => 'hedge');
    await verify();
    await submit({ accountId: 'live' });
    expect(venue.submitted.map((order) => order.leg)).toEqual([undefined, undefined]);
  });
});

describe('how the exchange margins a live account', () => {
  it('is asked before its first comparison and once an hour, and kept', async () => {
    const bench = await openLive(undefined);
    const { accounts, venue, clock, execution } = bench;
    let asked = 0;
    let mode: UnifiedMode = 'multi_currency';
    venue.unifiedMode = async () => {
      asked += 1;
      return mode;
    };
    const compare = async () => execution.reconciler.compare([await accounts.find('live')]);
    const known = async () => (await accounts.find('live')).unifiedMode;
    expect(await known()).toBeUndefined();
    await compare();
    await compare();
    expect([await known(), asked]).toEqual(['multi_currency', 1]);
    mode = 'classic';
    await clock.advance(3_600_000);
    await compare();
    expect([await known(), asked]).toEqual(['classic', 2]);
  });
});
