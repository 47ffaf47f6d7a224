import { createSqliteTurns, type SqliteTurns } from '../../../server/src/store/sqlite/turns.ts';
import {
  type Incarnation,
  type ProcessPorts,
  type SimulationRun,
  startOn,
} from '../incarnation.ts';
import { createOwner, type Owner } from './owner.ts';
import { createLeaseTable, type LeaseTable } from './ownerLease.ts';
import { createOwnerLine } from './ownerLine.ts';
import { hostOfOwner } from './ownerStore.ts';

/** A process with its service, from the moment when it owns the engine. */
export interface Process {
  readonly owner: Owner;
  service: Incarnation | undefined;
}

/** Processes on one database: one owns the engine, one waits, and deposed ones may go on. */
export interface Processes {
  /** Starts one more process: it owns the engine, or waits for it. */
  start(): Process;
  readonly all: readonly Process[];
  /** Returns the process that last came to own the engine. */
  current(): Process | undefined;
  /** True while no other has taken the engine from it. */
  isHolder(process: Process): boolean;
  end(process: Process): void;
}

export function createProcesses(simulation: SimulationRun): Processes {
  const { world, store, scenery } = simulation;
  const { venues } = world;
  const turns = createSqliteTurns();
  const all: Process[] = [];
  let current: Process | undefined;
  let count = 0;
  const table = createLeaseTable(world, (epoch, owner) => {
    world.trace.add(`life ${owner.life.number} takes the engine, epoch ${epoch}`);
    if (epoch > 1) world.faults.fired('F23', 'deposed');
    if (epoch > 1) store.rows('update engine set epoch = ? where id = 1', epoch);
    venues.host = owner.life.number;
    venues.doors.clear();
    venues.underWay.clear();
    venues.answered.clear();
  });
  const end = (process: Process): void => {
    process.owner.life.end();
    turns.end(process.owner);
    all.splice(all.indexOf(process), all.includes(process) ? 1 : 0);
  };
  const begun = (process: Process, service: Incarnation | undefined): void => {
    if (!service) return;
    const { gate } = process.owner;
    const whenRunning = () => new Promise<void>((resolve) => gate.run(resolve));
    process.service = { ...service, whenRunning };
    current = process;
    const exchanges = scenery.accounts.map(({ venue }) => venue);
    service.app.trading?.orderbook.subscribe(scenery.symbols, exchanges);
  };
  return {
    all,
    current: () => current,
    isHolder: ({ owner }) => table.isHeldBy(owner),
    end,
    start() {
      count += 1;
      const owner = createOwner(world, count);
      const process: Process = { owner, service: undefined };
      all.push(process);
      startOn(simulation, owner.life, portsOf(simulation, { owner, table, turns })).then(
        (service) => begun(process, service),
        (error: unknown) => {
          world.trace.add(`life ${owner.life.number} did not start: ${String(error)}`);
          end(process);
        },
      );
      return process;
    },
  };
}

interface OwnersParts {
  readonly owner: Owner;
  readonly table: LeaseTable;
  readonly turns: SqliteTurns;
}

/** Returns the ports of one process: a gate stands before its database, its lease and its line. */
function portsOf(
  { world, store, checker }: SimulationRun,
  { owner, table, turns }: OwnersParts,
): ProcessPorts {
  const epoch = () => store.rows<{ epoch: number }>('select epoch from engine')[0]?.epoch ?? 0;
  return {
    clock: owner.clock,
    paperLine: createOwnerLine({ world, owner, table, checker }),
    openStore: () =>
      store.openThrough(owner.life, {
        host: (host) => hostOfOwner({ world, owner, turns, epoch }, host),
        own: async (opened, options) => {
          const lease = await table.own(owner, opened, { ...options, waiting: () => undefined });
          if (lease.epoch === 1) store.rows('update engine set epoch = 1 where id = 1');
          return lease;
        },
      }),
  };
}
