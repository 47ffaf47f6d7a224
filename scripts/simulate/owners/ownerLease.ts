import { withDeadline } from '../../../server/src/kit/deadline.ts';
import type { HeldLease } from '../../../server/src/store/postgres/lease/holding.ts';
import type { LeaseRow } from '../../../server/src/store/postgres/lease/leaseRow.ts';
import { ownByLease } from '../../../server/src/store/postgres/ownership.ts';
import type { OwnOptions, Store } from '../../../server/src/store/types.ts';
import {
  createMemoryLease,
  type MemoryLease,
} from '../../../server/test/support/databases/memoryLease.ts';
import { silentLogger } from '../../../server/test/support/silentLogger.ts';
import type { World } from '../world.ts';
import { never } from '../worldClock.ts';
import type { Owner } from './owner.ts';

/** The row of the lease that all processes of a run share, and the holder named in it. */
export interface LeaseTable {
  /** Takes the engine for a process, by the product's own rules. */
  own(owner: Owner, store: Store, options: OwnOptions): Promise<HeldLease>;
  /** True while the row names this process. */
  isHeldBy(owner: Owner): boolean;
}

/** The product's deadlines for a renewal, and for every other call about the lease. */
const renewMsMax = 800;
const askMsMax = 5_000;

/** `taken` is called at once, as the statement that takes the lease also raises the epoch. */
export function createLeaseTable(
  world: World,
  taken: (epoch: number, owner: Owner) => void,
): LeaseTable {
  const owners = new Map<string, Owner>();
  const row: MemoryLease = createMemoryLease((epoch, token) => {
    const owner = owners.get(token);
    if (owner) taken(epoch, owner);
  });
  const isHolderCut = () => owners.get(row.sight().token)?.troubles.isCut ?? false;
  return {
    async own(owner, store, options) {
      const token = `life ${owner.life.number}`;
      owners.set(token, owner);
      const plant = world.plant?.owners;
      const faulty = lineOf(world, owner, row.line());
      const clock = owner.sleep.watched(plant?.leaseClock?.(owner.clock) ?? owner.clock);
      const planted = plant?.holding?.({ row: faulty, clock, isHolderCut });
      const held = await ownByLease(
        {
          row: planted?.row ?? faulty,
          by: { token, holder: token },
          clock,
          logger: silentLogger,
          where: 'the simulation',
        },
        options,
      );
      owner.lease = planted?.lease?.(held) ?? held;
      try {
        await store.migrate();
        return owner.lease;
      } catch (error) {
        await held.release();
        throw error;
      }
    },
    isHeldBy: (owner) => row.sight().token === `life ${owner.life.number}`,
  };
}

/**
 * Returns the row as seen through one process's line. A statement may be carried out after its
 * deadline.
 */
function lineOf(world: World, owner: Owner, row: LeaseRow): LeaseRow {
  const { faults } = world;
  const { troubles, life, clock } = owner;
  const ask = <Answer>(limitMs: number, call: () => Promise<Answer>): Promise<Answer> => {
    const carry = async (): Promise<Answer> => {
      if (life.isOver) return never();
      if (troubles.isCut) throw new Error('the database cannot be reached');
      const lateMs = troubles.leaseLateMs;
      if (lateMs > 0) await world.clock.sleep(lateMs / 2);
      if (life.isOver) return never();
      const answer = await call();
      if (lateMs > 0) await world.clock.sleep(lateMs / 2);
      return life.isOver || troubles.isCut ? never() : answer;
    };
    const point = limitMs === renewMsMax ? 'renewed' : 'lease asked';
    return withDeadline({ clock, limitMs }, () => owner.at(point, carry()));
  };
  return {
    read: () => ask(askMsMax, () => row.read()),
    take: (seen, by) => ask(askMsMax, () => row.take(seen, by)),
    renew: (token) =>
      ask(renewMsMax, async () => {
        const isOurs = await row.renew(token);
        if (!troubles.losesRenewals) return isOurs;
        faults.fired('F20', 'answer to a renewal lost');
        return never();
      }),
    giveUp: (token) => ask(askMsMax, () => row.giveUp(token)),
    announce: (by) => ask(askMsMax, () => row.announce(by)),
    standbys: () => ask(askMsMax, () => row.standbys()),
    close: () => row.close(),
  };
}
