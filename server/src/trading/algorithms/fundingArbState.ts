import { assert } from '../../kit/assert.ts';
import type { AlgorithmView, CarryFacts, LegSumsView, LegView } from './algorithm.ts';
import { basisBps, type Smoothed } from './carry.ts';

export type ExitReason =
  | 'decay'
  | 'liquidation_buffer'
  | 'basis_stop'
  | 'unhedged'
  | 'max_hold'
  | 'venue_halt'
  | 'cancelled';

/** Times are on the algorithm's clock unless they are said to be epoch ms. */
export interface FundingArbState {
  readonly phase: 'waiting' | 'entering' | 'holding' | 'exiting' | 'done';
  /** Of the predicted funding, percent a year. */
  readonly smoothed?: Smoothed | undefined;
  readonly facts?: Omit<CarryFacts, 'collected'> | undefined;
  /** Why the last poll brought no facts. */
  readonly factsTrouble?: string | undefined;
  readonly poll: PollState;
  /** The last clip that was begun; 0 before the first. */
  readonly clip: number;
  /** Epoch ms since which funding is counted; undefined before the entry. */
  readonly fundedSinceMs?: number | undefined;
  readonly collected: number;
  /** Epoch ms; undefined until both legs are open. */
  readonly heldSinceMs?: number | undefined;
  /** Epoch ms until which holding is reckoned in reports. */
  readonly seenAtMs?: number | undefined;
  readonly entryBasisBps?: number | undefined;
  readonly exitReason?: ExitReason | undefined;
  /** Since when the legs differ by what could be ordered. */
  readonly nakedSinceMs?: number | undefined;
  /** Of it: the lagging leg cannot follow so little, only the leading one could give it back. */
  readonly isNakedRest?: boolean | undefined;
  /** Whether the leading leg is given back since then, as the lagging one could not follow. */
  readonly isGivingBack: boolean;
  /** How often that happened since the last phase began. */
  readonly gaveBack: number;
  /** No clip is begun before. */
  readonly restUntilMs: number;
  /** The last clip of which a failed hedge was told. */
  readonly failureTold: number;
  /** When each leg was last given an order; null before the first. */
  readonly triedAtMs: readonly [spot: number | null, perp: number | null];
  readonly waiting?: Waiting | undefined;
}

interface PollState {
  readonly dueAtMs: number;
  /** The one in flight. */
  readonly asked?: AskedPoll | undefined;
  /** Both legs are closed: only what was collected is still asked for. */
  readonly isEnding: boolean;
  /** How often it was. */
  readonly lastAsks: number;
  readonly isLastAnswered: boolean;
}

interface AskedPoll {
  readonly atMs: number;
  readonly sinceMs?: number | undefined;
  /** Asked after the exit: nothing is collected after it. */
  readonly isLast: boolean;
}

/** What is being waited for, as it was told last. */
export interface Waiting {
  readonly topic: string;
  readonly text: string;
  readonly toldAtMs: number;
}

export const fundingArbStart: FundingArbState = {
  phase: 'waiting',
  poll: { dueAtMs: 0, isEnding: false, lastAsks: 0, isLastAnswered: false },
  clip: 0,
  collected: 0,
  isGivingBack: false,
  gaveBack: 0,
  restUntilMs: 0,
  failureTold: 0,
  triedAtMs: [null, null],
};

export interface CarryLegs<Leg extends LegSumsView = LegView> {
  readonly spot: Leg;
  readonly perp: Leg;
}

export function carryLegs<Leg extends LegSumsView>(legs: readonly Leg[]): CarryLegs<Leg> {
  const [spot, perp] = legs;
  assert(spot && perp, 'funding_arb has two legs');
  return { spot, perp };
}

/** Nothing was ever filled, and nothing is live that could. */
export function isUntouched(view: AlgorithmView): boolean {
  return view.live.length === 0 && view.legs.every(({ opened, closed }) => opened + closed === 0);
}

/** Between the mean prices of what was opened; undefined until both legs have some. */
export function filledBasisBps({ spot, perp }: CarryLegs<LegSumsView>): number | undefined {
  if (spot.opened <= 0 || perp.opened <= 0) return undefined;
  return basisBps(spot.openedCost / spot.opened, perp.openedCost / perp.opened);
}
