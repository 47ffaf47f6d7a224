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
import { startMs } from '../orders/fixture.ts';
import { childOf, recordOf } from './records.ts';

const params = {
  durationMs: 60_000,
  intervalMs: 10_000,
  aggression: 'neutral',
  randomizeSize: true,
  randomizeTiming: true,
  catchUpEnabled: true,
  maxCatchUpPct: 200,
} as const;

/** Returns a TWAP that buys 2 BTC and has just begun. */
export function newAlgorithm(id: string, changes: Partial<AlgorithmRecord> = {}): AlgorithmRecord {
  return recordOf(id, {
    type: 'twap',
    params,
    actorId: 'a key',
    arrivalPrice: 100,
    arrivalSpreadBps: 2,
    state: {},
    ...changes,
  });
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
  return childOf('parent', number, {
    group: 1,
    purpose: 'slice',
    quantity: '0.3',
    price: 100,
    timeInForce: 'POST_ONLY',
    updatedAtMs: startMs + 5,
    ...changes,
  });
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
