import type { Cancel, Clock } from '../../../../kit/clock.ts';
import type { UsdNow } from '../../feeRate.ts';
import { type CollectStore, type FillKey, type MarkedFill, markHorizons } from '../../types.ts';
import { createDueWheel } from './dueWheel.ts';
import { createMarksWriter, type MarksWriter } from './marksWriter.ts';
import { dueMsOf, nextInTime, noteHalfSpread, noteMark, type Pending, toSave } from './pending.ts';
import { type FillMarket, type MarketPrices, marketName } from './prices.ts';
import { usdNow, usdThen } from './usd.ts';

export interface CaptureObserver {
  /** More fills wait for their horizons than there is room for: this one is not looked at. */
  fillDropped(): void;
  /** The market could not be seen in time. */
  horizonMissed(seconds: number): void;
  /** It is tried again within a second. */
  marksNotWritten(error: unknown): void;
  /** A fault of ours or of the database: some marks are missing. */
  captureFailed(error: unknown): void;
}

export interface CaptureDeps {
  readonly store: Pick<CollectStore, 'saveMarks' | 'dueMarks'>;
  readonly prices: MarketPrices;
  readonly latestUsd: UsdNow;
  /** Where the fill happened; undefined for an account that is gone. */
  readonly marketOf: (fill: FillKey) => Promise<FillMarket | undefined>;
  readonly onFill: (listener: (fill: MarkedFill) => void) => Cancel;
  readonly clock: Clock;
  readonly observe: CaptureObserver;
}

/** Looks at the market of each fill when it is heard of, and again at each horizon. */
export interface Capture {
  /** Fills with a horizon to come. */
  pending(): number;
  /** Listens, and takes up what was under way when the service ended. */
  start(): void;
  /** Writes what was seen by now. */
  stop(): Promise<void>;
}

/**
 * One for all fills, so that what is due together costs one look at each market. A mark of a fill
 * is later than the fill by as much at most.
 */
const beatMs = 100;
/** A market that could not be seen may still be, in time. */
const againMs = 200;
/** Fills with a horizon to come: five minutes of 160 fills a second, some 20 MB. */
const pendingMax = 50_000;

/** Rows taken up at once after a restart. */
const loadSize = 1_000;

export function createCapture(deps: CaptureDeps): Capture {
  const { clock, observe } = deps;
  const writer = createMarksWriter(deps);
  const desk = createDesk(deps, writer);
  const looks = new Set<Promise<void>>();
  const cancels: Cancel[] = [];
  let isStopped = false;

  const run = (work: Promise<void>): void => {
    const running = work.catch(observe.captureFailed).finally(() => looks.delete(running));
    looks.add(running);
  };
  const beat = (): void => {
    for (const [market, items] of desk.due()) run(desk.look(market, items));
  };
  return {
    pending: desk.pending,
    start() {
      cancels.push(deps.onFill((fill) => isStopped || run(desk.hear(fill))));
      cancels.push(clock.every(beatMs, beat), writer.start());
      run(takeUp(deps, desk.enter));
    },
    async stop() {
      isStopped = true;
      for (const cancel of cancels) cancel();
      await Promise.all(looks);
      await writer.flush();
    },
  };
}

/** The fills that are being followed, each until its last horizon. */
function createDesk(deps: CaptureDeps, writer: MarksWriter) {
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
    async hear(fill: MarkedFill): Promise<void> {
      const next = nextInTime(fill.atMs, 0, clock.now());
      if (next === markHorizons.length) {
        const usd = usdThen(fill, latestUsd);
        return writer.add(nameOf(fill), () => ({ ...keyOf(fill), ...usd, dueMs: null }));
      }
      const usd = usdNow(fill, latestUsd);
      const market = await marketOf(fill);
      const marks = markHorizons.map(() => undefined);
      if (market) enter({ ...keyOf(fill), market, usd, marks, next, halfSpread: undefined });
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

/** What is due at one market is looked at once. */
async function lookAt(
  { prices, clock, observe }: CaptureDeps,
  market: FillMarket,
  items: readonly Pending[],
): Promise<void> {
  const fresh = items.filter(({ next, halfSpread }) => next === 0 && halfSpread === undefined);
  const [mark, halfSpread] = await Promise.all([
    prices.mark(market),
    fresh.length > 0 ? prices.halfSpread(market) : undefined,
  ]);
  for (const item of fresh) noteHalfSpread(item, halfSpread);
  for (const item of items) {
    const seconds = markHorizons[item.next];
    const isMissed = noteMark(item, mark, clock.now());
    if (isMissed && seconds !== undefined) observe.horizonMissed(seconds);
  }
}

/** Goes on with fills that were under way when the service ended; what is too late is closed. */
async function takeUp(
  { store, clock, marketOf, observe }: CaptureDeps,
  enter: (item: Pending) => void,
): Promise<void> {
  let fromMs = 0;
  for (;;) {
    const rows = await store.dueMarks(fromMs, loadSize);
    for (const row of rows) {
      const { marks, halfSpread, quoteUsd, feeUsd, atMs } = row;
      const market = await marketOf(row);
      const first = markHorizons.findIndex((seconds) => row.dueMs <= atMs + seconds * 1_000);
      const next = nextInTime(atMs, first < 0 ? markHorizons.length : first, clock.now());
      for (const seconds of markHorizons.slice(first, next)) observe.horizonMissed(seconds);
      const usd = { quoteUsd, feeUsd };
      if (market) enter({ ...keyOf(row), market, usd, marks: [...marks], next, halfSpread });
    }
    const lastMs = rows.at(-1)?.dueMs;
    // Of one millisecond there are never so many.
    if (rows.length < loadSize || lastMs === undefined || lastMs === fromMs) return;
    fromMs = lastMs;
  }
}

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
