import type { AlgorithmView } from '../algorithm.ts';
import { shown } from '../shared/figures.ts';
import { unhedgedOf } from '../shared/pair/legs.ts';
import { basisBps, breakevenHours, hoursBetween, liquidationDistancePct } from './carry.ts';
import type { FundingArbParams } from './params.ts';
import { freshFacts } from './polls.ts';
import { carryLegs, type ExitReason, type FundingArbState, filledBasisBps } from './state.ts';

/**
 * Maximum number of undone clips: each costs fees and spread, so an entry that cannot be hedged
 * this often is given up.
 */
const gaveBackMax = 3;

export interface Seen {
  readonly view: AlgorithmView;
  readonly params: FundingArbParams;
}

export interface Exit {
  readonly reason: ExitReason;
  /** A clause with figures. */
  readonly why: string;
}

/** Returns the basis between the current mids; undefined without a book of both. */
export function currentBasisBps({ legs }: AlgorithmView): number | undefined {
  const { spot, perp } = carryLegs(legs);
  if (spot.mid === undefined || perp.mid === undefined) return undefined;
  return basisBps(spot.mid, perp.mid);
}

/** Returns why nothing may be opened now (Orderbook §4.3, funding_arb); undefined if it may. */
export function entryGate(state: FundingArbState, seen: Seen): string | undefined {
  const reasons = [signalGate(state, seen), basisGate(seen)].filter(
    (reason) => reason !== undefined,
  );
  return reasons.length === 0 ? undefined : `No entry now. ${reasons.join(' ')}`;
}

/** Returns the reasons that depend on polls alone. */
export function signalGate(state: FundingArbState, seen: Seen): string | undefined {
  const { entryAprPct, roundTripCostBps, maxBreakevenHours } = seen.params;
  const { smoothed, factsTrouble } = state;
  const facts = freshFacts(state, seen);
  if (!facts || !smoothed) return `The funding rate is not known. ${factsTrouble ?? ''}`.trim();
  if (facts.halted !== undefined) return `Orders are not taken: ${facts.halted}`;
  const apr = `The smoothed funding of ${aprText(smoothed.value)}`;
  if (smoothed.value < entryAprPct) return `${apr} is below ${shown(entryAprPct)} %.`;
  const hours = breakevenHours(roundTripCostBps, smoothed.value);
  if (hours === undefined) return `${apr} pays nothing.`;
  if (hours <= maxBreakevenHours) return liquidationGate(state, seen);
  const most = shown(maxBreakevenHours);
  return `${apr} pays the costs back after ${Math.ceil(hours)} h, not ${most} h.`;
}

/** A position that would be ended at once need not begin. */
function liquidationGate(state: FundingArbState, seen: Seen): string | undefined {
  const exit = liquidationExit(state, seen);
  return exit && `${exit.why[0]?.toUpperCase()}${exit.why.slice(1)}.`;
}

function basisGate({ view, params }: Seen): string | undefined {
  const basis = currentBasisBps(view);
  if (basis === undefined) return 'The basis is not known: a book is not usable.';
  const most = params.maxEntryBasisBps;
  if (Math.abs(basis) <= most) return undefined;
  return `The basis of about ${Math.round(basis)} bps is wider than ${shown(most)} bps.`;
}

/** Returns what ends the position now, the worst first; undefined when nothing does. */
export function exitDue(state: FundingArbState, seen: Seen): Exit | undefined {
  return (
    unhedgedExit(state, seen) ??
    haltExit(state, seen) ??
    liquidationExit(state, seen) ??
    basisExit(state, seen) ??
    maxHoldExit(state, seen) ??
    decayExit(state, seen)
  );
}

function unhedgedExit(state: FundingArbState, { view, params }: Seen) {
  const { nakedSinceMs, isNakedRest, phase, gaveBack } = state;
  if (phase === 'entering' && gaveBack >= gaveBackMax) {
    return exit('unhedged', `${gaveBack} clips had to be unwound`);
  }
  // A quantity too small for an order of the lagging leg is no reason to give up the whole
  // position.
  if (nakedSinceMs === undefined || isNakedRest) return undefined;
  if (view.nowMs - nakedSinceMs <= params.maxUnhedgedMs) return undefined;
  const gap = shown(unhedgedOf(view.legs).quantity);
  const why = `${gap} was unhedged for more than ${shown(params.maxUnhedgedMs / 1_000)} s`;
  return exit('unhedged', why);
}

function haltExit(state: FundingArbState, seen: Seen) {
  const halted = freshFacts(state, seen)?.halted;
  return halted === undefined ? undefined : exit('venue_halt', `orders are not taken: ${halted}`);
}

function liquidationExit(state: FundingArbState, seen: Seen) {
  const { markPrice, liquidationPrice } = freshFacts(state, seen) ?? {};
  if (markPrice === undefined || liquidationPrice === undefined) return undefined;
  const distance = liquidationDistancePct(markPrice, liquidationPrice);
  const { liquidationBufferPct } = seen.params;
  if (distance >= liquidationBufferPct) return undefined;
  const away = `${distance.toFixed(1)} % from the mark price`;
  const why = `liquidation is ${away}, closer than ${shown(liquidationBufferPct)} %`;
  return exit('liquidation_buffer', why);
}

function basisExit(state: FundingArbState, { view, params }: Seen) {
  const entry = state.entryBasisBps ?? filledBasisBps(carryLegs(view.legs));
  const now = currentBasisBps(view);
  const { basisStopBps } = params;
  if (basisStopBps === undefined || entry === undefined || now === undefined) return undefined;
  if (now - entry < basisStopBps) return undefined;
  const why = `the basis went from ${entry.toFixed(1)} to ${now.toFixed(1)} bps`;
  return exit('basis_stop', `${why}, by ${shown(basisStopBps)} bps or more`);
}

function maxHoldExit({ heldSinceMs }: FundingArbState, { view, params }: Seen) {
  const { maxHoldHours } = params;
  if (maxHoldHours === undefined || heldSinceMs === undefined) return undefined;
  if (hoursBetween(heldSinceMs, view.atMs) < maxHoldHours) return undefined;
  return exit('max_hold', `it was held for ${shown(maxHoldHours)} h`);
}

/** While entering there is no minimum holding time to wait for. */
function decayExit(state: FundingArbState, seen: Seen) {
  const { smoothed, heldSinceMs } = state;
  const { exitAprPct, minHoldHours } = seen.params;
  if (!freshFacts(state, seen) || !smoothed || smoothed.value >= exitAprPct) return undefined;
  const heldHours =
    heldSinceMs === undefined ? minHoldHours : hoursBetween(heldSinceMs, seen.view.atMs);
  if (heldHours < minHoldHours) return undefined;
  const apr = `the smoothed funding of ${aprText(smoothed.value)}`;
  return exit('decay', `${apr} is below ${shown(exitAprPct)} %`);
}

function exit(reason: ExitReason, why: string): Exit {
  return { reason, why };
}

/** Rounds coarsely, because the text becomes part of reasons that are compared. */
function aprText(aprPct: number): string {
  return `${aprPct.toFixed(1)} % a year`;
}
