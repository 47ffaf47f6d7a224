import type { Side } from '../../model/order.ts';
import { levelOf, lotsTo } from './depth.ts';
import { limitPriceOf, type Model, stepsIn, type VenueModel } from './model.ts';
import type { Branch, Split } from './relaxed.ts';
import { type AccountState, divideAt, type VenueBranch } from './supply.ts';

/**
 * Returns the branches that rule out what is not allowed in a relaxed split; undefined when it is
 * allowed.
 */
export function branchesAgainst(
  model: Model,
  branch: Branch,
  { split, side }: { readonly split: Split; readonly side: Side },
): readonly Branch[] | undefined {
  return (
    tooSmall(model, branch, split) ??
    beyondPayable(model, branch, { split, side }) ??
    tooMany(model, branch, split) ??
    offStep(model, branch, split)
  );
}

/** Returns the whole search: every account may be used, none must be. */
export function wholeBranch({ venues }: Model): Branch {
  return {
    venues: venues.map(({ accounts, depth }) => ({
      accounts: accounts.map(() => 'free' as const),
      isUsed: false,
      from: 0,
      to: depth.prices.length - 1,
      least: 0,
      most: Number.POSITIVE_INFINITY,
      beyondBlocks: undefined,
    })),
  };
}

/** A slice is below its minimum: the account takes at least its minimum, or nothing. */
function tooSmall({ venues }: Model, branch: Branch, split: Split): readonly Branch[] | undefined {
  for (const [place, venue] of venues.entries()) {
    for (const [account, { least }] of venue.accounts.entries()) {
      const lots = split.lots[place]?.[account] ?? 0;
      if (lots === 0 || lots >= least) continue;
      const out = withVenue(branch, place, (said) => withAccount(said, account, 'out'));
      const within = withVenue(branch, place, (said) => withAccount(said, account, 'in'));
      // The more likely one first: a good split found early cuts off more of the others.
      return lots * 2 < least ? [out, within] : [within, out];
    }
  }
  return undefined;
}

/** Rounding error of a product of floats: some parts in 10^16. */
const valueTolerance = 1e-12;

/**
 * A slice is worth more at the venue's limit price than its account can pay: either the limit price
 * is a better one, or the accounts take no more than they can pay at it.
 */
function beyondPayable(
  { venues }: Model,
  branch: Branch,
  { split, side }: { readonly split: Split; readonly side: Side },
): readonly Branch[] | undefined {
  for (const [place, venue] of venues.entries()) {
    const shares = split.lots[place] ?? [];
    const lots = shares.reduce((sum, share) => sum + share, 0);
    if (lots === 0) continue;
    const price = limitPriceOf(venue, lots);
    const isDear = ({ value }: VenueModel['accounts'][number], account: number): boolean =>
      (shares[account] ?? 0) * price > value * (1 + valueTolerance);
    if (!venue.accounts.some(isDear)) continue;
    const level = levelOf(venue.depth, lots);
    const { from = 0, to = 0 } = branch.venues[place] ?? {};
    const change = (changed: Partial<VenueBranch>) =>
      withVenue(branch, place, (said) => ({ ...said, ...changed }));
    // Split in the middle, so that a book of a hundred levels takes seven steps and not a hundred.
    if (side === 'buy') {
      const middle = Math.ceil((from + level) / 2);
      return [change({ from: middle }), change({ to: middle - 1 })];
    }
    // The worse price of a sell is the lower one, at which the same lots are worth less.
    const middle = Math.floor((level + to) / 2);
    return [change({ to: middle }), change({ least: lotsTo(venue.depth, middle) + 1 })];
  }
  return undefined;
}

/**
 * Returns the split of a branch with the lots of each venue divided by what its accounts can really
 * pay; undefined when that split is not allowed. It costs more only by differences of fees.
 */
export function payableSplit(
  model: Model,
  branch: Branch,
  { split, side }: { readonly split: Split; readonly side: Side },
): Split | undefined {
  let objective = split.objective;
  const lots: number[][] = [];
  for (const [place, venue] of model.venues.entries()) {
    const shares = split.lots[place] ?? [];
    const all = shares.reduce((sum, share) => sum + share, 0);
    const said = branch.venues[place];
    const price = limitPriceOf(venue, all);
    const own = all === 0 ? [...shares] : said && divideAt(venue, said, { lots: all, price });
    if (!own) return undefined;
    for (const [account, { lotCost }] of venue.accounts.entries()) {
      objective += ((own[account] ?? 0) - (shares[account] ?? 0)) * lotCost;
    }
    lots.push(own);
  }
  const payable = { ...split, lots, objective };
  return branchesAgainst(model, branch, { split: payable, side }) ? undefined : payable;
}

/** More venues are used than allowed: the one that gets most is used, or it is left out. */
function tooMany(model: Model, branch: Branch, split: Split): readonly Branch[] | undefined {
  const units = model.venues.map(
    ({ lotUnits }, place) => lotUnits * (split.lots[place] ?? []).reduce((sum, n) => sum + n, 0),
  );
  const isUsed = (place: number) => branch.venues[place]?.isUsed === true;
  const used = units.filter((taken, place) => taken > 0 || isUsed(place)).length;
  if (used <= model.maxVenues) return undefined;
  let largest: number | undefined;
  for (const [place, taken] of units.entries()) {
    if (taken === 0 || isUsed(place)) continue;
    if (largest === undefined || taken > (units[largest] ?? 0)) largest = place;
  }
  if (largest === undefined) return [];
  return [asUsed(model, branch, largest), withVenue(branch, largest, without)];
}

/**
 * A venue whose step fits no class must end on its step: that many steps beyond whole blocks or,
 * where there are too many ways to do that, fewer lots, or more.
 */
function offStep({ venues }: Model, branch: Branch, split: Split): readonly Branch[] | undefined {
  for (const [place, { stepLots, blockSteps }] of venues.entries()) {
    if (stepLots === 1) continue;
    const lots = (split.lots[place] ?? []).reduce((sum, share) => sum + share, 0);
    const most = stepsIn(lots, stepLots);
    if (most === lots) continue;
    if (blockSteps !== undefined) {
      const nearest = (most / stepLots) % blockSteps;
      return Array.from({ length: blockSteps }, (_, further) => {
        const beyondBlocks = ((nearest + further) % blockSteps) * stepLots;
        return withVenue(branch, place, (said) => ({ ...said, beyondBlocks }));
      });
    }
    const fewer = withVenue(branch, place, (said) => ({ ...said, most }));
    const more = withVenue(branch, place, (said) => ({ ...said, least: most + stepLots }));
    return (lots - most) * 2 < stepLots ? [fewer, more] : [more, fewer];
  }
  return undefined;
}

/** Marks the venue as used; once the maximum number is used, all others are left out. */
function asUsed({ maxVenues }: Model, branch: Branch, place: number): Branch {
  const within = withVenue(branch, place, (said) => ({
    ...said,
    isUsed: true,
    accounts: said.accounts.length === 1 ? (['in'] as const) : said.accounts,
  }));
  const used = within.venues.filter(({ isUsed }) => isUsed).length;
  if (used < maxVenues) return within;
  return { ...within, venues: within.venues.map((said) => (said.isUsed ? said : without(said))) };
}

function without(said: VenueBranch): VenueBranch {
  return { ...said, accounts: said.accounts.map(() => 'out' as const) };
}

function withAccount(said: VenueBranch, account: number, state: AccountState): VenueBranch {
  return { ...said, accounts: said.accounts.with(account, state) };
}

function withVenue(
  branch: Branch,
  place: number,
  change: (said: VenueBranch) => VenueBranch,
): Branch {
  const said = branch.venues[place];
  return said ? { ...branch, venues: branch.venues.with(place, change(said)) } : branch;
}
