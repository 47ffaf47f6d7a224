import { loadPlanted } from '../support/plants/loading.ts';
import type { TextChange, TextPlant } from '../support/plants/plant.ts';
import type { Allocate } from './checks.ts';

const folder = 'server/src/trading/routing/allocation';

/** Each is one text in one file of the router. */
const mistakes: readonly (TextChange & { readonly name: string })[] = [
  {
    name: 'fee ignored',
    file: 'model.ts',
    right: '(account.feeBps + penaltyBps) * lot',
    wrong: 'penaltyBps * lot',
  },
  {
    name: 'penalty ignored',
    file: 'model.ts',
    right: '(account.feeBps + penaltyBps) * lot',
    wrong: 'account.feeBps * lot',
  },
  {
    name: 'minimum ignored',
    file: 'branching.ts',
    right: 'if (lots === 0 || lots >= least) continue;',
    wrong: 'if (lots >= 0 || lots >= least) continue;',
  },
  {
    name: 'minimum rounded down',
    file: 'model.ts',
    right: 'lotsUp(account.minQuantity / (lot * stepLots))',
    wrong: 'wholeLots(account.minQuantity / (lot * stepLots))',
  },
  {
    name: 'maximum ignored',
    file: 'model.ts',
    right: 'Math.min(depth.lots, wholeLots(account.maxQuantity / lot))',
    wrong: 'depth.lots',
  },
  {
    name: 'one venue more than allowed',
    file: 'branching.ts',
    right: 'if (used <= model.maxVenues)',
    wrong: 'if (used <= model.maxVenues + 1)',
  },
  {
    name: 'one venue fewer than allowed',
    file: 'branching.ts',
    right: 'if (used <= model.maxVenues)',
    wrong: 'if (used <= Math.max(1, model.maxVenues - 1))',
  },
  {
    name: 'lots rounded up',
    file: 'units.ts',
    right: 'Math.floor(lots)',
    wrong: 'Math.ceil(lots)',
  },
  {
    name: 'sells not mirrored',
    file: 'depth.ts',
    right: 'slippageBps(side, price, mid)',
    wrong: "slippageBps('buy', price, mid)",
  },
  {
    name: 'one account pays for the first level alone',
    file: 'model.ts',
    right: 'lots = Math.min(most, shown, paid);',
    wrong: 'lots = Math.min(most, lotsTo(depth, 0), paid);',
  },
  {
    name: 'balance of an account that is alone not looked at',
    file: 'branching.ts',
    right: 'if (!venue.accounts.some(isDear)) continue;',
    wrong: 'if (shares.length < 2 || !venue.accounts.some(isDear)) continue;',
  },
  {
    name: 'balance at the best price instead of the limit price',
    file: 'branching.ts',
    right: 'const price = limitPriceOf(venue, lots);',
    wrong: 'const price = limitPriceOf(venue, 1);',
  },
  {
    name: 'balance of a sell at the best price',
    file: 'supply.ts',
    right: "side === 'buy' ? from : to",
    wrong: "side === 'buy' ? from : from",
  },
  {
    name: 'greedy, without the exchange step',
    file: 'allocate.ts',
    right: 'look(next.branch).toReversed()',
    wrong: 'look(next.branch).slice(0, 1)',
  },
  {
    name: 'cut off too early',
    file: 'allocate.ts',
    right: 'const objectiveTolerance = 1e-12;',
    wrong: 'const objectiveTolerance = 1e-3;',
  },
  {
    name: 'the dearest account first',
    file: 'model.ts',
    right: 'a.lotCost - b.lotCost',
    wrong: 'b.lotCost - a.lotCost',
  },
  {
    name: 'what is left within the tolerance is free',
    file: 'relaxed.ts',
    right: 'addRun(runs, Math.min(model.tolerance, wanted), model.dearest);',
    wrong: 'addRun(runs, Math.min(model.tolerance, wanted), 0);',
  },
  {
    name: 'a whole coarsest step tolerated',
    file: 'model.ts',
    right: 'Math.max(...steps) - 1,',
    wrong: 'Math.max(...steps),',
  },
  {
    name: 'an excess no worse than a dear unit',
    file: 'relaxed.ts',
    right: '(most + 1) * 1e6 * Math.max(1, wanted)',
    wrong: 'model.dearest',
  },
  {
    name: 'the dearest unit of the best level',
    file: 'model.ts',
    right: 'const worst = levels.at(-1);',
    wrong: 'const worst = levels.at(0);',
  },
  {
    name: 'a lot across two levels at the first one',
    file: 'depth.ts',
    right: 'begunCost += taken * cost;',
    wrong: 'begunCost += taken * (begunCost / (begun - taken));',
  },
  {
    name: 'finer steps do not fill up to a coarser one',
    file: 'relaxed.ts',
    right: 'const skip = (left % next) / size;',
    wrong: 'const skip = 0 * size;',
  },
  {
    name: 'steps that do not divide one another are not kept',
    file: 'branching.ts',
    right: 'if (stepLots === 1) continue;',
    wrong: 'if (stepLots >= 1) continue;',
  },
];

/** Mistakes in the router; the checks must find each of them. */
export const routerPlants: readonly TextPlant[] = mistakes.map(({ name, file, right, wrong }) => {
  return { name, changes: [{ file: `${folder}/${file}`, right, wrong }] };
});

/** Loads a router with the mistake in it. */
export async function routerWith(plant: TextPlant): Promise<Allocate> {
  const { allocate } = (await loadPlanted(plant, `${folder}/allocate.ts`)) as {
    allocate: Allocate;
  };
  return allocate;
}
