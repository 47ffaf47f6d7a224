import { simSymbol } from '../algorithms/listings.ts';
import type { Incarnation, Scenery, SimulationRun } from '../incarnation.ts';
import { accounts, act, trouble } from '../operations.ts';
import type { Callers } from '../requests.ts';
import { openAccounts, type RunOptions, type RunResult, runAs, settle } from '../run.ts';
import { endFaults, type World } from '../world.ts';
import { createCommonMarket } from './market.ts';
import { troubleOwner } from './owner.ts';
import { createProcesses, type Process, type Processes } from './processes.ts';

/** Maximum milliseconds between two events. */
const pauseMsMax = 2_500;
/** Milliseconds within which a deposed process is ended and restarted. */
const deposedMsMax = 40_000;
/**
 * Milliseconds of a takeover and the start after it, without faults, and with two pauses of 25 s at
 * most that had just begun.
 */
const tookOverMs = 60_000;
/**
 * Milliseconds within which a standby that is about to take the engine has it, or never gets it.
 */
const contestedMs = 8_000;
/** Share of venues that take orders of any age: their rows are never final without evidence. */
const patientShare = 0.25;
/** Processes of one run: each costs a start of the service. */
const processesMax = 6;
const stepMs = 500;

/** Plays one run with two or more processes: the same options give the same bytes. */
export function runOwnersSeed(options: RunOptions): Promise<RunResult> {
  // Every fill of an order must be found again, whichever process received it.
  return runAs('owners', { ...options, isStrict: true }, { play, sceneryOf });
}

const base = '/order-execution/execution';
/** Endpoints that callers use; others would only take time to open. */
const served = [
  `${base}/order`,
  `${base}/balance`,
  `${base}/daily-limit`,
  '/admin/accounts',
  '/admin/halt',
  '/admin/resume',
];

function sceneryOf(world: World): Scenery {
  return {
    accounts,
    symbols: [simSymbol],
    feeds: createCommonMarket(world),
    serves: (path) => served.some((each) => path.startsWith(each)),
  };
}

interface Scene {
  readonly simulation: SimulationRun;
  readonly processes: Processes;
}

async function play(simulation: SimulationRun, callers: Callers, orders: number): Promise<void> {
  const { world } = simulation;
  const processes = createProcesses(simulation);
  const venueChance = world.chance('venues');
  for (const { id } of accounts) {
    if (venueChance.happens(patientShare)) world.venues.patient.add(id);
  }
  const scene: Scene = { simulation, processes };
  const chance = world.chance('operations');
  const hands = { count: 0 };
  processes.start();
  await owned(scene, 0);
  const first = serviceOf(processes);
  await openAccounts(simulation, callers, first);
  // A halt of all halts only the accounts that exist, so these are opened first.
  for (let ms = 0; ms < tookOverMs && callers.waiting(first) > 0; ms += stepMs) {
    await world.clock.advance(stepMs);
  }
  for (let count = 0; count < orders; count += 1) {
    standBy(scene);
    const service = askedOf(scene, chance.happens(0.25));
    act({ ...simulation, callers, chance, hands, service });
    if (chance.happens(0.15)) trouble({ world, chance });
    const holder = processes.current();
    if (holder && chance.happens(0.4)) troubleOwner(world, holder.owner);
    if (holder) void holder.owner.at('at rest', Promise.resolve());
    await world.clock.advance(chance.happens(0.3) ? 0 : chance.integer(1, pauseMsMax));
  }
  endFaults(world);
  for (const { owner } of processes.all) owner.mend();
  await owned(scene, contestedMs);
  for (const process of [...processes.all]) {
    if (process !== processes.current()) processes.end(process);
  }
  const service = serviceOf(processes);
  await settle(simulation, callers, service);
  for (const process of [...processes.all]) processes.end(process);
  await world.clock.drain();
}

/** Keeps one process waiting, and ends deposed ones after a while. */
function standBy({ simulation, processes }: Scene): void {
  const { world } = simulation;
  const chance = world.chance(`deposed ${processes.all.length} ${world.clock.elapsedMs()}`);
  for (const process of [...processes.all]) {
    if (process.service && !processes.isHolder(process) && chance.happens(0.1)) {
      world.clock.schedule(chance.integer(0, deposedMsMax), () => processes.end(process));
    }
  }
  const isAnyWaiting = processes.all.some(({ service }) => service === undefined);
  if (isAnyWaiting || processes.all.length >= processesMax) return;
  if (chance.happens(0.5)) processes.start();
}

/** Returns the process that callers ask: the owner, or a deposed one that may not know it yet. */
function askedOf({ simulation, processes }: Scene, prefersFormer: boolean): Incarnation {
  const current = serviceOf(processes);
  if (!prefersFormer) return current;
  const former = processes.all.find(
    (each) => each !== processes.current() && each.service && !each.service.app.lost.aborted,
  );
  if (!former?.service) return current;
  const { faults } = simulation.world;
  faults.fired('F23', 'asked by callers');
  if (!processes.isHolder(former)) faults.fired('F23', 'lives on');
  return former.service;
}

/** Waits until a service is up that owns the engine, and starts one if none is left. */
async function owned({ simulation, processes }: Scene, leastMs: number): Promise<void> {
  const { clock } = simulation.world;
  const isOwned = (process: Process | undefined) =>
    process?.service && !process.owner.life.isOver && processes.isHolder(process);
  const isComing = () => processes.all.some(({ service }) => service === undefined);
  for (let ms = 0; ms < tookOverMs; ms += stepMs) {
    await clock.advance(stepMs);
    // A process that could not start is started again, as a service manager does.
    if (!isOwned(processes.current()) && !isComing()) processes.start();
    if (ms >= leastMs && isOwned(processes.current())) return;
  }
  if (!isOwned(processes.current())) {
    throw new Error(`nobody owns the engine after ${tookOverMs / 1_000} s`);
  }
}

function serviceOf(processes: Processes): Incarnation {
  const service = processes.current()?.service;
  if (!service) throw new Error('no process ever owned the engine');
  return service;
}
