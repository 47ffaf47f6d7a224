import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FlagReason } from '../../src/trading/venues/bookPort.ts';
import { openRoutingService, type RoutingService, spot } from '../support/routing/service.ts';

// A book that is cold, flagged, stale or crossed in itself is never used for routing: not by an
// estimate, not by a plan, and not by the second round of a plan that began before the book broke.

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Answered = any;

let service: RoutingService;
beforeEach(async () => {
  service = await openRoutingService();
});
afterEach(() => service.stop());

/** The venue whose book breaks; by its price it would get everything. */
const broken = 'binance';
const sound = 'bybit';

const cheap = { bids: [[99.9, 9]], asks: [[100, 9]] } as const;
const dear = { bids: [[99.85, 9]], asks: [[100.05, 9]] } as const;

/** A way to break a book, the reason it is left out then, and the time that takes. */
interface Breaking {
  readonly reason: string;
  readonly waitMs?: number;
  readonly breaks: () => void;
}

const flags = ['gap', 'checksum', 'malformed', 'restart', 'reach'] as const;
const flagging = (flag: FlagReason): Breaking => ({
  // Nothing of a malformed book is kept.
  reason: flag === 'malformed' ? 'NO_BOOK' : 'BOOK_FLAGGED',
  breaks: () => service.books.flag(broken, spot, flag),
});
const breakings: Readonly<Record<string, Breaking>> = {
  ...Object.fromEntries(flags.map((reason) => [`flagged ${reason}`, flagging(reason)])),
  'crossed in itself': {
    reason: 'NO_BOOK',
    breaks: () => service.books.show(broken, spot, { bids: [[100.1, 9]], asks: [[100, 9]] }),
  },
  'locked in itself': {
    reason: 'NO_BOOK',
    breaks: () => service.books.show(broken, spot, { bids: [[100, 9]], asks: [[100, 9]] }),
  },
  stale: { reason: 'BOOK_STALE', waitMs: 2_001, breaks: () => service.books.silence(broken) },
  'silent for long': {
    reason: 'BOOK_STALE',
    waitMs: 20_000,
    breaks: () => service.books.silence(broken),
  },
  'without bids': {
    reason: 'EMPTY_SIDE',
    breaks: () => service.books.show(broken, spot, { asks: cheap.asks }),
  },
  'not trusted': {
    // Six gaps, a wide spread and an age below two seconds.
    reason: 'LOW_CONFIDENCE',
    waitMs: 1_900,
    breaks() {
      for (let gaps = 0; gaps < 6; gaps += 1) {
        service.books.flag(broken, spot, 'gap');
        service.books.show(broken, spot, { bids: [[99.5, 9]], asks: cheap.asks });
      }
      service.books.silence(broken);
    },
  },
};

async function addAccounts() {
  return { cold: await service.account(broken), warm: await service.account(sound) };
}

/** On the steps of both venues, as its half is. */
const quantity = 3.6;
const half = 1.8;

const orderOf = (ids: readonly string[]) => ({
  symbol: spot,
  side: 'buy',
  quantity,
  exchange_account_ids: ids,
  max_slippage_bps: 50,
});

const reasonsIn = ({ excluded }: Answered) =>
  excluded.map((each: Answered) => [each.venue, each.reason]);

async function ordersOf(accountId: string): Promise<number> {
  const rows = await service.store.db
    .selectFrom('meta_orders')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  return rows.length;
}

/** Checks that estimates and plans go only to the intact venue, and are measured by its mid. */
async function expectLeftOut({ reason }: Pick<Breaking, 'reason'>): Promise<void> {
  const { cold, warm } = await addAccounts();
  const body = orderOf([cold, warm]);
  for (const name of ['estimateRoute', 'executeRoute'] as const) {
    const data = await service.app.data(name, body);
    expect([name, reasonsIn(data)]).toEqual([name, [[broken, reason]]]);
    expect(data.slices.map((slice: Answered) => slice.exchange_account_id)).toEqual([warm]);
    expect(data.mid_price).toBeCloseTo(99.95, 9);
  }
  expect(service.sent.map(({ accountId }) => accountId)).toEqual([warm]);
  expect(await ordersOf(cold)).toBe(0);
}

describe('a book that is', () => {
  it.each(Object.entries(breakings))('%s is left out of estimate and plan', async (_is, made) => {
    service.books.show(broken, spot, cheap);
    service.books.show(sound, spot, dear);
    await service.app.clock.advance(100);
    const { cold, warm } = await addAccounts();
    const whole = await service.app.data('estimateRoute', orderOf([cold, warm]));
    expect(whole.slices.map((slice: Answered) => slice.venue)).toEqual([broken]);
    made.breaks();
    await service.app.clock.advance(made.waitMs ?? 0);
    await expectLeftOut(made);
  });

  it('cold is left out of estimate and plan', async () => {
    service.books.show(sound, spot, dear);
    await expectLeftOut({ reason: 'NO_BOOK' });
  });

  it('sound again is routed on again', async () => {
    service.books.show(broken, spot, cheap);
    service.books.show(sound, spot, dear);
    service.books.flag(broken, spot, 'gap');
    service.books.show(broken, spot, cheap);
    const { cold, warm } = await addAccounts();
    const plan = await service.app.data('executeRoute', orderOf([cold, warm]));
    expect(plan.slices).toMatchObject([{ venue: broken, status: 'filled' }]);
  });
});

/** Travel time of the order of the first round. */
const wayMs = 100;

/**
 * Runs a plan whose first round goes to the intact venue, which has only half of its quantity when
 * the order arrives.
 */
async function executeWhile(breaking: Breaking | undefined): Promise<Answered> {
  service.books.show(broken, spot, dear);
  service.books.show(sound, spot, cheap);
  await service.app.clock.advance(100);
  const { cold, warm } = await addAccounts();
  const waitMs = breaking?.waitMs ?? 0;
  // A break that takes long begins before the plan, and is there between its rounds.
  if (waitMs > 0) {
    breaking?.breaks();
    await service.app.clock.advance(waitMs - wayMs);
  }
  service.onSubmit(async ({ venue, arrive }) => {
    if (venue !== sound) return arrive();
    service.books.show(sound, spot, { bids: [[99.9, half]], asks: [[100, half]] });
    const outcome = await arrive();
    // The quantity that was taken is gone, and the next level is too expensive.
    service.books.show(sound, spot, { bids: [[99.9, 9]], asks: [[102, 9]] });
    if (waitMs === 0) breaking?.breaks();
    else await service.app.clock.sleep(wayMs);
    return outcome;
  });
  return service.app.data('executeRoute', orderOf([cold, warm]));
}

const placed = ({ slices }: Answered) =>
  slices.map((slice: Answered) => [slice.round, slice.venue, slice.filled_quantity]);

describe('a book that breaks between the two rounds', () => {
  it('would get what is left if it were sound', async () => {
    const plan = await executeWhile(undefined);
    expect(placed(plan)).toEqual([
      [1, sound, half],
      [2, broken, half],
    ]);
    expect(plan.status).toBe('completed');
  });

  /**
   * Excludes a book that is silent for long by the second round: the first round cannot see it as
   * intact.
   */
  const between = Object.entries(breakings).filter(([is]) => is !== 'silent for long');
  it.each(between)('and is %s gets nothing', async (_is, made) => {
    const plan = await executeWhile(made);
    expect(plan.status).toBe('partial');
    expect(plan.executed_quantity).toBe(half);
    expect(service.sent.map(({ venue }) => venue)).not.toContain(broken);
    expect(plan.slices.map((slice: Answered) => slice.venue)).not.toContain(broken);
  });
});

describe('a book that breaks while an order is on its way', () => {
  const executeOnto = async (reason: FlagReason): Promise<Answered> => {
    service.books.show(broken, spot, cheap);
    service.books.show(sound, spot, dear);
    const { cold, warm } = await addAccounts();
    service.onSubmit(async ({ venue, arrive }) => {
      if (venue === broken) service.books.flag(broken, spot, reason);
      return arrive();
    });
    return service.app.data('executeRoute', orderOf([cold, warm]));
  };

  it('ends the plan where its order waits longer for a new book than a plan routes', async () => {
    // A paper account waits two seconds for a book that does not exist.
    const plan = await executeOnto('malformed');
    expect(placed(plan)).toEqual([[1, broken, 0]]);
    expect(plan.status).toBe('failed');
    expect(plan.reason).toContain('the two seconds that a plan has for that were over');
  });

  const kept = flags.filter((reason) => reason !== 'malformed');
  it.each(kept)('fills nothing once it is flagged %s', async (reason) => {
    const plan = await executeOnto(reason);
    expect(placed(plan)).toEqual([
      [1, broken, 0],
      [2, sound, quantity],
    ]);
    expect(plan.status).toBe('completed');
  });
});
