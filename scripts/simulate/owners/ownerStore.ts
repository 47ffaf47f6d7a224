import { namesEpoch } from '../../../server/src/store/operations.ts';
import type { Outcome, SqliteHost, Write } from '../../../server/src/store/sqlite/calls.ts';
import type { SqliteTurns } from '../../../server/src/store/sqlite/turns.ts';
import { StaleEpochError } from '../../../server/src/store/types.ts';
import type { World } from '../world.ts';
import { never } from '../worldClock.ts';
import type { Owner, PausePoint } from './owner.ts';

interface OwnerHostDeps {
  readonly world: World;
  readonly owner: Owner;
  /** Turns of all processes, which share the one connection of the simulation. */
  readonly turns: SqliteTurns;
  /** Returns the epoch in the tables. */
  readonly epoch: () => number;
}

/**
 * Returns the database as one of several processes reaches it. Neither a pause nor other queries
 * split a transaction: no process may hold a transaction open while it waits for something else.
 */
export function hostOfOwner(
  { world, owner, turns, epoch }: OwnerHostDeps,
  host: SqliteHost,
): SqliteHost {
  const { troubles } = owner;
  const answered = async <Answer>(point: PausePoint, answer: Promise<Answer>): Promise<Answer> => {
    const lateMs = troubles.tablesLateMs;
    // An answer that fails while it is late must not be an unhandled rejection.
    answer.catch(() => undefined);
    const arriving = lateMs > 0 ? world.clock.sleep(lateMs).then(() => answer) : answer;
    return owner.at(point, arriving);
  };
  const fence = createFence({ world, owner, epoch });
  let isOpen = false;
  const queryAlone: SqliteHost['query'] = async (sql, parameters) => {
    const ask = () => host.query(sql, parameters);
    if (/^begin/.test(sql)) {
      let isDead = false;
      await turns.begin(owner, async () => {
        // The process ended while it waited for its turn, which it would hold for ever.
        isDead = owner.life.isOver;
        if (!isDead) await ask();
      });
      if (isDead) {
        turns.end(owner);
        return never();
      }
      isOpen = true;
      return { rows: [], changed: undefined };
    }
    const answer = await turns.request(owner, async () => {
      fence.assertMay(sql, isOpen);
      return ask();
    });
    if (/^(commit|rollback)$/.test(sql)) {
      isOpen = false;
      turns.end(owner);
    }
    return answer;
  };
  return {
    ...host,
    query: (sql, parameters) => {
      const answer = queryAlone(sql, parameters);
      return isOpen || /^begin/.test(sql) ? answer : answered('told', answer);
    },
    async commit(writes) {
      const plant = world.plant?.owners?.write;
      const planted = plant ? writes.map((write) => plant(write, epoch())) : writes;
      const point = writes.some(({ name }) => name === 'reserveOrder') ? 'reserved' : 'recorded';
      const committed = turns.request(owner, () => fence.commit(host, planted));
      return answered(point, committed);
    },
  };
}

type FenceDeps = Pick<OwnerHostDeps, 'world' | 'owner' | 'epoch'>;

/** Matches statements that change rows. */
const changes = /\b(insert\s+into|update|delete\s+from)\b/i;
const isUnnamed = (name: Write['name']) => name !== 'raiseEpoch' && !namesEpoch[name];

/**
 * Acts like the PostgreSQL driver for statements that name no epoch: a change, or its commit, is
 * refused once another process owns the engine.
 */
function createFence({ world, owner, epoch }: FenceDeps) {
  let hasChanged = false;
  const isStale = () => {
    const { lease } = owner;
    return lease !== undefined && !world.plant?.owners?.write && lease.epoch !== epoch();
  };
  const stale = (): StaleEpochError => {
    const error = new StaleEpochError(owner.lease?.epoch ?? 0, epoch());
    owner.lease?.lose(error.message);
    return error;
  };
  /**
   * Checks that no write which names an epoch succeeds once another process has begun a newer one.
   */
  const checkRefused = (writes: readonly Write[], outcomes: readonly Outcome[]): void => {
    if (owner.lease === undefined || owner.lease.epoch === epoch()) return;
    for (const [index, { name }] of writes.entries()) {
      if (!outcomes[index]?.ok || isUnnamed(name) || name === 'raiseEpoch') continue;
      world.wrong(`${name} of life ${owner.life.number} is taken after its epoch`);
    }
  };
  return {
    async commit(host: SqliteHost, writes: readonly Write[]): Promise<readonly Outcome[]> {
      const may = writes.filter(({ name }) => !isUnnamed(name) || !isStale());
      const done = [...(await host.commit(may))];
      checkRefused(may, done);
      return writes.flatMap((write): readonly Outcome[] =>
        may.includes(write) ? done.splice(0, 1) : [{ ok: false, error: stale() }],
      );
    },
    assertMay(sql: string, isOpen: boolean): void {
      const isCommit = sql === 'commit';
      const isRefused = isCommit ? hasChanged : changes.test(sql) && !isOpen;
      hasChanged = isOpen && !isCommit && sql !== 'rollback' && (hasChanged || changes.test(sql));
      if (isRefused && isStale()) throw stale();
    },
  };
}
