import { namesEpoch } from '../../server/src/store/operations.ts';
import type { OutcomeRow } from '../../server/src/store/schema.ts';
import type { Outcome, SqliteHost, Write } from '../../server/src/store/sqlite/calls.ts';
import { openSqliteOn } from '../../server/src/store/sqlite/open.ts';
import type { LosableOwnership } from '../../server/src/store/sqlite/ownership.ts';
import { fromErrorRecord } from '../../server/src/store/sqlite/protocol.ts';
import type { SqliteSession } from '../../server/src/store/sqlite/session.ts';
import { type OwnOptions, StaleEpochError, type Store } from '../../server/src/store/types.ts';
import { algorithmSaid, createStepCrashes, type StepCrashes } from './algorithms/stepCrashes.ts';
import type { PlaceOf } from './faults.ts';
import { lendTables } from './lentTables.ts';
import type { World } from './world.ts';
import { type Life, never } from './worldClock.ts';

/** The database of a run: it survives every incarnation, on the thread of the simulation. */
export interface SimStore {
  /** Opens the store for one incarnation: it is cut off at its crash. */
  openFor(life: Life): Promise<Store>;
  /** Opens it for one process among several. */
  openThrough(life: Life, through: Through): Promise<Store>;
  /** Reads the tables without going through the service. */
  rows<Row>(sql: string, ...parameters: readonly unknown[]): readonly Row[];
  /** Ends everything that a dead incarnation left open; a new one may begin. */
  recover(): void;
  /** Delivers the late writes of dead incarnations, which must be refused. */
  writeLate(): void;
  close(): void;
}

/** The path of one of several processes to the database, and to owning the engine. */
export interface Through {
  readonly host: (host: SqliteHost) => SqliteHost;
  readonly own: (store: Store, options: OwnOptions) => Promise<LosableOwnership>;
}

/** Called with every transaction of the write operations, once it is durable. */
export type CommitListener = (writes: readonly Write[], outcomes: readonly Outcome[]) => void;

interface Shared {
  readonly world: World;
  readonly session: SqliteSession;
  readonly committed: CommitListener;
  /** Writes of dead incarnations that arrive late. */
  readonly late: Write[];
  /** True while a transaction of the query builder is open. */
  isOpen: boolean;
  readonly steps: StepCrashes;
}

export async function createSimStore(world: World, committed: CommitListener): Promise<SimStore> {
  const { session, giveBack } = await lendTables();
  const steps = createStepCrashes(world);
  const shared: Shared = { world, session, committed, late: [], isOpen: false, steps };
  const rows = <Row>(sql: string, ...parameters: readonly unknown[]) =>
    session.query(sql, parameters).rows as Row[];
  return {
    async openFor(life) {
      const store = await openSqliteOn(hostOf(shared, life), ':memory:');
      return world.plant?.store?.(store) ?? store;
    },
    async openThrough(life, { host, own }) {
      const store: Store = await openSqliteOn(host(hostOf(shared, life)), ':memory:', {
        own: (options) => own(store, options),
      });
      return store;
    },
    rows,
    recover() {
      if (shared.isOpen) session.query('rollback', []);
      shared.isOpen = false;
    },
    writeLate() {
      const late = shared.late.splice(0);
      if (late.length === 0) return;
      const [owner] = rows<{ epoch: number }>('select epoch from engine where id = 1');
      const writes = world.plant?.lateWrites?.(late, owner?.epoch ?? 0) ?? late;
      world.faults.fired('F4', 'late write');
      for (const [index, outcome] of session.commit(writes).entries()) {
        if (!outcome.ok && outcome.error instanceof StaleEpochError) continue;
        world.wrong(`a late ${writes[index]?.name} of a dead incarnation was taken`);
      }
    },
    close() {
      if (shared.isOpen) session.query('rollback', []);
      giveBack();
    },
  };
}

function hostOf(shared: Shared, life: Life): SqliteHost {
  const { world, session } = shared;
  return {
    async query(sql, parameters) {
      if (life.isOver) return never();
      const isChange = /^(insert|update|delete)/.test(sql);
      if (isChange && world.venues.disk === 'full') {
        world.faults.fired('F16', 'other');
        throw diskFull();
      }
      if (isChange) world.trace.add(`database ${sql.slice(0, 40)}`);
      if (/^begin/.test(sql)) shared.isOpen = true;
      if (/^(commit|rollback)$/.test(sql)) shared.isOpen = false;
      return session.query(sql, parameters);
    },
    async commit(writes) {
      if (life.isOver) return never();
      if (diesBefore(shared, writes, life)) {
        shared.late.push(...writes.filter(hasEpoch));
        return never();
      }
      const outcomes = commitOn(shared, writes);
      for (const write of writes) world.trace.add(`commit ${named(write)}`);
      settleAnswers(world, writes);
      shared.committed(writes, outcomes);
      return diesAfter(shared, writes, life) ? never() : outcomes;
    },
    // The database survives the incarnation that opened it.
    close: async () => undefined,
    lost: new AbortController().signal,
  };
}

/** Commits the writes. The venue's own tables are on another machine: only ours run full. */
function commitOn(shared: Shared, writes: readonly Write[]): readonly Outcome[] {
  const { world, session, steps } = shared;
  const { disk } = world.venues;
  if (disk === 'well') {
    const failing = writes.find((write) => steps.fails(write));
    return failing ? commitWithout(session, writes, failing) : session.commit(writes);
  }
  const isHit = (write: Write) => write.name !== 'savePaper' && write.name !== 'raiseEpoch';
  const taken = disk === 'answersLost' ? writes : writes.filter((write) => !isHit(write));
  const done = new Map(session.commit(taken).map((outcome, at) => [taken[at], outcome]));
  return writes.map((write) => {
    const outcome = done.get(write);
    if (outcome && !isHit(write)) return outcome;
    world.faults.fired('F16', disk === 'answersLost' ? 'answer lost' : diskPlace(write));
    return { ok: false, error: diskFull() };
  });
}

/** Fails one write; the same write a moment later succeeds. */
function commitWithout(
  session: SqliteSession,
  writes: readonly Write[],
  failing: Write,
): readonly Outcome[] {
  const done = [...session.commit(writes.filter((write) => write !== failing))];
  return writes.flatMap((write): Outcome | readonly Outcome[] =>
    write === failing ? { ok: false, error: diskFull() } : done.splice(0, 1),
  );
}

function diskPlace({ name }: Write): PlaceOf<'F16'> {
  if (name === 'reserveOrder') return 'reserve';
  if (name === 'recordOutcome') return 'record';
  if (name === 'createAlgorithm' || name === 'saveAlgorithmStep') return 'algorithm';
  return name === 'addFills' ? 'fills' : 'other';
}

function diskFull(): Error {
  const message = 'database or disk is full';
  return fromErrorRecord({ kind: 'sqlite', code: 'SQLITE_FULL', message });
}

function diesBefore({ world, steps }: Shared, writes: readonly Write[], life: Life): boolean {
  const { crashes } = world;
  return writes.some((write) => {
    if (steps.diesBefore(write, life)) return true;
    if (write.name === 'reserveOrder') return crashes.strikesAt('before reserve', life);
    if (write.name === 'addFills') return crashes.strikesAt('during news', life);
    const isAnswer = write.name === 'recordOutcome' && isAnswered(world, write);
    return isAnswer && crashes.strikesAt('before record', life);
  });
}

function diesAfter({ world, steps }: Shared, writes: readonly Write[], life: Life): boolean {
  const { crashes } = world;
  return writes.some((write) => {
    if (steps.diesAfter(write, life)) return true;
    if (write.name === 'reserveOrder') return crashes.strikesAt('after reserve', life);
    return write.name === 'addFills' && crashes.strikesAt('during news', life);
  });
}

type Recording = Write & { readonly name: 'recordOutcome' };

function isAnswered({ venues }: World, { args }: Recording): boolean {
  return venues.answered.has(args[1].replaceAll('-', ''));
}

function settleAnswers({ venues }: World, writes: readonly Write[]): void {
  for (const write of writes) {
    if (write.name === 'recordOutcome') venues.answered.delete(write.args[1].replaceAll('-', ''));
  }
}

function hasEpoch({ name }: Write): boolean {
  return name !== 'raiseEpoch' && namesEpoch[name];
}

function said({ order_status, quantity_filled }: OutcomeRow): string {
  return `${order_status} ${quantity_filled}`;
}

function named(write: Write): string {
  switch (write.name) {
    case 'reserveOrder':
      return `reserve ${write.args[1].id} ${write.args[1].client_order_id}`;
    case 'recordOutcome':
      return `record ${write.args[1]} ${said(write.args[2])}`;
    case 'addFills':
      return `fills ${write.args[1].map((fill) => fill.venue_trade_id).join(' ')}`;
    case 'savePaper':
      return `venue ${write.args[1].account} ${write.args[1].orders.length}`;
    case 'createAlgorithm':
    case 'saveAlgorithmStep':
      return algorithmSaid(write);
    default:
      return write.name;
  }
}
