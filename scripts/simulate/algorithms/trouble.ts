import type { SimAccount } from '../incarnation.ts';
import { trouble as troubleOfOrders } from '../operations.ts';
import type { World } from '../world.ts';
import { type BookName, simSymbol } from './listings.ts';
import type { AlgorithmScene } from './scene.ts';

/** Milliseconds that a fault lasts. */
const troubleMsMin = 500;
const troubleMsMax = 20_000;
/**
 * Requests that an account may send in a second of silence: an algorithm's children, cancels and
 * lookups back off, and so do comparisons.
 */
const refusedPerSecondMax = 12;
const refusedAtOnceMax = 40;

type Trouble = (scene: AlgorithmScene) => void;

const troubles: readonly Trouble[] = [
  silence,
  badBook,
  oldSnapshot,
  maintenance,
  halted,
  oneFails,
  (scene) => troubleOfOrders(scene),
];

/** Starts a fault that lasts for a while. */
export function trouble(scene: AlgorithmScene): void {
  for (const strike of troubles) strike(scene);
}

export function lasting({ world, chance }: AlgorithmScene, end: (tookMs: number) => void): void {
  const ms = chance.integer(troubleMsMin, troubleMsMax);
  world.clock.schedule(ms, () => end(ms));
}

function bookOf({ chance, scenery }: AlgorithmScene, { venue }: SimAccount): BookName {
  const [only = simSymbol, ...others] = scenery.symbols;
  return { venue, symbol: others.length === 0 ? only : chance.pick(scenery.symbols) };
}

export function pickAccount({ chance, scenery }: AlgorithmScene): SimAccount {
  return chance.pick(scenery.accounts);
}

/** Makes the venue ask the account for silence, and counts further requests. */
function silence(scene: AlgorithmScene): void {
  const { world } = scene;
  const { id } = pickAccount(scene);
  if (!world.faults.strikes('F9') || world.venues.silenced.has(id)) return;
  world.venues.silenced.set(id, 0);
  lasting(scene, (tookMs) => {
    checkSilence(world, { id, tookMs });
    world.venues.silenced.delete(id);
  });
}

function checkSilence(world: World, { id, tookMs }: { id: string; tookMs: number }): void {
  const refused = world.venues.silenced.get(id) ?? 0;
  if (refused <= refusedAtOnceMax + (tookMs / 1_000) * refusedPerSecondMax) return;
  world.wrong(`${id} was asked for silence and sent ${refused} requests in ${tookMs} ms`);
}

function badBook(scene: AlgorithmScene): void {
  const { world, chance, market } = scene;
  const book = bookOf(scene, pickAccount(scene));
  if (!world.faults.strikes('F10') || market.isTroubled(book)) return;
  market.trouble(book, chance.pick(['gap', 'crossed', 'silence'] as const));
  lasting(scene, () => {
    market.heal(book);
    if (world.faults.strikes('F11')) market.tellOld(book);
  });
}

function oldSnapshot(scene: AlgorithmScene): void {
  const { world, market } = scene;
  const book = bookOf(scene, pickAccount(scene));
  if (world.faults.strikes('F11')) market.tellOld(book);
}

function maintenance(scene: AlgorithmScene): void {
  close(scene, 'maintenance');
}

/** Makes the venue refuse orders of the symbol; cancels and reads are answered. */
function halted(scene: AlgorithmScene): void {
  close(scene, 'halted');
}

function close(scene: AlgorithmScene, how: 'maintenance' | 'halted'): void {
  const { world } = scene;
  const { closed } = world.venues;
  const { id } = pickAccount(scene);
  if (!world.faults.strikes('F19') || closed.has(id)) return;
  closed.set(id, how);
  lasting(scene, () => closed.delete(id));
}

function oneFails({ world, chance }: AlgorithmScene): void {
  if (!world.faults.strikes('F14')) return;
  world.venues.nextFails = chance.pick(['rejected', 'lost'] as const);
}
