import type { Cancel, Clock } from '../../../../kit/clock.ts';
import { withDeadline } from '../../../../kit/deadline.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { CandleQuery, MarkCandle } from '../../../venues/perpsPort.ts';
import { type CollectStore, type FillKey, markHorizons, type StoredMarks } from '../../types.ts';
import { type FillMarket, marketName } from '../capture/prices.ts';
import { marksFrom, minuteMs, minuteOf } from './interpolate.ts';

export interface CandlesObserver {
  /** The market is left alone for some minutes. Undefined: the fills are not known. */
  candlesFailed(market: FillMarket | undefined, error: unknown): void;
  candlesRead(market: FillMarket, completed: number): void;
}

export interface CandlesDeps {
  readonly store: Pick<CollectStore, 'unknownMarks' | 'saveMarks'>;
  /** Undefined where the venue has no such candles; rejects while it does not answer. */
  readonly markCandles: (
    market: FillMarket,
    query: Omit<CandleQuery, 'symbol' | 'marketType'>,
    signal: AbortSignal,
  ) => Promise<readonly MarkCandle[] | undefined>;
  /** Returns the market of a fill; undefined when the account no longer exists. */
  readonly marketOf: (fill: FillKey) => Promise<FillMarket | undefined>;
  readonly clock: Clock;
  readonly observe: CandlesObserver;
}

/** Completes fills whose market nobody was watching, the newest first. */
export interface Candles {
  start(): void;
  stop(): Promise<void>;
}

/** Four calls a minute to all venues together: history is not urgent. */
const beatMs = 15_000;
/** Number of fills that are searched for those of one market and time. */
const rowsMax = 500;
/** Time that one call covers: fewer candles than any venue returns in one call. */
const windowMs = 90 * minuteMs;
const lastHorizonMs = Math.max(...markHorizons) * 1_000;
/** Pause after a failure. */
const asideMs = 600_000;
/** Venues answer within a second when they are well. */
const answerMsMax = 10_000;

export function createCandles(deps: CandlesDeps): Candles {
  const { clock, observe } = deps;
  const stopping = new AbortController();
  const aside = createAside(clock);
  let looking: Promise<void> | undefined;
  let cancelBeat: Cancel | undefined;

  const look = async (): Promise<void> => {
    const group = await nextGroup(deps, aside.symbols());
    if (!group) return;
    try {
      observe.candlesRead(group.market, await complete(deps, group, stopping.signal));
    } catch (error) {
      if (stopping.signal.aborted) return;
      aside.put(group.market.symbol);
      observe.candlesFailed(group.market, error);
    }
  };
  const beat = (): void => {
    looking ??= look()
      .catch((error: unknown) => observe.candlesFailed(undefined, error))
      .finally(() => {
        looking = undefined;
      });
  };
  return {
    start() {
      cancelBeat = clock.every(beatMs, beat);
    },
    async stop() {
      cancelBeat?.();
      stopping.abort(new Error('the service stops'));
      await looking;
    },
  };
}

/** The fills of one market that one call covers. */
interface Group {
  readonly market: FillMarket;
  readonly fills: readonly StoredMarks[];
}

/** Returns the newest fill that candles can complete, with the others that the same call covers. */
async function nextGroup(
  { store, marketOf, clock }: CandlesDeps,
  except: readonly InstrumentSymbol[],
): Promise<Group | undefined> {
  const rows = await store.unknownMarks({ except, limit: rowsMax });
  // The last minute that the fills need must be over.
  const readyMs = minuteOf(clock.now()) - minuteMs - lastHorizonMs;
  const ready = rows.filter(({ atMs }) => atMs < readyMs);
  const [newest] = ready;
  const market = newest && (await marketOf(newest));
  if (!market) return undefined;
  const fills: StoredMarks[] = [];
  for (const fill of ready) {
    const its = fill.atMs > newest.atMs - windowMs ? await marketOf(fill) : undefined;
    if (its && marketName(its) === marketName(market)) fills.push(fill);
  }
  return { market, fills };
}

/** Returns the number of fills that have a mark now. Each fill is asked for only once. */
async function complete(
  { store, markCandles, clock }: CandlesDeps,
  { market, fills }: Group,
  signal: AbortSignal,
): Promise<number> {
  const times = fills.map(({ atMs }) => atMs);
  const query = {
    fromMs: minuteOf(Math.min(...times)),
    toMs: minuteOf(Math.max(...times) + lastHorizonMs),
  };
  const candles =
    (await withDeadline({ clock, limitMs: answerMsMax, signal }, (each) =>
      markCandles(market, query, each),
    )) ?? [];
  const saves = fills.map(({ accountId, marketType, symbol, venueTradeId, atMs }) => ({
    accountId,
    marketType,
    symbol,
    venueTradeId,
    atMs,
    source: 'candles' as const,
    marks: marksFrom(candles, atMs),
    markMissing: 'late' as const,
  }));
  await store.saveMarks(saves);
  return saves.filter(({ marks }) => marks.some((mark) => mark !== undefined)).length;
}

/** Markets whose venue did not answer, until they may be asked again. */
function createAside(clock: Clock) {
  const untilMs = new Map<InstrumentSymbol, number>();
  return {
    put: (symbol: InstrumentSymbol): void => {
      untilMs.set(symbol, clock.monotonic() + asideMs);
    },
    symbols(): readonly InstrumentSymbol[] {
      for (const [symbol, endMs] of untilMs) {
        if (endMs <= clock.monotonic()) untilMs.delete(symbol);
      }
      return [...untilMs.keys()];
    },
  };
}
