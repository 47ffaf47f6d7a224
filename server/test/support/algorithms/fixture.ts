import { AppError } from '../../../src/kit/errors.ts';
import type {
  AlgorithmDetails,
  AlgorithmEvents,
  AlgorithmRecord,
  AlgorithmSnapshot,
  Algorithms,
  ChildRecord,
  HistoryEntry,
} from '../../../src/trading/algorithms/types.ts';
import { btc, desk, startMs } from '../orders/fixture.ts';

const params = {
  durationMs: 60_000,
  intervalMs: 10_000,
  aggression: 'neutral',
  randomizeSize: true,
  randomizeTiming: true,
  catchUpEnabled: true,
  maxCatchUpPct: 200,
} as const;

const run: AlgorithmRecord['run'] = {
  elapsedMs: 0,
  savedAtMs: startMs,
  nextChild: 1,
  nextEvent: 1,
  waitingFor: undefined,
  ending: undefined,
  barred: [],
  filled: '0',
  cost: '0',
  fees: [],
  feesQuote: '0',
  childrenFilled: 0,
  legs: [],
  isHalted: false,
  midTimeMs: 0,
  midSum: 0,
  lastMid: 100,
  isDust: false,
  reported: {},
};

/** Returns a TWAP that buys 2 BTC and has just begun. */
export function newAlgorithm(id: string, changes: Partial<AlgorithmRecord> = {}): AlgorithmRecord {
  return {
    id,
    clientId: undefined,
    requestHash: `hash of ${id}`,
    type: 'twap',
    symbol: btc,
    side: 'buy',
    quantity: '2',
    limitPrice: undefined,
    accountIds: [desk],
    reduceOnly: false,
    params,
    actorId: 'a key',
    owner: 'main',
    arrivalPrice: 100,
    arrivalSpreadBps: 2,
    status: 'RUNNING',
    reason: undefined,
    createdAtMs: startMs,
    updatedAtMs: startMs,
    endedAtMs: undefined,
    state: {},
    run,
    ...changes,
  };
}

export function snapshotOf(
  record: AlgorithmRecord,
  changes: Partial<AlgorithmSnapshot> = {},
): AlgorithmSnapshot {
  return {
    record,
    state: { current_interval: 0, total_intervals: 6, base_quantity_per_interval: 0.3 },
    progress: {
      filled: 0,
      remaining: 2,
      fillPct: 0,
      vwap: undefined,
      childrenFilled: 0,
      children: 0,
      feesQuote: 0,
      fees: [],
    },
    estimatedEndMs: startMs + 60_000,
    ...changes,
  };
}

/** Returns a child of 0.3 BTC at 100 USDT that is only stored. */
export function newChild(number: number, changes: Partial<ChildRecord> = {}): ChildRecord {
  return {
    number,
    group: 1,
    purpose: 'slice',
    leg: 0,
    isClosing: false,
    accountId: desk,
    clientOrderId: `parent.${number}`,
    quantity: '0.3',
    price: 100,
    timeInForce: 'POST_ONLY',
    stage: 'intended',
    isCancelling: false,
    orderId: undefined,
    orderStatus: undefined,
    filled: '0',
    cost: '0',
    fee: '0',
    feeAsset: undefined,
    feeQuote: '0',
    refusedCode: undefined,
    reason: undefined,
    placedAtMs: 0,
    createdAtMs: startMs,
    updatedAtMs: startMs + 5,
    ...changes,
  };
}

export function newLine(number: number, changes: Partial<HistoryEntry> = {}): HistoryEntry {
  return { number, atMs: startMs + number, kind: 'note', text: `line ${number}`, ...changes };
}

export function detailsOf(
  snapshot: AlgorithmSnapshot,
  changes: Partial<AlgorithmDetails> = {},
): AlgorithmDetails {
  return {
    ...snapshot,
    children: [],
    events: [],
    tca: {
      arrivalPrice: 100,
      vwap: undefined,
      slippageBps: undefined,
      intervalTwap: undefined,
      twapSlippageBps: undefined,
      feesBps: undefined,
      costBps: undefined,
    },
    ...changes,
  };
}

/** The calls to the algorithms below, in order. */
export type AlgorithmCall = readonly [verb: keyof Algorithms, argument: unknown, actorId?: string];

/** Creates fake algorithms: they answer with what they hold, and announce what a test says. */
export function createHandmadeAlgorithms(...held: readonly AlgorithmRecord[]) {
  const records = [...held];
  const calls: AlgorithmCall[] = [];
  const listeners = new Set<Parameters<AlgorithmEvents['onChange']>[0]>();
  const find: Algorithms['show'] = async (name, caller) => {
    const record = records.find(({ id, clientId }) => id === name || clientId === name);
    if (record?.accountIds.every(caller.reaches)) return detailsOf(snapshotOf(record));
    throw new AppError('ALGORITHM_NOT_FOUND');
  };
  const verb = (name: 'pause' | 'resume' | 'cancel' | 'show'): Algorithms['show'] => {
    return async (asked, caller) => {
      calls.push([name, asked, caller.actorId]);
      return find(asked, caller);
    };
  };
  const algorithms: Algorithms = {
    async start(draft, { actorId }) {
      calls.push(['start', draft, actorId]);
      return snapshotOf(newAlgorithm('new', { clientId: draft.clientId }));
    },
    pause: verb('pause'),
    resume: verb('resume'),
    cancel: verb('cancel'),
    show: verb('show'),
    async list(query) {
      calls.push(['list', query]);
      return { total: 7, algorithms: records.map((record) => snapshotOf(record)) };
    },
    news: {
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
  return {
    algorithms,
    calls,
    add: (record: AlgorithmRecord) => void records.push(record),
    listening: () => listeners.size,
    tell(record: AlgorithmRecord, ...lines: readonly HistoryEntry[]) {
      for (const listener of listeners) listener(snapshotOf(record), lines);
    },
  };
}
