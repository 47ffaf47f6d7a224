import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { type Accounts, existingAccounts } from '../../accounts/index.ts';
import type { WorldOf } from '../../execution/index.ts';
import type { StoredOrder } from '../../execution/types.ts';
import { inverseRefusal, symbolParts } from '../../model/symbol.ts';
import type { AnyAlgorithm, LegNumber, LegTerms } from '../algorithm.ts';
import { legsOf } from '../legs.ts';
import { algorithms } from '../registry.ts';
import type {
  AlgorithmCreated,
  AlgorithmRecord,
  AlgorithmSave,
  AlgorithmStore,
  ChildRecord,
  HistoryEntry,
} from '../types.ts';
import { createMarketWatch } from './market.ts';
import { maybeStarted } from './refusals.ts';
import { type AlgorithmRun, createRun, type LegParts, type RunDeps } from './run.ts';
import { startedText } from './starting.ts';
import type { UsdRates } from './usdRates.ts';

export interface RosterDeps extends Omit<RunDeps, 'usd' | 'store'> {
  readonly accounts: Pick<Accounts, 'find' | 'isHalted'>;
  readonly worldOf: WorldOf<'orderbook' | 'markets'>;
  readonly store: AlgorithmStore;
  readonly rates: UsdRates;
  readonly clock: Clock;
  readonly isStopping: () => boolean;
  /** Called for news of orders that came after their algorithm stopped running. */
  readonly unheard: (order: StoredOrder) => void;
}

/** The algorithms that run in this process, each once. */
export interface Roster {
  readonly get: (id: string) => AlgorithmRun | undefined;
  readonly all: () => readonly AlgorithmRun[];
  /** Stores a new one and runs it. Runs nothing when its client id was used before. */
  launch(record: AlgorithmRecord): Promise<Launched>;
  /** Runs a stored algorithm. Returns undefined when the service is stopping. */
  takeUp(stored: Stored): Promise<AlgorithmRun | undefined>;
}

export interface Stored {
  readonly record: AlgorithmRecord;
  readonly children: readonly ChildRecord[];
}

export type Launched =
  | {
      readonly kind: 'running';
      readonly run: AlgorithmRun;
      readonly events: readonly HistoryEntry[];
    }
  | Extract<AlgorithmCreated, { kind: 'exists' }>;

export function createRoster(deps: RosterDeps): Roster {
  const { isStopping } = deps;
  // Limited by what the host starts, and by what was running when the last process ended.
  const runs = new Map<string, AlgorithmRun>();

  const track = (run: AlgorithmRun): void => {
    const { id } = run.image.record();
    runs.set(id, run);
    void run.over.then(() => {
      runs.delete(id);
      for (const order of run.unheard()) deps.unheard(order);
    });
  };
  const open = (stored: Stored) => openRun(deps, stored);
  return {
    get: (id) => runs.get(id),
    all: () => [...runs.values()],
    async launch(record) {
      const run = await open({ record, children: [] });
      const { createdAtMs: atMs } = record;
      const events = [{ number: 1, atMs, kind: 'started', text: startedText(record) }] as const;
      try {
        // Otherwise its first child would be sent when nobody waits for it any more.
        if (isStopping()) throw new AppError('SHUTTING_DOWN');
        const created = await createSurely(deps, { record, children: [], events });
        if (created.kind === 'exists') {
          run.abandon();
          return created;
        }
      } catch (error) {
        run.abandon();
        throw error;
      }
      track(run);
      if (isStopping()) run.leave();
      return { kind: 'running', run, events };
    },
    async takeUp(stored) {
      const run = await open(stored);
      if (isStopping()) {
        run.abandon();
        return undefined;
      }
      track(run);
      return run;
    },
  };
}

/** Opens a run with a watch over each of its legs. */
async function openRun(deps: RosterDeps, stored: Stored): Promise<AlgorithmRun> {
  const { rates } = deps;
  const { record } = stored;
  const legs = legsOf(record);
  // All accounts are read before the first watch is opened, so that a failure leaves no watch open.
  const found = await Promise.all(
    legs.map(({ accountIds }) => existingAccounts(deps.accounts, accountIds)),
  );
  const world = deps.worldOf(found.flat());
  const openLeg = ({ symbol, side }: LegTerms, leg: LegNumber): LegParts => {
    const accounts = found[leg] ?? [];
    rates.want(symbolParts(symbol).quote);
    const venues = [...new Set(accounts.map(({ venue }) => venue))];
    return { accounts, market: createMarketWatch(world, symbol, { side, venues }) };
  };
  const [own = record, other] = legs;
  const contra = other && openLeg(other, 1);
  const why = inverseRefusal(
    found.flat().map(({ venue }) => venue),
    record.symbol,
  );
  const definition = algorithms[record.type];
  const algorithm = why === undefined ? definition : failing(definition, why);
  const parts = { algorithm, ...openLeg(own, 0), contra };
  return createRun({ ...deps, usd: rates.known }, parts, stored);
}

/**
 * Returns the algorithm as one that only ends: its next step cancels resting orders and fails it.
 * Version 0.1.0 started some that this version refuses.
 */
function failing(algorithm: AnyAlgorithm, reason: string): AnyAlgorithm {
  return {
    ...algorithm,
    step: (state) => ({
      state,
      actions: [{ kind: 'end', status: 'FAILED', reason }],
      wakeAtMs: undefined,
    }),
  };
}

/**
 * Creates an algorithm. A lost answer is no refusal: if it is stored it runs, so it is looked up.
 */
async function createSurely(
  { store, epoch }: Pick<RosterDeps, 'store' | 'epoch'>,
  save: AlgorithmSave,
): Promise<AlgorithmCreated> {
  const { record } = save;
  try {
    return await store.create(epoch, save);
  } catch (cause) {
    const found = await store.find(record.id).catch(() => {
      throw maybeStarted(record, cause);
    });
    if (found?.id === record.id) return { kind: 'recorded' };
    throw new AppError('STORE_UNAVAILABLE', { cause });
  }
}
