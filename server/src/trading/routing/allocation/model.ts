import { slippageBps } from '../../model/walk.ts';
import { type Depth, depthOf, levelOf, lotsTo } from './depth.ts';
import type { RouteAccount, RouteProblem, RouteVenue } from './types.ts';
import { leastMultiple, lotsUp, unitsOf, wholeLots, wholeUnits } from './units.ts';

/** A problem in whole numbers: lots of each venue, units of all. */
export interface Model {
  /** Base units of one unit. */
  readonly unit: number;
  /** Units wanted. */
  readonly wanted: number;
  /** Units that may be left without being an excess. */
  readonly tolerance: number;
  /** Cost of one unit that is left within the tolerance, in bps × base units. */
  readonly dearest: number;
  readonly maxVenues: number;
  readonly venues: readonly VenueModel[];
  /** Steps that take part in the merge of all venues, in units; each divides the next. */
  readonly classes: readonly number[];
}

export interface VenueModel {
  /** Index of the venue in the problem. */
  readonly index: number;
  /** Base units of a lot: its step, or one unit where the step fits no class. */
  readonly lot: number;
  /** Units of a lot. */
  readonly lotUnits: number;
  /** Lots of its step: 1 unless the step fits no class. */
  readonly stepLots: number;
  /** Steps in a block that fits a class; undefined when there are too many remainders to try. */
  readonly blockSteps: number | undefined;
  readonly depth: Depth;
  /** By fee, the lowest first. */
  readonly accounts: readonly AccountModel[];
}

export interface AccountModel {
  /** Index of the account in the problem. */
  readonly index: number;
  /** Fee and penalty of one lot, in bps × base units. */
  readonly lotCost: number;
  /** Least number of lots; at least one. */
  readonly least: number;
  /** Maximum number of lots at any price. */
  readonly most: number;
  /** Maximum of lots times limit price. */
  readonly value: number;
}

/** Largest share of an order that may be left: in a small order one coarse lot is too much. */
export const toleratedShare = 0.001;

export function modelOf(problem: RouteProblem): Model | undefined {
  const { venues, quantity } = problem;
  if (venues.length === 0) return undefined;
  const { size: unit, steps } = unitsOf(venues.map(({ step }) => step));
  const { classes, block } = classesOf(steps);
  const wanted = wholeUnits(quantity, unit);
  const offers = venues.flatMap((venue, index) => {
    const stepUnits = steps[index] ?? 1;
    const isOdd = !classes.includes(stepUnits);
    const lotUnits = isOdd ? 1 : stepUnits;
    return (
      venueModel(problem, venue, {
        index,
        lot: isOdd ? unit : venue.step,
        lotUnits,
        stepLots: stepUnits / lotUnits,
        blockSteps: isOdd && block !== undefined ? blockSteps(block, stepUnits) : undefined,
        lotsMax: wanted / lotUnits,
      }) ?? []
    );
  });
  return {
    unit,
    wanted,
    tolerance: Math.min(Math.max(...steps) - 1, Math.floor(wanted * toleratedShare)),
    dearest: highestCostOf(problem) * unit,
    maxVenues: problem.maxVenues,
    venues: offers,
    classes,
  };
}

type Place = Pick<VenueModel, 'index' | 'lot' | 'lotUnits' | 'stepLots' | 'blockSteps'> & {
  readonly lotsMax: number;
};

/** Undefined when no account there can take anything. */
function venueModel(
  problem: RouteProblem,
  venue: RouteVenue,
  { lotsMax, ...place }: Place,
): VenueModel | undefined {
  const { penaltyBps, levels } = venue;
  const { lot, stepLots } = place;
  const { side, mid } = problem;
  const depth = depthOf(levels, { side, mid, step: lot, lotsMax });
  const isAlone = venue.accounts.length === 1;
  const accounts = venue.accounts
    .map((account, index): AccountModel => {
      const value = account.maxValue / lot;
      const shown = Math.min(depth.lots, wholeLots(account.maxQuantity / lot));
      // The amount that a lone account can pay for is known at once: its limit price follows from
      // its lots.
      const paid = isAlone && side === 'buy' ? affordable(depth, { value, most: shown }) : shown;
      return {
        index,
        lotCost: (account.feeBps + penaltyBps) * lot,
        least: stepLots * Math.max(1, lotsUp(account.minQuantity / (lot * stepLots))),
        most: stepsIn(paid, stepLots),
        value,
      };
    })
    .filter(({ least, most }) => least <= most)
    .sort((a, b) => a.lotCost - b.lotCost);
  return accounts.length === 0 ? undefined : { ...place, depth, accounts };
}

/** Returns the most lots of a buy whose value at their own worst price is within bounds. */
function affordable(depth: Depth, { value, most }: { value: number; most: number }): number {
  let lots = 0;
  for (let level = 0; level < depth.prices.length && lots < most; level += 1) {
    const paid = wholeLots(value / (depth.prices[level] ?? 1));
    const shown = lotsTo(depth, level);
    // Fewer lots than are shown above this level have a better limit price.
    if (paid > lots) lots = Math.min(most, shown, paid);
    if (paid < shown) break;
  }
  return lots;
}

/** Returns the worst level with the highest fee and penalty of any venue that has both. */
function highestCostOf({ venues, side, mid }: RouteProblem): number {
  const costs = venues.flatMap(({ levels, accounts, penaltyBps }) => {
    const worst = levels.at(-1);
    if (!worst || accounts.length === 0) return [];
    const fee = Math.max(...accounts.map(({ feeBps }: RouteAccount) => feeBps));
    return [slippageBps(side, worst[0], mid) + fee + penaltyBps];
  });
  return costs.length === 0 ? 0 : Math.max(...costs);
}

/** Returns the part of the lots that makes whole steps. */
export function stepsIn(lots: number, stepLots: number): number {
  return lots - (lots % stepLots);
}

/** Maximum ways to fill up a block: each venue whose step fits no class adds as many branches. */
const blockStepsMax = 8;

function blockSteps(block: number, step: number): number | undefined {
  return block / step <= blockStepsMax ? block / step : undefined;
}

/**
 * Steps of which each divides the next can be merged exactly, the finest first. A venue whose step
 * does not fit among them takes part in single units, and the search takes care of its steps. Once
 * its number of steps beyond whole blocks is decided, it takes part in blocks of the least multiple
 * of all steps.
 */
function classesOf(steps: readonly number[]): {
  readonly classes: readonly number[];
  readonly block: number | undefined;
} {
  const classes = [1];
  for (const step of [...new Set(steps)].sort((a, b) => a - b)) {
    const last = classes.at(-1) ?? 1;
    if (step !== last && step % last === 0) classes.push(step);
  }
  if (steps.every((step) => classes.includes(step))) return { classes, block: undefined };
  const block = steps.reduce(leastMultiple, 1);
  if (!steps.some((step) => blockSteps(block, step) !== undefined)) {
    return { classes, block: undefined };
  }
  return { classes: classes.includes(block) ? classes : [...classes, block], block };
}

/** Returns the price of the last level that this many lots of a venue touch. */
export function limitPriceOf({ depth }: VenueModel, lots: number): number {
  return depth.prices[levelOf(depth, lots)] ?? 0;
}
