import type { Figures } from './algorithms/scene.ts';
import { type Asked, createChecker } from './checker.ts';
import type { Incarnation, Scenery, SimulationRun } from './incarnation.ts';
import { begin, restart, type Service } from './lives.ts';
import { accounts, act, symbols } from './operations.ts';
import { checkBalances, checkQuiet } from './quiet.ts';
import { type Callers, createCallers, orderUrl } from './requests.ts';
import { createSimStore, type SimStore } from './simStore.ts';
import { type OrderLine, storedOrders, venueOrders } from './tables.ts';
import { createWorld, endFaults, type RunSettings, type World } from './world.ts';

export interface RunOptions extends Omit<RunSettings, 'mode'> {
  /** Number of events. */
  readonly orders: number;
}

export interface RunResult {
  readonly seed: string;
  readonly verdicts: readonly string[];
  readonly trace: string;
  readonly digest: string;
  readonly crashes: number;
  readonly faults: ReadonlyMap<string, number>;
  readonly parents: ParentsCount;
  /** Only in runs with pairs. */
  readonly figures?: Figures | undefined;
}

/** Number of algorithms, and of those that filled something. */
export interface ParentsCount {
  readonly started: number;
  readonly filled: number;
}

/** Maximum milliseconds between two events. */
const pauseMsMax = 2_500;
/**
 * Milliseconds after the last fault within which orders of unknown outcome are settled: a sweep (30
 * s), three looks (15 s apart at most), and two deadlines (10 s).
 */
const settleMsMax = 120_000;
const settleStepMs = 2_500;
/** News are late by 6 s at most, and are then written. */
const newsMs = 8_000;
/** Two comparisons of every account with its venue, a minute apart, and a failed one. */
const comparedMs = 180_000;
/** Share of runs that are compared without need: a comparison must change nothing. */
const comparedShare = 0.1;
const balances = { USDT: '100000', BTC: '5', ETH: '50' } as const;

/** Plays one run: the same options give the same bytes. */
export function runSeed(options: RunOptions): Promise<RunResult> {
  return runAs('orders', options, { play });
}

interface Playing {
  readonly play: (simulation: SimulationRun, callers: Callers, orders: number) => Promise<void>;
  /** The accounts and symbols; two symbols at two simulated venues by default. */
  readonly sceneryOf?: (world: World) => Scenery;
}

/** Plays in a world of its own and returns the result. */
export async function runAs(
  mode: 'orders' | 'owners',
  options: RunOptions,
  { play: playing, sceneryOf = () => ({ accounts, symbols }) }: Playing,
): Promise<RunResult> {
  const world = createWorld({ ...options, mode });
  const store: SimStore = await createSimStore(world, (...told) => checker.committed(...told));
  const checker = createChecker(world, () => store);
  const simulation: SimulationRun = { world, store, checker, scenery: sceneryOf(world) };
  const callers = createCallers(simulation);
  try {
    await playing(simulation, callers, options.orders);
  } catch (error) {
    world.wrong(`the run ended with ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    store.close();
  }
  const { verdicts, trace, crashes, faults, seed } = world;
  const result = { seed, verdicts, trace: trace.text(), digest: trace.digest() };
  const parents = { started: 0, filled: 0 };
  return { ...result, crashes: crashes.count(), faults: faults.counts, parents };
}

async function play(simulation: SimulationRun, callers: Callers, orders: number): Promise<void> {
  const { world } = simulation;
  const chance = world.chance('operations');
  const hands = { count: 0 };
  let service: Service = await begin(simulation, 1);
  await openAccounts(simulation, callers, service);
  for (let count = 0; count < orders; count += 1) {
    act({ ...simulation, callers, chance, hands, service });
    world.crashes.tick();
    service.clients?.check();
    world.crashes.strikesAt('at rest', service.life);
    const pauseMs = chance.happens(0.3) ? 0 : chance.integer(1, pauseMsMax);
    const { life } = service;
    await world.clock.advance(pauseMs, () => life.isOver);
    if (life.isOver) service = await restart(simulation, life.number + 1);
  }
  endFaults(world);
  await settle(simulation, callers, service);
  service.life.end();
  await world.clock.drain();
}

export async function openAccounts(
  simulation: SimulationRun,
  callers: Callers,
  service: Incarnation,
): Promise<void> {
  const { clock } = simulation.world;
  const chance = simulation.world.chance('accounts');
  for (const { id, venue } of accounts) {
    const body = {
      exchange_account_id: id,
      exchange: venue,
      mode: 'paper',
      daily_limit_usd: chance.integer(1_000, 12_000),
      paper_balances: { spot: balances },
      ...(chance.happens(0.3) && { limits: { max_open_orders: chance.integer(2, 8) } }),
    };
    void callers.ask(service, { method: 'POST', url: '/admin/accounts', body });
    await clock.advance(0);
  }
}

/** Lets everything come to rest, ends open orders, and checks. */
export async function settle(
  simulation: SimulationRun,
  callers: Callers,
  service: Incarnation,
): Promise<void> {
  const { world, store } = simulation;
  const { clock } = world;
  const isUnsettled = () =>
    callers.waiting(service) > 0 ||
    world.venues.arriving.size > 0 ||
    storedOrders(store).some((order) => isOpenEnded(simulation, order));
  for (let ms = 0; ms < settleMsMax && isUnsettled(); ms += settleStepMs) {
    await clock.advance(settleStepMs);
  }
  for (const { account_id, id, order_status } of storedOrders(store)) {
    if (order_status !== 'open') continue;
    void callers.ask(service, { method: 'DELETE', url: orderUrl(account_id, id) });
    await clock.advance(settleStepMs);
  }
  await rest(simulation, callers);
  if (callers.waiting(service) > 0) {
    world.wrong(`${callers.waiting(service)} requests are never answered`);
  }
  checkQuiet(world, store, callers.asked);
  const checked = checkBalances(world, store, balances);
  await clock.drain();
  await checked;
  reportEnd(world, store);
}

/**
 * True for an order whose outcome must still come: where a venue takes orders of any age, it need
 * not.
 */
function isOpenEnded({ world, store }: SimulationRun, order: OrderLine): boolean {
  const { order_status: status, account_id, venue_client_id } = order;
  if (status !== 'pending' && status !== 'unknown') return false;
  const { patient, forgotten } = world.venues;
  if (!patient.has(account_id)) return true;
  return venueOrders(store).some(
    ({ accountId, value }) =>
      accountId === account_id &&
      value.clientId === venue_client_id &&
      (value.status === 'open' || !forgotten.has(venue_client_id)),
  );
}

/** Waits for the last news, whose delay is bounded; a comparison with the venue comes later. */
async function rest({ world, store }: SimulationRun, { asked }: Callers): Promise<void> {
  const { clock, isStrict, mode } = world;
  const isBrief = mode === 'owners' && !world.chance('rest').happens(comparedShare);
  if (!isBrief) return clock.advance(isStrict ? comparedMs : newsMs);
  await clock.advance(newsMs);
  for (let ms = newsMs; ms < comparedMs && !isQuiet(world, store, asked); ms += settleStepMs) {
    await clock.advance(settleStepMs);
  }
}

/** True once all rules at rest hold. */
function isQuiet(world: World, store: SimStore, asked: readonly Asked[]): boolean {
  const wrong: string[] = [];
  checkQuiet({ ...world, wrong: (text) => void wrong.push(text) }, store, asked);
  return wrong.length === 0;
}

function reportEnd({ trace }: World, store: SimStore): void {
  for (const { id, order_status, quantity_filled } of storedOrders(store)) {
    trace.add(`end ${id} ${order_status} ${quantity_filled}`);
  }
}
