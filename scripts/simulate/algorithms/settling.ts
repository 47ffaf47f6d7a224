import { units } from '../exactSum.ts';
import type { SimulationRun } from '../incarnation.ts';
import type { Service } from '../lives.ts';
import { resume } from '../operations.ts';
import { checkBalances, checkQuiet } from '../quiet.ts';
import { type Callers, orderUrl } from '../requests.ts';
import { type OrderLine, storedOrders } from '../tables.ts';
import { endFaults } from '../world.ts';
import { askCancel } from './acts.ts';
import type { SimMarket } from './market.ts';
import {
  allParents,
  filledAtVenue,
  fillsOfOrder,
  ordersOf,
  ownOrders,
  quantityOf,
} from './parents.ts';
import { checkEnd, checkGoing, notWithdrawn, unfinished, unproven } from './rest.ts';
import type { AlgorithmScene } from './scene.ts';

interface Settling extends SimulationRun, Pick<AlgorithmScene, 'casting' | 'started'> {
  readonly callers: Callers;
  readonly market: SimMarket;
  readonly service: Service;
}

const stepMs = 2_500;
/** As for orders: a sweep, looks, deadlines. After that a barred account is tried again. */
const settleMsMax = 150_000;
/** News are late by 6 s at most, and are then written. */
const newsMs = 8_000;
/** Lost news of fills are found by a comparison: two of every account, a minute apart. */
const comparedMsMax = 200_000;

/** Lets everything come to rest, ends running algorithms and open orders, and checks. */
export async function settleAlgorithms(scene: Settling): Promise<void> {
  const { world, store, callers, service, market, casting } = scene;
  const { firstBalances } = casting;
  const { clock } = world;
  endFaults(world);
  market.healAll();
  await reach(scene, settleMsMax, () => callers.waiting(service) === 0 && isSettled(scene));
  resume({ ...scene, chance: world.chance('settling') });
  await clock.advance(stepMs);
  const nowMs = () => clock.of(service.life).now();
  const isProven = () => unproven(store, nowMs()).length + notWithdrawn(store).length === 0;
  await reach(scene, settleMsMax, isProven);
  checkGoing(world, store, nowMs());
  // While any other order rests, a paper venue keeps the rules under which it came.
  await withdraw(scene, ({ parent_id }) => parent_id === null);
  for (const { id } of unfinished(store)) askCancel(scene, id);
  await reach(scene, casting.cancelMsMax, () => unfinished(store).length === 0);
  await withdraw(scene, () => true);
  await clock.advance(newsMs);
  await reach(scene, comparedMsMax, () => isTold(scene));
  if (callers.waiting(service) > 0) {
    world.wrong(`${callers.waiting(service)} requests are never answered`);
  }
  checkEnd(world, store);
  checkQuiet(world, store, callers.asked);
  const checked = checkBalances(world, store, firstBalances.spot);
  const more = casting.checkEnd(store, { firstBalances });
  await clock.drain();
  await Promise.all([checked, more]);
  for (const { id, type, status, filled, quantity } of allParents(store.rows)) {
    world.trace.add(`end ${id} ${type} ${status} ${filled} of ${quantity}`);
  }
}

/** Requests the cancel of open orders. */
async function withdraw(
  { world, store, callers, service }: Settling,
  isMeant: (order: OrderLine) => boolean,
): Promise<void> {
  for (const order of storedOrders(store)) {
    if (order.order_status !== 'open' || !isMeant(order)) continue;
    void callers.ask(service, { method: 'DELETE', url: orderUrl(order.account_id, order.id) });
    await world.clock.advance(stepMs);
  }
}

async function reach(
  { world }: SimulationRun,
  msMax: number,
  isThere: () => boolean,
): Promise<void> {
  for (let ms = 0; ms < msMax && !isThere(); ms += stepMs) await world.clock.advance(stepMs);
}

function isSettled({ store }: SimulationRun): boolean {
  return !storedOrders(store).some(({ order_status: at }) => at === 'pending' || at === 'unknown');
}

/** True when the service has stored all fills of its venues. */
function isTold({ store }: SimulationRun): boolean {
  const fills = filledAtVenue(store);
  return allParents(store.rows).every(({ id, filled }) => {
    const orders = ordersOf(store.rows, id);
    const there = (some: typeof orders) =>
      quantityOf(some.flatMap((order) => fillsOfOrder(fills, order)));
    const isHeard = orders.every((order) => there([order]) === units(order.quantity_filled));
    return isHeard && there(ownOrders(store.rows, id, orders)) === units(filled);
  });
}
