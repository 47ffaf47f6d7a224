import { AppError } from '../../../src/kit/errors.ts';
import { createIds } from '../../../src/kit/ids.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { createSlots } from '../../../src/kit/slots.ts';
import type {
  AlgorithmAction,
  AlgorithmEvent,
  AlgorithmView,
  AnyAlgorithm,
} from '../../../src/trading/algorithms/algorithm.ts';
import { type AlgorithmHostDeps, createAlgorithms } from '../../../src/trading/algorithms/host.ts';
import {
  createBookBeat,
  createMarketWatch,
} from '../../../src/trading/algorithms/running/market.ts';
import { type AlgorithmRun, createRun } from '../../../src/trading/algorithms/running/run.ts';
import type {
  AlgorithmCaller,
  AlgorithmDraft,
  AlgorithmRecord,
  ChildRecord,
} from '../../../src/trading/algorithms/types.ts';
import type { VenueId } from '../../../src/trading/model/venue.ts';
import type { VenueBook } from '../../../src/trading/orderbook/types.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { accountId, btc, startMs } from '../orders/fixture.ts';
import { listedMarket } from '../paper/fixture.ts';
import { sceneBook } from '../routing/fixture.ts';
import { accountNamed, evenEstimate } from '../routing/plans/fixture.ts';
import { oneWorld } from './oneWorld.ts';
import { recordOf } from './records.ts';
import {
  type AlgorithmWorld,
  createAlgorithmWorld,
  findOrder,
  worldExecution,
  worldStore,
} from './world.ts';

export interface AlgorithmBench {
  readonly world: AlgorithmWorld;
  readonly clock: ManualClock;
  readonly deps: AlgorithmHostDeps;
  /** Names of what was observed; faults with their text. */
  readonly observed: string[];
  /** Number of books that are held open now. */
  held(): number;
  readonly venue: VenueId;
  /** Shows another book without an event. */
  quote(bid: number, ask: number): void;
  /** Reports that a book changed. */
  bookChanged(): void;
  /** Runs everything that is due at once. */
  settle(): Promise<void>;
}

/**
 * Creates an algorithm's surroundings: one account, a market of 100 to 101, a scripted exchange.
 */
export function createAlgorithmBench(
  world = createAlgorithmWorld(),
  venue: VenueId = 'okx',
): AlgorithmBench {
  const clock = createManualClock(startMs);
  const random = createSeededRandom('algorithm house');
  const observed: string[] = [];
  const books = new Set<(book: VenueBook) => void>();
  const holds = new Set<object>();
  const bookAt = (bid: number, ask: number) =>
    sceneBook(venue, btc, { bids: [[bid, 9]], asks: [[ask, 9]] });
  let book = bookAt(100, 101);
  const onChange = (listener: (changed: VenueBook) => void) => {
    books.add(listener);
    return () => books.delete(listener);
  };
  const deps: AlgorithmHostDeps = {
    execution: worldExecution(world),
    orders: { find: async (_account, name) => findOrder(world, name) },
    estimate: async (request) => evenEstimate(request),
    carry: () => Promise.reject(new AppError('NOT_SUPPORTED')),
    events: {
      onOrder(listener) {
        world.listeners.add(listener);
        return () => world.listeners.delete(listener);
      },
      onFill: () => () => undefined,
    },
    accounts: { find: async (id) => accountNamed(id), isHalted: () => false },
    store: worldStore(world),
    epoch: world.epoch,
    worldOf: madeWorld({ book: () => book, holds, onChange }),
    onBookChange: onChange,
    quotes: { usd: async () => 1 },
    funds: {
      holdings: () => Promise.reject(new AppError('NETWORK_ERROR')),
      closable: async () => 0,
    },
    clock,
    random,
    ids: createIds(random),
    observe: watched(observed),
  };
  return {
    world,
    clock,
    deps,
    observed,
    venue,
    quote(bid, ask) {
      book = bookAt(bid, ask);
    },
    held: () => holds.size,
    bookChanged() {
      for (const listener of books) listener(book);
    },
    settle: () => clock.advance(0),
  };
}

interface Made {
  readonly book: () => VenueBook;
  /** Books that are held open now. */
  readonly holds: Set<object>;
  readonly onChange: AlgorithmHostDeps['onBookChange'];
}

function madeWorld({ book, holds, onChange }: Made): AlgorithmHostDeps['worldOf'] {
  return oneWorld({
    orderbook: {
      book,
      keep() {
        const hold = { release: () => void holds.delete(hold) };
        holds.add(hold);
        return hold;
      },
      onChange,
    },
    books: { ready: async () => [book()] },
    markets: {
      knows: () => true,
      prepare: async () => undefined,
      rulesOf: () => listedMarket(btc, { quantityMin: 0.01, notionalMin: 10 }),
    },
  });
}

/** Records what is observed. */
function watched(observed: string[]): AlgorithmHostDeps['observe'] {
  const saw = (name: string) => (_id: unknown, error?: unknown) =>
    void observed.push(error instanceof Error ? `${name}: ${error.message}` : name);
  return {
    algorithmNotWritten: saw('algorithmNotWritten'),
    algorithmEnded: saw('algorithmEnded'),
    algorithmsNotRead: saw('algorithmsNotRead'),
    algorithmStarted: saw('algorithmStarted'),
    accountBarred: saw('accountBarred'),
    algorithmFaulted: saw('algorithmFaulted'),
    childrenNotRead: saw('childrenNotRead'),
    cancelFailed: saw('cancelFailed'),
  };
}

export const anyone: AlgorithmCaller = { actorId: 'key-1', owner: 'main', reaches: () => true };

/** Returns a TimePace that buys 1 BTC, 0.5 each minute, taking at once. */
export function draftOf(changes: Partial<AlgorithmDraft> = {}): AlgorithmDraft {
  return {
    symbol: btc,
    side: 'buy',
    quantity: 1,
    accountIds: [accountId],
    limitPrice: undefined,
    clientId: undefined,
    started: {
      type: 'timepace',
      params: {
        quantityPerInterval: 0.5,
        intervalMs: 60_000,
        aggression: 'aggressive',
        randomizeSize: false,
        randomizeSizePct: 0,
      },
    },
    ...changes,
  };
}

/** Opens one process with its host, already started. */
export function openHost(bench: AlgorithmBench) {
  const host = createAlgorithms(bench.deps);
  host.begin();
  return host;
}

type Place = Extract<AlgorithmAction, { kind: 'place' }>;

/** Returns an order as tests of the host place it: the whole quantity of a sweep of 2 BTC. */
export function placing(changes: Partial<Place> = {}): Place {
  return {
    kind: 'place',
    accountId: accountId,
    quantity: 2,
    price: 101,
    timeInForce: 'IOC',
    purpose: 'sweep',
    group: 0,
    ...changes,
  };
}

export type Script = (
  event: AlgorithmEvent,
  view: AlgorithmView,
) => readonly AlgorithmAction[] | { readonly watchesBooks: true };

export interface ScriptedRun {
  readonly run: AlgorithmRun;
  /** The kinds of events of its steps. */
  readonly steps: AlgorithmEvent['kind'][];
  readonly leaving: AbortController;
  record(): AlgorithmRecord;
  texts(): string[];
}

/** Opens one algorithm that does what a test says at each event; it has not begun yet. */
export function scriptRun(
  bench: AlgorithmBench,
  script: Script,
  stored: {
    readonly record?: Partial<AlgorithmRecord>;
    readonly children?: readonly ChildRecord[];
    readonly report?: AnyAlgorithm['report'];
  } = {},
): ScriptedRun {
  const { deps, clock, world } = bench;
  const record = recordOf('parent', stored.record);
  const children = stored.children ?? [];
  world.records.set(record.id, record);
  for (const child of children) world.children.set(child.clientOrderId, child);
  const steps: AlgorithmEvent['kind'][] = [];
  const leaving = new AbortController();
  const algorithm: AnyAlgorithm = {
    type: 'sweep',
    initialState: () => ({}),
    step(state, event, { view }) {
      steps.push(event.kind);
      const said = script(event, view);
      return 'watchesBooks' in said ? { state, actions: [], ...said } : { state, actions: said };
    },
    report: stored.report ?? (() => ({})),
    plannedMs: () => undefined,
  };
  const { venue } = bench;
  const market = createMarketWatch(deps.worldOf([]), btc, { side: record.side, venues: [venue] });
  const beat = createBookBeat(deps.onBookChange, clock);
  const accounts = record.accountIds.map((id) => accountNamed(id, { venue }));
  const shared = {
    ...deps,
    beat,
    leaving: leaving.signal,
    usd: () => 1,
    changed: () => undefined,
    asking: createSlots(2),
  };
  const run = createRun(shared, { algorithm, market, accounts }, { record, children });
  world.listeners.add(run.heard);
  return {
    run,
    steps,
    leaving,
    record: () => world.records.get(record.id) ?? record,
    texts: () => (world.lines.get(record.id) ?? []).map(({ kind, text }) => `${kind}: ${text}`),
  };
}
