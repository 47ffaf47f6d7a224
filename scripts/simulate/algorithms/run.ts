import type { Chance } from '../chance.ts';
import { type Checker, createChecker } from '../checker.ts';
import { units } from '../exactSum.ts';
import type { House, SimAccount } from '../incarnation.ts';
import { begin, restart, type Service } from '../lives.ts';
import { type Callers, createCallers } from '../requests.ts';
import type { ParentsCount, RunOptions, RunResult } from '../run.ts';
import { createSimStore, type SimStore } from '../simStore.ts';
import { createWorld, type World } from '../world.ts';
import { actOnAlgorithms, startAnother } from './acts.ts';
import { createSimMarket, simSymbol, simVenues } from './market.ts';
import { allParents } from './parents.ts';
import type { AlgorithmScene, Started } from './scene.ts';
import { settleAlgorithms } from './settling.ts';
import { createStops } from './stops.ts';
import { createWatcher } from './watcher.ts';

const accounts: readonly SimAccount[] = simVenues.map((venue) => ({ id: `sim-${venue}`, venue }));
const firstBalances = { USDT: '150000', BTC: '3' } as const;

/** What is asked over HTTP in these runs; other endpoints would only take time to open. */
const served = [
  ...['/order-execution/algorithms', '/order-execution/execution/order'],
  ...['/admin/accounts', '/admin/halt', '/admin/resume'],
];

/** One run: the same options give the same bytes. `orders` is how many things happen. */
export async function runAlgorithmSeed(options: RunOptions): Promise<RunResult> {
  const world = createWorld({ ...options, mode: 'algorithms' });
  const time = drawTime(world.chance('time'));
  const market = createSimMarket({
    ...{ chance: world.chance('market'), faults: world.faults, stepMs: time.stepMs },
    elapsedMs: world.clock.elapsedMs,
  });
  const store: SimStore = createSimStore(world, (...told) => checker.committed(...told));
  const watcher = createWatcher({ world, store: () => store, market, accounts });
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
  const house: House = {
    ...{ world, store, checker },
    scenery: {
      ...{ accounts, symbols: [simSymbol], feeds: market.feeds },
      serves: (path) => served.some((each) => path.startsWith(each)),
    },
  };
  let parents: ParentsCount = { started: 0, filled: 0 };
  try {
    const scene = { ...house, market, watcher, callers: createCallers(house), ...time };
    await play(scene, { orders: options.orders, died: stops.died });
    parents = countParents(store);
  } catch (error) {
    world.wrong(`the run ended with ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    store.close();
  }
  return resultOf(world, parents);
}

function resultOf(world: World, parents: ParentsCount): RunResult {
  const { verdicts, trace, crashes, faults, seed } = world;
  const result = { seed, verdicts, trace: trace.text(), digest: trace.digest() };
  return { ...result, crashes: crashes.count(), faults: faults.counts, parents };
}

/** Mostly minutes, now and then hours, which pass in longer steps. */
function drawTime(chance: Chance): { readonly horizonS: number; readonly stepMs: number } {
  const kind = chance.between(0, 1);
  if (kind < 0.01) return { horizonS: chance.integer(3_600, 9_000), stepMs: 20_000 };
  if (kind < 0.08) return { horizonS: chance.integer(200, 500), stepMs: 2_000 };
  return { horizonS: chance.integer(40, 150), stepMs: 1_000 };
}

interface Playing {
  readonly orders: number;
  /** Told before a restart. */
  readonly died: () => void;
}

async function play(
  scene: Omit<AlgorithmScene, 'service' | 'chance' | 'hands' | 'started'>,
  { orders, died }: Playing,
): Promise<void> {
  const { world, callers, horizonS, market } = scene;
  const chance = world.chance('operations');
  const hands = { count: 0 };
  const started: Started[] = [];
  let service: Service = await begin(scene, 1);
  await openAccounts(scene, callers, service);
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
  await settleAlgorithms({ ...scene, service, started, firstBalances });
  service.life.end();
  await world.clock.drain();
}

async function openAccounts(house: House, callers: Callers, service: Service): Promise<void> {
  const chance = house.world.chance('accounts');
  for (const { id, venue } of accounts) {
    const body = {
      ...{ exchange_account_id: id, exchange: venue, mode: 'paper' },
      daily_limit_usd: chance.happens(0.15) ? chance.integer(3_000, 30_000) : 1_000_000,
      paper_balances: { spot: firstBalances },
      ...(chance.happens(0.1) && { limits: { max_open_orders: chance.integer(2, 6) } }),
    };
    void callers.ask(service, { method: 'POST', url: '/admin/accounts', body });
    await house.world.clock.advance(0);
  }
}

function countParents({ rows }: SimStore): ParentsCount {
  const parents = allParents(rows);
  return {
    started: parents.length,
    filled: parents.filter(({ filled }) => units(filled) > 0n).length,
  };
}
