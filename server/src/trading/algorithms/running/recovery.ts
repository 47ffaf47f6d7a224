import { isInverse, symbolParts } from '../../model/symbol.ts';
import { legsOf } from '../legs.ts';
import type { AlgorithmRecord, AlgorithmStore, ChildRecord } from '../types.ts';
import { elapsedAfterRestart, forAWhile, type MarketDeps, marketReady } from './afterRestart.ts';
import { isEnded } from './lifecycle.ts';
import type { Roster } from './roster.ts';
import type { AlgorithmRun } from './run.ts';
import type { UsdRates } from './usdRates.ts';

interface RecoveryDeps extends MarketDeps {
  readonly store: Pick<
    AlgorithmStore,
    'find' | 'children' | 'unfinished' | 'drifted' | 'lastBeat' | 'beat'
  >;
  readonly epoch: number;
  /** True when this process runs it, or is about to. */
  readonly isTaken: (id: string) => boolean;
  readonly isStopping: () => boolean;
  readonly roster: Pick<Roster, 'takeUp'>;
  readonly rates: Pick<UsdRates, 'ready'>;
  /** Called each time when all of them are taken up. */
  readonly search: () => Promise<void>;
  readonly observe: {
    algorithmsNotRead(error: unknown): void;
    algorithmFaulted(algorithmId: string, error: unknown): void;
  };
}

/** Takes up algorithms that nobody runs: an earlier process left them, or a fault. */
export interface Recovery {
  /** Begins, unless it is already running. */
  sweep(): void;
  /** Records that the algorithms of this process run. Does nothing before all of them do. */
  beat(): Promise<void>;
  idle(): Promise<void>;
}

/** A fill may be reported after its order's end, and in the last minute no comparison saw it. */
const comparedMs = 60_000;
/**
 * Each is a question to an exchange. One missed fill does no harm to who cancels more in a minute.
 */
const withdrawnMax = 20;

type Drifted = Awaited<ReturnType<AlgorithmStore['drifted']>>;

export function createRecovery(deps: RecoveryDeps): Recovery {
  const { store, clock, observe, isStopping } = deps;
  /** Read once: a value that is stored later comes from this process, not from an earlier one. */
  let inherited: { readonly beatAtMs: number | undefined } | undefined;
  /** Before that, a beat would count an outage to the clocks of those that still wait. */
  let isTakenUp = false;
  let working: Promise<void> | undefined;

  const takeUpOne = async (id: string, beatAtMs: number | undefined, drifted: Drifted) => {
    if (isStopping() || deps.isTaken(id)) return undefined;
    // Read again: it may have ended since it was listed, and then nothing must be sent for it.
    const record = await store.find(id);
    if (record?.id !== id || isEnded(record.status)) return undefined;
    const children = await store.children(id);
    const isUnsure = ({ stage, number }: ChildRecord) =>
      stage !== 'over' || drifted.some((each) => each.id === id && each.number === number);
    const elapsedMs = elapsedAfterRestart(record, { beatAtMs, nowMs: clock.now() });
    const resumed = { ...record, status: statusOf(record), run: { ...record.run, elapsedMs } };
    const run = await deps.roster.takeUp({ record: resumed, children });
    const unsure = children.filter(isUnsure);
    const sinceMs = (beatAtMs ?? record.updatedAtMs) - comparedMs;
    const asked = [...unsure, ...withdrawnSince(children, sinceMs)];
    return run && { begun: goOn(deps, run, { unsure, asked }) };
  };
  const takeUpAll = async (): Promise<void> => {
    inherited ??= { beatAtMs: await store.lastBeat() };
    const { beatAtMs } = inherited;
    const drifted = await store.drifted(undefined);
    // All of them at once, because each may wait for its books.
    const begun: Promise<void>[] = [];
    for (const { id } of await store.unfinished()) {
      // One that cannot be read must not keep others from running on.
      const failed = (error: unknown): undefined => {
        if (!isStopping()) observe.algorithmFaulted(id, error);
      };
      const taken = await takeUpOne(id, beatAtMs, drifted).catch(failed);
      if (taken) begun.push(taken.begun.catch(failed));
    }
    await Promise.all(begun);
    isTakenUp = true;
    await deps.search();
  };
  return {
    sweep() {
      if (isStopping()) return;
      working ??= takeUpAll()
        .catch((error: unknown) => {
          if (!isStopping()) observe.algorithmsNotRead(error);
        })
        .finally(() => {
          working = undefined;
        });
    },
    async beat() {
      if (isTakenUp) await store.beat(deps.epoch, clock.now());
    },
    idle: async () => working,
  };
}

/** Returns the status. A paused one in an inverse contract runs, so that its next step fails it. */
function statusOf({ status, symbol }: AlgorithmRecord): AlgorithmRecord['status'] {
  return status === 'PAUSED' && isInverse(symbol) ? 'RUNNING' : status;
}

/** Returns cancelled children that ended short of their quantity, the latest first. */
function withdrawnSince(children: readonly ChildRecord[], sinceMs: number) {
  const isShort = ({ filled, quantity }: ChildRecord) => Number(filled) < Number(quantity);
  const isLate = ({ stage, orderStatus, updatedAtMs }: ChildRecord) =>
    stage === 'over' && mayFillLate.includes(orderStatus) && updatedAtMs >= sinceMs;
  const withdrawn = children.filter((child) => isLate(child) && isShort(child));
  return withdrawn.slice(-withdrawnMax).reverse();
}

const mayFillLate: readonly ChildRecord['orderStatus'][] = ['canceled', 'expired'];

interface Doubtful {
  /** Children whose orders are looked up in our store. */
  readonly unsure: readonly ChildRecord[];
  /** Children about which the exchanges are asked. */
  readonly asked: readonly ChildRecord[];
}

/**
 * Continues once each market is visible, minimums are known, and exchanges have reported missed
 * fills.
 */
async function goOn(
  deps: RecoveryDeps,
  run: AlgorithmRun,
  { unsure, asked }: Doubtful,
): Promise<void> {
  await Promise.all([
    forAWhile(deps, run.catchUp(asked)),
    ...legsOf(run.image.record()).flatMap((leg) => [
      marketReady(deps, leg),
      deps.rates.ready(symbolParts(leg.symbol).quote),
    ]),
  ]);
  await run.begin('recovered', unsure);
}
