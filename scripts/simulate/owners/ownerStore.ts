import type { SqliteHost } from '../../../server/src/store/sqliteCalls.ts';
import type { SqliteTurns } from '../../../server/src/store/sqliteTurns.ts';
import type { World } from '../world.ts';
import { never } from '../worldClock.ts';
import type { Owner, PausePoint } from './owner.ts';

interface OwnerHostDeps {
  readonly world: World;
  readonly owner: Owner;
  /** Of all processes: they share the one connection of the simulation. */
  readonly turns: SqliteTurns;
  /** The epoch as the tables have it. */
  readonly epoch: () => number;
}

/**
 * The database as one of several processes reaches it. A transaction is never torn by a pause or by
 * what others ask: nobody may hold a transaction open while he waits for something else.
 */
export function hostOfOwner(
  { world, owner, turns, epoch }: OwnerHostDeps,
  host: SqliteHost,
): SqliteHost {
  const { troubles } = owner;
  const answered = async <Answer>(point: PausePoint, answer: Promise<Answer>): Promise<Answer> => {
    const lateMs = troubles.tablesLateMs;
    // One that fails while it is late is nobody's before it has come.
    answer.catch(() => undefined);
    const arriving = lateMs > 0 ? world.clock.sleep(lateMs).then(() => answer) : answer;
    return owner.at(point, arriving);
  };
  let isOpen = false;
  const queryAlone: SqliteHost['query'] = async (sql, parameters) => {
    const ask = () => host.query(sql, parameters);
    if (/^begin/.test(sql)) {
      let isDead = false;
      await turns.begin(owner, async () => {
        // It ended while it waited for its turn, which it would hold for ever.
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
    const answer = await turns.request(owner, ask);
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
      return answered(
        point,
        turns.request(owner, () => host.commit(planted)),
      );
    },
  };
}
