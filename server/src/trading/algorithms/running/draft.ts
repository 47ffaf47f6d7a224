import { assert } from '../../../kit/assert.ts';
import type {
  AlgorithmRecord,
  AlgorithmSave,
  ChildRecord,
  HistoryEntry,
  HistoryKind,
  RunState,
} from '../types.ts';

/** An algorithm as it is durably stored, with all of its children. */
export interface RunImage {
  record(): AlgorithmRecord;
  child(number: number): ChildRecord | undefined;
  children(): IterableIterator<ChildRecord>;
  /** Children that are not over yet, oldest first. */
  live(): readonly ChildRecord[];
  /** Returns a draft for the next step. None of it counts before `commit`. */
  draft(atMs: number): Draft;
}

/** One step in the making. It is written as a whole and then counts, or not at all. */
export interface Draft {
  readonly atMs: number;
  record(): AlgorithmRecord;
  child(number: number): ChildRecord | undefined;
  /** Children that are not over yet, oldest first. */
  live(): readonly ChildRecord[];
  /** Children of a group, oldest first. */
  childrenOf(group: number): readonly ChildRecord[];
  change(patch: Partial<AlgorithmRecord>): void;
  changeRun(patch: Partial<RunState>): void;
  /** Stores a new or changed child. */
  put(child: ChildRecord): void;
  tell(kind: HistoryKind, text: string): void;
  /** Returns undefined when no change is worth a write. */
  save(): AlgorithmSave | undefined;
  events(): readonly HistoryEntry[];
  /** Makes this draft the image. */
  commit(): void;
}

/**
 * Invariants: `live` holds the numbers of children that are not over, `groups` those of each group,
 * both ascending.
 */
export function createImage(first: AlgorithmRecord, stored: readonly ChildRecord[]): RunImage {
  let record = first;
  const children = new Map<number, ChildRecord>();
  const live = new Set<number>();
  const groups = new Map<number, number[]>();
  const take = (child: ChildRecord): void => {
    if (!children.has(child.number)) {
      const among = groups.get(child.group);
      if (among) among.push(child.number);
      else groups.set(child.group, [child.number]);
    }
    children.set(child.number, child);
    if (child.stage === 'over') live.delete(child.number);
    else live.add(child.number);
  };
  for (const child of stored) take(child);
  return {
    record: () => record,
    child: (number) => children.get(number),
    children: () => children.values(),
    live: () => [...live].flatMap((number) => children.get(number) ?? []),
    draft: (atMs) =>
      createDraft({ record, children, live, groups }, atMs, (next, changed) => {
        record = next;
        for (const child of changed) take(child);
      }),
  };
}

interface Durable {
  readonly record: AlgorithmRecord;
  readonly children: ReadonlyMap<number, ChildRecord>;
  readonly live: ReadonlySet<number>;
  readonly groups: ReadonlyMap<number, readonly number[]>;
}

type Commit = (record: AlgorithmRecord, changed: Iterable<ChildRecord>) => void;

function createDraft(durable: Durable, atMs: number, commit: Commit): Draft {
  const { children, live, groups } = durable;
  const changed = new Map<number, ChildRecord>();
  const events: HistoryEntry[] = [];
  let record = durable.record;
  let isChanged = false;
  const childOf = (number: number) => changed.get(number) ?? children.get(number);
  const present = (numbers: Iterable<number>): ChildRecord[] => {
    const found: ChildRecord[] = [];
    for (const number of numbers) {
      const child = childOf(number);
      assert(child, `the child ${number} is known`);
      found.push(child);
    }
    return found;
  };
  const added = (): ChildRecord[] =>
    [...changed.values()].filter(({ number }) => !children.has(number));
  const change = (patch: Partial<AlgorithmRecord>): void => {
    record = { ...record, ...patch };
    isChanged = true;
  };
  return {
    atMs,
    record: () => record,
    child: childOf,
    live: () => [...present(live), ...added()].filter(({ stage }) => stage !== 'over'),
    childrenOf: (group) => [
      ...present(groups.get(group) ?? []),
      ...added().filter((child) => child.group === group),
    ],
    change,
    changeRun: (patch) => change({ run: { ...record.run, ...patch } }),
    put(child) {
      changed.set(child.number, child);
    },
    tell(kind, text) {
      const number = record.run.nextEvent;
      record = { ...record, run: { ...record.run, nextEvent: number + 1 } };
      events.push({ number, atMs, kind, text });
    },
    save() {
      if (!isChanged && changed.size === 0 && events.length === 0) return undefined;
      return { record, children: [...changed.values()], events };
    },
    events: () => events,
    commit: () => commit(record, changed.values()),
  };
}
