import type { Clock } from '../../../kit/clock.ts';
import type { AlgorithmRecord, AlgorithmStore, ChildRecord } from '../types.ts';
import { isEnded } from './lifecycle.ts';
import { elapsedAfterRestart } from './recovering.ts';

interface TakingUpDeps {
  readonly store: Pick<
    AlgorithmStore,
    'find' | 'children' | 'unfinished' | 'drifted' | 'lastBeat' | 'beat'
  >;
  readonly epoch: number;
  readonly clock: Clock;
  /** Whether somebody here runs it, or is about to. */
  readonly isTaken: (id: string) => boolean;
  readonly isStopping: () => boolean;
  /** Runs it on. `unsure`: children of which something may have become meanwhile. */
  readonly takeUp: (
    stored: { readonly record: AlgorithmRecord; readonly children: readonly ChildRecord[] },
    unsure: readonly ChildRecord[],
  ) => Promise<void>;
  /** Done each time when all of them are. */
  readonly search: () => Promise<void>;
  readonly observe: {
    algorithmsNotRead(error: unknown): void;
    algorithmFaulted(algorithmId: string, error: unknown): void;
  };
}

/** Takes up algorithms that nobody runs: an earlier process left them, or a fault. */
export interface TakingUp {
  /** Begins, unless it is under way. */
  sweep(): void;
  /** Says that the algorithms of this process run; not before it knows what the last one said. */
  beat(): Promise<void>;
  idle(): Promise<void>;
}

type Drifted = Awaited<ReturnType<AlgorithmStore['drifted']>>;

export function createTakingUp(deps: TakingUpDeps): TakingUp {
  const { store, clock, observe, isStopping } = deps;
  /** Read once: what is stored by then is of an earlier process, and of this one from then on. */
  let inherited: { readonly beatAtMs: number | undefined } | undefined;
  let working: Promise<void> | undefined;

  const takeUpOne = async (id: string, beatAtMs: number | undefined, drifted: Drifted) => {
    if (isStopping() || deps.isTaken(id)) return;
    // Read again: it may have ended since it was listed, and then nothing must be sent for it.
    const record = await store.find(id);
    if (record?.id !== id || isEnded(record.status)) return;
    const children = await store.children(id);
    const isUnsure = ({ stage, number }: ChildRecord) =>
      stage !== 'over' || drifted.some((each) => each.id === id && each.number === number);
    const elapsedMs = elapsedAfterRestart(record, { beatAtMs, nowMs: clock.now() });
    const resumed = { ...record, run: { ...record.run, elapsedMs } };
    await deps.takeUp({ record: resumed, children }, children.filter(isUnsure));
  };
  const takeUpAll = async (): Promise<void> => {
    inherited ??= { beatAtMs: await store.lastBeat() };
    const { beatAtMs } = inherited;
    const drifted = await store.drifted(undefined);
    for (const { id } of await store.unfinished()) {
      // One that cannot be read keeps no other from running on.
      await takeUpOne(id, beatAtMs, drifted).catch((error: unknown) => {
        if (!isStopping()) observe.algorithmFaulted(id, error);
      });
    }
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
      if (inherited) await store.beat(deps.epoch, clock.now());
    },
    idle: async () => working,
  };
}
