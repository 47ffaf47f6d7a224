import { usualActs } from '../algorithms/acts.ts';
import type { AlgorithmScene } from '../algorithms/scene.ts';
import { lasting, pickAccount } from '../algorithms/trouble.ts';
import type { Weighted } from '../chance.ts';
import { actByHand } from '../operations.ts';
import type { SwapSides } from './drawing.ts';
import { swapSymbol } from './market.ts';

/** Acts that may happen next in a run with pairs: the usual ones, and faults of one leg alone. */
export const pairActs = (sides: SwapSides): Weighted<AlgorithmScene> => [
  ...usualActs,
  [5, (scene) => tradeContracts(scene, sides)],
  [5, (scene) => actByHand(scene)],
  [14, failOneLeg],
  [5, haltOneSymbol],
  [4, revokeOneKey],
];

/** Makes the next orders of one market refused, lost, or taken without an answer. */
function failOneLeg({ world, chance, scenery }: AlgorithmScene): void {
  if (!world.faults.strikes('F14')) return;
  const fate = chance.pick(['rejected', 'lost', 'unknown'] as const);
  const times = chance.pick([1, 1, 2, 5]);
  world.venues.failing.set(chance.pick(scenery.symbols), Array<typeof fate>(times).fill(fate));
}

/** Makes one venue refuse orders of one market. */
function haltOneSymbol(scene: AlgorithmScene): void {
  const { world, chance, scenery } = scene;
  if (!world.faults.strikes('F19')) return;
  const key = `${pickAccount(scene).id} ${chance.pick(scenery.symbols)}`;
  const { haltedSymbols } = world.venues;
  if (haltedSymbols.has(key)) return;
  haltedSymbols.add(key);
  lasting(scene, () => haltedSymbols.delete(key));
}

function revokeOneKey(scene: AlgorithmScene): void {
  const { world } = scene;
  const { id } = pickAccount(scene);
  if (!world.faults.strikes('F18') || world.venues.revoked.has(id)) return;
  world.venues.revoked.add(id);
  lasting(scene, () => world.venues.revoked.delete(id));
}

/** Opens more contracts beside the pairs, which then share a position. */
function tradeContracts(scene: AlgorithmScene, sides: SwapSides): void {
  const { chance, callers, service, market } = scene;
  const { id, venue } = pickAccount(scene);
  const side = sides.get(id) ?? 'sell';
  const mid = market.mid({ venue, symbol: swapSymbol });
  const awayBps = (side === 'buy' ? -1 : 1) * chance.between(-3, 8);
  callers.submit(service, {
    exchange_account_id: id,
    symbol: swapSymbol,
    side,
    order_type: 'limit',
    quantity: chance.pick([0.001, 0.002, 0.004]),
    price: Number((mid * (1 + awayBps / 10_000)).toFixed(0)),
    time_in_force: chance.pick(['GTC', 'IOC']),
  });
}
