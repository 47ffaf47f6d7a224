import type { Cancel, Clock } from '../../../../kit/clock.ts';
import type { UsdNow } from '../../feeRate.ts';
import { type CollectStore, type FillKey, type MarkedFill, markHorizons } from '../../types.ts';
import { createDueWheel } from './dueWheel.ts';
import type { Following } from './following.ts';
import { createMarksWriter, type MarksWriter } from './marksWriter.ts';
import {
  dueMsOf,
  nextInTime,
  noteFirst,
  noteMark,
  nothingSeen,
  type Pending,
  toSave,
} from './pending.ts';
import { type FillMarket, type MarketPrices, marketName } from './prices.ts';
import { usdNow, usdThen } from './usd.ts';

export interface CaptureObserver {
  /** The fill is not followed: more fills wait for their horizons than there is room for. */
  fillDropped(): void;
  /** The market could not be seen in time. */
  horizonMissed(seconds: number): void;
  /** The write is tried again within a second. */
  marksNotWritten(error: unknown): void;
  /** A fault of ours or of the database: some marks are missing. */
  captureFailed(error: unknown): void;
}

export interface CaptureDeps {
  readonly store: Pick<CollectStore, 'saveMarks' | 'dueMarks'>;
  readonly prices: MarketPrices;
  /** The recent past of the markets of fills. */
  readonly following: Following;
  readonly latestUsd: UsdNow;
  /** Returns the market of a fill; undefined when the account no longer exists. */
  readonly marketOf: (fill: FillKey) => Promise<FillMarket | undefined>;
  readonly onFill: (listener: (fill: MarkedFill) => void) => Cancel;
  readonly clock: Clock;
  readonly observe: CaptureObserver;
}

/** Records the market's price before each new fill, and at each horizon after it. */
export interface Capture {
  /** Number of fills with a horizon to come. */
  pending(): number;
  /** Starts to listen, and resumes the fills that were in progress when the service ended. */
  start(): void;
  /** Writes what was seen so far. */
  stop(): Promise<void>;
}

/**
 * One interval for all fills, so that fills that are due together cost one look at each market. A
 * mark of a fill is late by at most this much.
 */
const beatMs = 100;
/** Pause before the next try: a market that could not be seen may still be seen in time. */
const againMs = 200;
/** Maximum number of fills with a horizon to come: five minutes of 160 a second, about 20 MB. */
const pendingMax = 50_000;

/** Rows that are loaded at once after a restart. */
const loadSize = 1_000;

export function createCapture(deps: CaptureDeps): Capture {
  const { clock, observe } = deps;
  const writer = createMarksWriter(deps);
  const followed = createFollowedFills(deps, writer);
  const looks = new Set<Promise<void>>();
  const cancels: Cancel[] = [];
  let isStopped = false;

  const run = (work: Promise<void>): void => {
    const running = work.catch(observe.captureFailed).finally(() => looks.delete(running));
    looks.add(running);
  };
  const beat = (): void => {
    for (const [market, items] of followed.due()) run(followed.look(market, items));
  };
  return {
    pending: followed.pending,
    start() {
      deps.following.start();
      cancels.push(deps.onFill((fill) => isStopped || run(followed.hear(fill))));
      cancels.push(clock.every(beatMs, beat), writer.start());
      run(takeUp(deps, followed.enter));
    },
    async stop() {
      isStopped = true;
      for (const cancel of cancels) cancel();
      await Promise.all(looks);
      followed.settle();
      deps.following.stop();
      await writer.flush();
    },
  };
}

/** Follows the fills of one process, each until its last horizon. */
function createFollowedFills(deps: CaptureDeps, writer: MarksWriter) {
  const { clock, observe, latestUsd, marketOf } = deps;
  const wheel = createDueWheel<Pending>(beatMs);
  const pending = new Map<string, Pending>();

  const goOn = (item: Pending): void => {
    const dueMs = dueMsOf(item);
    if (dueMs === undefined) pending.delete(nameOf(item));
    else wheel.add(item, dueMs);
    writer.add(nameOf(item), () => toSave(item));
  };
  const enter = (item: Pending): void => {
    if (pending.has(nameOf(item))) return;
    if (pending.size >= pendingMax) {
      observe.fillDropped();
      return;
    }
    pending.set(nameOf(item), item);
    goOn(item);
  };
  return {
    pending: () => pending.size,
    enter,
    due: () => byMarket(wheel.take(clock.now())),
    /** Records the price before fills that are still waiting: the next process cannot know it. */
    settle(): void {
      for (const item of pending.values()) {
        if (item.next > 0) continue;
        noteFirst(item, deps.following.before(item.market, item.atMs), clock.now());
        goOn(item);
      }
    },
    async hear(fill: MarkedFill): Promise<void> {
      if (nextInTime(fill.atMs, 1, clock.now()) === markHorizons.length) {
        const usd = usdThen(fill, latestUsd);
        const none = { markMissing: 'late', dueMs: null } as const;
        return writer.add(nameOf(fill), () => ({ ...keyOf(fill), ...usd, ...none }));
      }
      const usd = usdNow(fill, latestUsd);
      const market = await marketOf(fill);
      const marks = markHorizons.map(() => undefined);
      if (market) enter({ ...keyOf(fill), market, usd, marks, ...nothingSeen, next: 0 });
    },
    async look(market: FillMarket, items: readonly Pending[]): Promise<void> {
      const before = items.map(({ next }) => next);
      await lookAt(deps, market, items);
      for (const [index, item] of items.entries()) {
        if (item.next === before[index]) wheel.add(item, clock.now() + againMs);
        else goOn(item);
      }
    },
  };
}

/** Looks once for all fills due at one market; the price before a fill needs no look any more. */
async function lookAt(
  { prices, following, clock, observe }: CaptureDeps,
  market: FillMarket,
  items: readonly Pending[],
): Promise<void> {
  const fresh = items.filter(({ next }) => next === 0);
  const later = items.filter(({ next }) => next > 0);
  for (const item of fresh) {
    noteFirst(item, following.before(market, item.atMs), clock.now());
    if (item.markMissing !== undefined) observe.horizonMissed(0);
  }
  if (later.length === 0) return;
  const mark = await prices.mark(market);
  for (const item of later) {
    const seconds = markHorizons[item.next];
    const isMissed = noteMark(item, mark, clock.now());
    if (isMissed && seconds !== undefined) observe.horizonMissed(seconds);
  }
}

/** Resumes fills that were in progress when the service ended. Closes those that are too late. */
async function takeUp(
  { store, clock, marketOf, observe }: CaptureDeps,
  enter: (item: Pending) => void,
): Promise<void> {
  let fromMs = 0;
  for (;;) {
    const rows = await store.dueMarks(fromMs, loadSize);
    for (const row of rows) {
      const { marks, halfSpread, quoteUsd, feeUsd, atMs, markAgeMs } = row;
      const market = await marketOf(row);
      // The price before these fills was seen by the process that ended, or by nobody.
      const isUnsaid = marks[0] === undefined && row.markMissing === undefined;
      const markMissing = isUnsaid ? 'late' : row.markMissing;
      if (isUnsaid) observe.horizonMissed(0);
      const isToCome = (next: number) => row.dueMs <= (dueMsOf({ atMs, next }) ?? 0);
      const first = laterHorizons.find(isToCome) ?? markHorizons.length;
      const next = nextInTime(atMs, first, clock.now());
      for (const seconds of markHorizons.slice(first, next)) observe.horizonMissed(seconds);
      const usd = { quoteUsd, feeUsd };
      const seen = { marks: [...marks], markAgeMs, markMissing, halfSpread };
      if (market) enter({ ...keyOf(row), market, usd, ...seen, next });
    }
    const lastMs = rows.at(-1)?.dueMs;
    // This many rows are never due within one millisecond.
    if (rows.length < loadSize || lastMs === undefined || lastMs === fromMs) return;
    fromMs = lastMs;
  }
}

const laterHorizons = markHorizons.map((_, index) => index).slice(1);

function byMarket(items: readonly Pending[]): readonly (readonly [FillMarket, Pending[]])[] {
  const groups = new Map<string, readonly [FillMarket, Pending[]]>();
  for (const item of items) {
    const name = marketName(item.market);
    const group = groups.get(name) ?? ([item.market, []] as const);
    group[1].push(item);
    groups.set(name, group);
  }
  return [...groups.values()];
}

function keyOf(fill: FillKey & { readonly atMs: number }) {
  const { accountId, marketType, symbol, venueTradeId, atMs } = fill;
  return { accountId, marketType, symbol, venueTradeId, atMs };
}

function nameOf({ accountId, marketType, symbol, venueTradeId }: FillKey): string {
  return `${accountId} ${marketType} ${symbol} ${venueTradeId}`;
}
