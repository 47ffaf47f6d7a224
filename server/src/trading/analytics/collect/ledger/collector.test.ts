import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accountsOn,
  actor,
  liveAccount,
  newAccount,
} from '../../../../../test/support/accounts/fixture.ts';
import { openMemoryStore } from '../../../../../test/support/databases/memoryStore.ts';
import { createManualClock, type ManualClock } from '../../../../../test/support/manualClock.ts';
import { btc, newFill, startMs } from '../../../../../test/support/orders/fixture.ts';
import { AppError } from '../../../../kit/errors.ts';
import type { Store } from '../../../../store/types.ts';
import type { Account, AccountId } from '../../../model/account.ts';
import { VenueUnavailableError } from '../../../model/venueUnavailableError.ts';
import type { PerpsSession, VenueLedgerEntry } from '../../../venues/perpsPort.ts';
import type { VenueFill, VenueSession } from '../../../venues/venuePort.ts';
import { createCollectStore } from '../../store/collectStore.ts';
import { createReportStore } from '../../store/reportStore.ts';
import { createCollector } from './collector.ts';

/** The fault in one answer of the venue. */
type Fault = 'none' | 'error' | 'empty' | 'short' | 'twice';

interface Booking {
  readonly id: string;
  readonly atMs: number;
  /** The venue lists the booking from then on. */
  readonly toldMs: number;
}

interface Case {
  readonly skewMs: number;
  readonly bookings: readonly { readonly agoMs: number; readonly lateMs: number }[];
  /** The faults of the first calls, in their order; later calls work. */
  readonly faults: readonly Fault[];
  /** Turns after which the service restarts. */
  readonly restarts: readonly number[];
}

const minuteMs = 60_000;
const turns = 14;

const cases: fc.Arbitrary<Case> = fc.record({
  skewMs: fc.integer({ min: -40_000, max: 40_000 }),
  bookings: fc.array(
    fc.record({
      agoMs: fc.oneof(
        fc.integer({ min: -turns * minuteMs, max: 20 * minuteMs }),
        fc.integer({ min: 0, max: 80 * 86_400_000 }),
        fc.constant(1_234_567),
      ),
      lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 * minuteMs })),
    }),
    { maxLength: 330 },
  ),
  faults: fc.array(fc.constantFrom<Fault>('none', 'error', 'empty', 'short', 'twice'), {
    maxLength: 40,
  }),
  restarts: fc.array(fc.integer({ min: 0, max: turns - 1 }), { maxLength: 4 }),
});

describe('collecting what exchanges book', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openMemoryStore();
  });
  afterAll(() => store.close());

  const addAccount = async (id: string, mode: Account['mode'] = 'live'): Promise<Account> => {
    const { accounts } = accountsOn(store);
    await accounts.create(mode === 'live' ? liveAccount({ id }) : newAccount({ id }), actor);
    return accounts.find(id as AccountId);
  };

  const collectorOf = (account: Account, session: Session, clock: ManualClock) => {
    const failures: string[] = [];
    const listeners = new Set<(fill: { accountId: AccountId; atMs: number }) => void>();
    const state = { isCompared: true };
    const fill = (atMs = clock.now()) => {
      for (const listener of listeners) listener({ accountId: account.id, atMs });
    };
    const old = new Map<string, VenueFill>();
    const collector = createCollector({
      accounts: { list: async () => [account] },
      sessions: { at: () => session, of: () => session as never },
      store: createCollectStore(store),
      addFills: async (_account, fills) => {
        for (const fill of fills) old.set(fill.venueTradeId, fill);
      },
      latestUsd: (asset) => (asset === 'USDT' ? 1.25 : undefined),
      isCompared: () => state.isCompared,
      onFill(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      clock,
      observe: { listFailed: (_id, list) => failures.push(list) },
    });
    return { collector, failures, old, fill, state };
  };
  const pass = async (clock: ManualClock, ms: number) => {
    for (let i = 0; i < ms / 1_000; i += 1) await clock.advance(1_000);
  };
  const storedOf = async (id: AccountId) => {
    const reports = createReportStore({
      db: store.db,
      clock: { now: () => startMs },
      onFill: () => () => undefined,
      observe: { algorithmUnreadable: () => undefined },
      pairTypes: ['spread'],
    });
    const anyTime = { fromMs: undefined, toMs: undefined };
    const found = [];
    const query = { accountIds: [id], kind: 'funding', ...anyTime } as const;
    for await (const part of reports.ledger(query)) found.push(...part);
    return found;
  };

  it('has every entry exactly once, whatever pages, clocks, limits and restarts do', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(cases, async ({ skewMs, bookings, faults, restarts }) => {
        count += 1;
        const clock = createManualClock(startMs);
        const account = await addAccount(`case-${count}`);
        const ledger = bookings.map(({ agoMs, lateMs }, index) => {
          const atMs = startMs - agoMs;
          return { id: `b-${index}`, atMs: atMs + skewMs, toldMs: atMs + lateMs };
        });
        const session = { fundingPayments: venueList(ledger, clock, withoutPairs(faults)) };
        let run = collectorOf(account, session, clock);
        run.collector.start();
        // It runs on after the faults, until everything has been listed twice.
        for (let turn = 0; turn < turns + 16; turn += 1) {
          if (restarts.includes(turn)) {
            await run.collector.stop();
            run = collectorOf(account, session, clock);
            run.collector.start();
          }
          await pass(clock, minuteMs);
          run.fill();
        }
        await run.collector.stop();
        const stored = await storedOf(account.id);
        expect(stored.map(({ entryId }) => entryId).sort()).toEqual(
          ledger.map(({ id }) => id).sort(),
        );
        for (const { atMs, usd, amount } of stored)
          expect([atMs > 0, usd, amount]).toEqual([true, 1.25, '-0.5']);
      }),
      { numRuns: 25 },
    );
  }, 300_000);

  it('reads what the session tells and nothing else, of an account it can reach', async () => {
    const clock = createManualClock(startMs);
    const account = await addAccount('lists', 'paper');
    const twap = { symbol: btc, side: 'buy', twapId: 't-1', atMs: startMs } as const;
    const [marketType, liquidity] = ['swap', 'taker'] as const;
    const amounts = {
      price: 10,
      quantity: '0.5',
      fee: '0.01',
      feeAsset: 'USDT',
      liquidity,
      marketType,
      venueOrderId: 'o-1',
      realised: '-2.5',
    };
    const run = collectorOf(
      account,
      {
        rebates: async () => [
          { ...toEntry({ id: 'r', atMs: startMs }), marketType: 'spot', source: 'vip' },
        ],
        twaps: async () => [{ ...twap, totalSize: '3' }],
        twapFills: async () => [{ ...twap, ...amounts, venueTradeId: 'f-1' }],
        realizedPnl: async () => {
          throw new VenueUnavailableError('down');
        },
      },
      clock,
    );
    run.collector.start();
    await pass(clock, 6_000);
    expect(run.failures).toEqual(['realised.swap', 'realised.future']);
    const lists = run.collector.ages().map(({ list, accountId }) => `${accountId} ${list}`);
    expect(lists.sort()).toEqual(['lists rebates', 'lists twap_fills', 'lists twaps']);
    await run.collector.stop();
    const rows = await store.db.selectFrom('twap_orders').selectAll().execute();
    expect(rows).toMatchObject([{ twap_id: 't-1', total_size: '3' }]);
    expect(await store.db.selectFrom('twap_fills').selectAll().execute()).toHaveLength(1);
    expect([...run.old.values()]).toMatchObject([{ venueTradeId: 'f-1', quantity: '0.5' }]);
    const taken = store.db.selectFrom('account_ledger').where('kind', '=', 'realised').selectAll();
    expect(await taken.execute()).toMatchObject([{ entry_id: 'f-1', amount: '-2.5' }]);
    expect(clock.pending()).toBe(0);
  });

  it('asks for rebates four times an hour, and sooner while they do not come', async () => {
    const clock = createManualClock(startMs);
    const account = await addAccount('rebates');
    const asked = { rebates: 0, twaps: 0 };
    const session: Session = {
      rebates: async () => {
        asked.rebates += 1;
        if (asked.rebates < 3) throw new VenueUnavailableError('down');
        return [];
      },
      twaps: async () => {
        asked.twaps += 1;
        return [];
      },
    };
    const { collector } = collectorOf(account, session, clock);
    collector.start();
    await pass(clock, 60 * minuteMs);
    await collector.stop();
    expect(asked.rebates).toBeGreaterThanOrEqual(2 + 4);
    expect(asked.rebates).toBeLessThanOrEqual(2 + 5);
    expect(asked.twaps).toBeGreaterThanOrEqual(6);
    expect(asked.twaps).toBeLessThanOrEqual(9);
  });

  it('asks ever more rarely for what tells nothing new, until the account trades', async () => {
    const clock = createManualClock(startMs);
    const account = await addAccount('quiet');
    const askedAtMs: number[] = [];
    const session: Session = {
      twapFills: async () => {
        askedAtMs.push(clock.now());
        return [];
      },
    };
    const { collector, fill } = collectorOf(account, session, clock);
    const askedWithin = async (ms: number): Promise<number> => {
      const before = askedAtMs.length;
      await pass(clock, ms);
      return askedAtMs.length - before;
    };
    collector.start();
    expect(await askedWithin(60 * minuteMs)).toBeLessThanOrEqual(9);
    expect(await askedWithin(60 * minuteMs)).toBe(4);
    await pass(clock, 2 * minuteMs);
    fill(clock.now() - 60 * minuteMs);
    expect(await askedWithin(90_000)).toBe(0);
    fill();
    expect(await askedWithin(90_000)).toBeGreaterThan(0);
    await collector.stop();
  });

  it('asks nothing of a live account before its first comparison', async () => {
    const clock = createManualClock(startMs);
    const account = await addAccount('uncompared');
    let asked = 0;
    const session: Session = {
      twaps: async () => {
        asked += 1;
        return [];
      },
    };
    const run = collectorOf(account, session, clock);
    run.state.isCompared = false;
    run.collector.start();
    await pass(clock, 10 * minuteMs);
    expect(asked).toBe(0);
    run.state.isCompared = true;
    await pass(clock, 2 * minuteMs);
    expect(asked).toBeGreaterThan(0);
    await run.collector.stop();
  });

  it('asks nothing of an account that cannot be reached as configured', async () => {
    const clock = createManualClock(startMs);
    const account = await addAccount('nowhere');
    const failures: unknown[] = [];
    const refused = () => {
      throw new AppError('NOT_SUPPORTED');
    };
    const collector = createCollector({
      accounts: { list: async () => [account] },
      sessions: { at: refused, of: refused },
      store: createCollectStore(store),
      addFills: async () => undefined,
      latestUsd: () => undefined,
      isCompared: () => true,
      onFill: () => () => undefined,
      clock,
      observe: { listFailed: (...failure) => failures.push(failure) },
    });
    collector.start();
    await pass(clock, 10_000);
    await collector.stop();
    expect(failures).toEqual([]);
    expect(collector.ages()).toEqual([]);
  });

  it('brings home fills from before a live account was added, once', async () => {
    const clock = createManualClock(startMs);
    const account = await addAccount('old-fills');
    const fills = Array.from({ length: 2_400 }, (_, i) => {
      const { accountId, orderId, ...fill } = newFill(`t-${i}`, {
        atMs: startMs - 2_400_000 + i * 2_000,
      });
      return { ...fill, clientId: undefined };
    });
    let calls = 0;
    const session: Session = {
      fills: async ({ marketType, sinceMs, limit }) => {
        calls += 1;
        if (marketType !== 'spot') return [];
        return fills.filter(({ atMs }) => atMs >= sinceMs).slice(0, limit);
      },
    };
    const run = collectorOf(account, session, clock);
    run.collector.start();
    await pass(clock, 10 * minuteMs);
    expect([...run.old.keys()]).toEqual(
      fills.filter(({ atMs }) => atMs < startMs).map(({ venueTradeId }) => venueTradeId),
    );
    const done = calls;
    await pass(clock, 3 * minuteMs);
    expect(calls).toBe(done);
    await run.collector.stop();
    const paper = collectorOf(await addAccount('paper', 'paper'), session, clock);
    paper.collector.start();
    await pass(clock, minuteMs);
    await paper.collector.stop();
    expect(calls).toBe(done);
  });
});

type Session = PerpsSession & Partial<Pick<VenueSession, 'fills'>>;

/** Makes a page missing only once: the venue returns it when it is asked for again. */
function withoutPairs(faults: readonly Fault[]): readonly Fault[] {
  const hides = (fault: Fault | undefined) => fault === 'empty' || fault === 'short';
  return faults.flatMap((fault) => (hides(fault) ? [fault, 'none', 'none'] : [fault]));
}

function venueList(ledger: readonly Booking[], clock: ManualClock, faults: readonly Fault[]) {
  let calls = 0;
  return async ({ sinceMs, limit }: { sinceMs: number | undefined; limit: number }) => {
    const fault = faults[calls] ?? 'none';
    calls += 1;
    if (fault === 'error') throw new VenueUnavailableError('too many requests');
    const told = ledger.filter(
      ({ toldMs, atMs }) => toldMs <= clock.now() && atMs >= (sinceMs ?? 0),
    );
    const page = told
      .sort((a, b) => a.atMs - b.atMs)
      .slice(0, limit)
      .map(toEntry);
    if (fault === 'empty') return [];
    if (fault === 'short') return page.slice(0, Math.floor(page.length / 2));
    return fault === 'twice' ? page.flatMap((each) => [each, each]).slice(0, limit) : page;
  };
}

function toEntry({ id, atMs }: Pick<Booking, 'id' | 'atMs'>): VenueLedgerEntry {
  return { id, symbol: btc, asset: 'USDT', amount: '-0.5', atMs, info: {} };
}
