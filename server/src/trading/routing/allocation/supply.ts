import type { Side } from '../../model/order.ts';
import { lotsTo } from './depth.ts';
import { stepsIn, type VenueModel } from './model.ts';
import { addRun, costOfFirst, createRuns, type Runs } from './runs.ts';
import { wholeLots } from './units.ts';

/** The role of an account in a branch: it must take its least, it may take, or it takes nothing. */
export type AccountState = 'in' | 'free' | 'out';

/** The constraints on a venue in a branch of the search. */
export interface VenueBranch {
  readonly accounts: readonly AccountState[];
  /** True when it counts as used, whatever it takes. */
  readonly isUsed: boolean;
  /** Levels that its limit price may be at. */
  readonly from: number;
  readonly to: number;
  /** Least and maximum number of lots. */
  readonly least: number;
  readonly most: number;
  /** Lots it takes beyond whole blocks, once that is decided. */
  readonly beyondBlocks: number | undefined;
}

/** A venue's lots beyond those it must take, with the marginal cost of each. */
export interface Supply {
  /** Lots that are taken in any case, and their cost. */
  readonly fixed: number;
  readonly fixedCost: number;
  readonly runs: Runs;
  /** Lots of the accounts, in the order in which they are given. */
  readonly shares: readonly Share[];
}

interface Share {
  readonly account: number;
  readonly least: number;
  readonly most: number;
  readonly lotCost: number;
}

export type SupplyAt = (venue: VenueModel, branch: VenueBranch) => Supply | undefined;

/** Caches supplies: most venues have the same constraints in many branches. */
export function createSupplies(side: Side): SupplyAt {
  const known = new Map<string, { readonly supply: Supply | undefined }>();
  const byBranch = new Map<VenueBranch, { readonly supply: Supply | undefined }>();
  return (venue, branch) => {
    const found = byBranch.get(branch);
    if (found) return found.supply;
    const { accounts, from, to, least, most } = branch;
    const said = `${venue.index} ${accounts.join(' ')} ${from} ${to} ${least} ${most}`;
    const entry = known.get(said) ?? { supply: supplyOf(venue, branch, side) };
    known.set(said, entry);
    byBranch.set(branch, entry);
    return entry.supply;
  };
}

/**
 * Returns the convex supply of a venue in a branch, or undefined when the branch asks for more than
 * there is. Depth is taken from the top whoever takes it, so the accounts' own lots only differ in
 * fees: the lowest fee is filled first.
 */
function supplyOf(venue: VenueModel, branch: VenueBranch, side: Side): Supply | undefined {
  const shares = sharesOf(venue, branch, side);
  if (!shares) return undefined;
  const least = shares.reduce((sum, share) => sum + share.least, 0);
  const shown = lotsTo(venue.depth, branch.to);
  const most = Math.min(
    shown,
    branch.most,
    shares.reduce((sum, share) => sum + share.most, 0),
    side === 'buy' ? payableTogether(venue, branch, shares) : Number.POSITIVE_INFINITY,
  );
  const fixed = Math.max(least, branch.least);
  if (fixed > most) return undefined;
  const runs = runsFrom(venue, shares, { from: least, to: most });
  const leastCost =
    costOfFirst(venue.depth.runs, least) +
    shares.reduce((sum, share) => sum + share.least * share.lotCost, 0);
  if (fixed === least) return { fixed, fixedCost: leastCost, runs, shares };
  const further = fixed - least;
  const fixedCost = leastCost + costOfFirst(runs, further);
  return { fixed, fixedCost, runs: after(runs, further), shares };
}

function sharesOf(
  venue: VenueModel,
  { accounts: states, from, to }: VenueBranch,
  side: Side,
): readonly Share[] | undefined {
  const { accounts, depth } = venue;
  // The limit price at which an account can take most: a split that needs a worse one gets its own
  // branch.
  const price = depth.prices[side === 'buy' ? from : to] ?? 0;
  const shares: Share[] = [];
  for (const [place, account] of accounts.entries()) {
    const state = states[place] ?? 'free';
    if (state === 'out') continue;
    const most = Math.min(account.most, paidAt(venue, place, price));
    const least = state === 'in' ? account.least : 0;
    if (least > most) return undefined;
    shares.push({ account: place, least, most, lotCost: account.lotCost });
  }
  return shares;
}

/**
 * Returns the most lots that all accounts of a buy together can pay for at the limit price of these
 * lots. Fewer lots have no worse price, so any number up to it can be paid.
 */
function payableTogether(
  venue: VenueModel,
  { from, to }: VenueBranch,
  shares: readonly Share[],
): number {
  let most = 0;
  for (let level = from; level <= to; level += 1) {
    const paid = payableAt(venue, shares, venue.depth.prices[level] ?? 0);
    const shown = lotsTo(venue.depth, level);
    if (paid === undefined) break;
    most = Math.max(most, Math.min(shown, paid));
    if (paid <= shown) break;
  }
  return most;
}

/** Undefined when an account cannot pay for the lots that it must take. */
function payableAt(venue: VenueModel, shares: readonly Share[], price: number): number | undefined {
  let paid = 0;
  for (const share of shares) {
    const own = Math.min(share.most, paidAt(venue, share.account, price));
    if (own < share.least) return undefined;
    paid += own;
  }
  return paid;
}

/** Returns the lots in whole steps that the account can pay for at a price. */
function paidAt({ accounts, stepLots }: VenueModel, account: number, price: number): number {
  const value = accounts[account]?.value ?? 0;
  return Number.isFinite(value) ? stepsIn(wholeLots(value / price), stepLots) : value;
}

/**
 * Returns marginal costs from the first to the last lot: of the depth, and of the account that
 * takes each.
 */
function runsFrom(
  { depth }: VenueModel,
  shares: readonly Share[],
  { from, to }: { readonly from: number; readonly to: number },
): Runs {
  const runs = createRuns();
  const { counts, costs } = depth.runs;
  let position = 0;
  let share = 0;
  let room = roomOf(shares[0]);
  for (let i = 0; i < counts.length && position < to; i += 1) {
    const end = Math.min(to, position + (counts[i] ?? 0));
    let at = Math.max(position, from);
    position = end;
    while (at < end) {
      while (room === 0) {
        share += 1;
        room = roomOf(shares[share]);
      }
      const count = Math.min(end - at, room);
      addRun(runs, count, (costs[i] ?? 0) + (shares[share]?.lotCost ?? 0));
      at += count;
      room -= count;
    }
  }
  return runs;
}

function roomOf(share: Share | undefined): number {
  return share ? share.most - share.least : Number.POSITIVE_INFINITY;
}

function after({ counts, costs }: Runs, lots: number): Runs {
  const rest = createRuns();
  let skipping = lots;
  for (const [i, count] of counts.entries()) {
    const skipped = Math.min(skipping, count);
    skipping -= skipped;
    addRun(rest, count - skipped, costs[i] ?? 0);
  }
  return rest;
}

/**
 * Divides the same lots of a venue by what its accounts can really pay at their limit price;
 * undefined when they cannot pay.
 */
export function divideAt(
  venue: VenueModel,
  { accounts: states }: VenueBranch,
  { lots, price }: { readonly lots: number; readonly price: number },
): number[] | undefined {
  const taken = venue.accounts.map(({ least }, place) => (states[place] === 'in' ? least : 0));
  let left = lots - taken.reduce((sum, own) => sum + own, 0);
  for (const [place, account] of venue.accounts.entries()) {
    if (states[place] === 'out') continue;
    const most = Math.min(account.most, paidAt(venue, place, price));
    const own = taken[place] ?? 0;
    if (own > most) return undefined;
    const further = Math.min(left, most - own);
    taken[place] = own + further;
    left -= further;
  }
  return left === 0 ? taken : undefined;
}

/** Returns each account's part of this many lots, in the order of the model. */
export function divide(venue: VenueModel, { shares }: Supply, lots: number): number[] {
  const taken = venue.accounts.map(() => 0);
  let left = lots - shares.reduce((sum, share) => sum + share.least, 0);
  for (const { account, least, most } of shares) {
    const further = Math.min(left, most - least);
    taken[account] = least + further;
    left -= further;
  }
  return taken;
}
