import { type Checker, createChecker } from '../checker.ts';
import { units } from '../exactSum.ts';
import type { SimulationRun } from '../incarnation.ts';
import { begin, restart, type Service } from '../lives.ts';
import { type Callers, createCallers } from '../requests.ts';
import type { ParentsCount, RunOptions, RunResult } from '../run.ts';
import { createSimStore, type SimStore } from '../simStore.ts';
import { createWorld, type World } from '../world.ts';
import { actOnAlgorithms, startAnother } from './acts.ts';
import { allParents } from './parents.ts';
import type { AlgorithmScene, Casting, CastingOf, Started } from './scene.ts';
import { settleAlgorithms } from './settling.ts';
import { createStops } from './stops.ts';
import { createWatcher } from './watcher.ts';

/** Plays one run: the same options give the same bytes. `orders` is the number of events. */
export async function playAlgorithms(
  options: RunOptions,
  { mode, cast }: CastingOf,
): Promise<RunResult> {
  const world = createWorld({ ...options, mode });
  const store: SimStore = await createSimStore(world, (...told) => checker.committed(...told));
  const casting = cast(world, () => store);
  const { accounts, symbols, market, rules } = casting;
  const watcher = createWatcher({ world, store: () => store, market, accounts, rules });
  const stops = createStops(world, () => store);
  const orders = createChecker(world, () => store);
  const checker: Checker = {
    ...orders,
    sent(accountId, order) {
      orders.sent(accountId, order);
      watcher.sent(accountId, order);
    },
    committed(writes, outcomes) {
      orders.committed(writes, outcomes);
      watcher.committed(writes);
      stops.committed(writes);
    },
  };
  const simulation: SimulationRun = {
    world,
    store,
    checker,
    scenery: {
      accounts,
      symbols,
      feeds: market.feeds,
      serves: (path) => casting.served.some((each) => path.startsWith(each)),
    },
  };
  let parents: ParentsCount = { started: 0, filled: 0 };
  try {
    const { horizonS } = casting;
    const scene = { ...simulation, casting, market, watcher, horizonS };
    const callers = createCallers(simulation);
    await play({ ...scene, callers }, { orders: options.orders, died: stops.died });
    parents = countParents(store);
  } catch (error) {
    world.wrong(`the run ended with ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    store.close();
  }
  return { ...resultOf(world, parents), figures: casting.figures() };
}

function resultOf(world: World, parents: ParentsCount): RunResult {
  const { verdicts, trace, crashes, faults, seed } = world;
  const result = { seed, verdicts, trace: trace.text(), digest: trace.digest() };
  return { ...result, crashes: crashes.count(), faults: faults.counts, parents };
}

interface Playing {
  readonly orders: number;
  /** Called before a restart. */
  readonly died: () => void;
}

async function play(
  scene: Omit<AlgorithmScene, 'service' | 'chance' | 'hands' | 'started'>,
  { orders, died }: Playing,
): Promise<void> {
  const { world, callers, horizonS, market, casting } = scene;
  const chance = world.chance('operations');
  const hands = { count: 0 };
  const started: Started[] = [];
  let service: Service = await begin(scene, 1);
  await openAccounts(casting, scene, { callers, service });
  const meanMs = (horizonS * 1_000) / orders;
  for (let count = 0; count < orders; count += 1) {
    const now: AlgorithmScene = { ...scene, chance, hands, started, service };
    if (count === 0) startAnother(now);
    else actOnAlgorithms(now);
    world.crashes.tick();
    service.clients?.check();
    world.crashes.strikesAt('at rest', service.life);
    const pauseMs = chance.happens(0.25) ? 0 : Math.round(chance.between(0, 2.6 * meanMs));
    const { life } = service;
    await world.clock.advance(pauseMs, () => life.isOver);
    if (!life.isOver) continue;
    died();
    market.forget();
    service = await restart(scene, life.number + 1);
  }
  await settleAlgorithms({ ...scene, service, started });
  service.life.end();
  await world.clock.drain();
}

interface Asking {
  readonly callers: Callers;
  readonly service: Service;
}

async function openAccounts(
  { accounts, firstBalances }: Casting,
  { world }: SimulationRun,
  { callers, service }: Asking,
): Promise<void> {
  const chance = world.chance('accounts');
  for (const { id, venue } of accounts) {
    const body = {
      exchange_account_id: id,
      exchange: venue,
      mode: 'paper',
      daily_limit_usd: chance.happens(0.15) ? chance.integer(3_000, 30_000) : 1_000_000,
      paper_balances: firstBalances,
      ...(chance.happens(0.1) && { limits: { max_open_orders: chance.integer(2, 6) } }),
    };
    void callers.ask(service, { method: 'POST', url: '/admin/accounts', body });
    await world.clock.advance(0);
  }
}

function countParents({ rows }: SimStore): ParentsCount {
  const parents = allParents(rows);
  return {
    started: parents.length,
    filled: parents.filter(({ filled }) => units(filled) > 0n).length,
  };
}
