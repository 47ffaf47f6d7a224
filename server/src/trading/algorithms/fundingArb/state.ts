import { assert } from '../../../kit/assert.ts';
import type { AlgorithmView, CarryFacts, LegSumsView, LegView } from '../algorithm.ts';
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
  /** Smoothed predicted funding, percent a year. */
  readonly smoothed?: Smoothed | undefined;
  readonly facts?: Omit<CarryFacts, 'collected'> | undefined;
  /** Reason why the last poll brought no facts. */
  readonly factsTrouble?: string | undefined;
  readonly poll: PollState;
  /** Number of the last clip that was begun; 0 before the first. */
  readonly clip: number;
  /** Epoch ms since which funding is counted; undefined before the entry. */
  readonly fundedSinceMs?: number | undefined;
  readonly collected: number;
  /** Epoch ms; undefined until both legs are open. */
  readonly heldSinceMs?: number | undefined;
  /** Epoch ms up to which reports count the holding time. */
  readonly seenAtMs?: number | undefined;
  readonly entryBasisBps?: number | undefined;
  readonly exitReason?: ExitReason | undefined;
  /** Time since which the legs differ by a quantity that could be ordered. */
  readonly nakedSinceMs?: number | undefined;
  /**
   * True when the difference is too small for the lagging leg, and only the other could close it.
   */
  readonly isNakedRest?: boolean | undefined;
  /** True when the leading leg has been closing since then: the lagging one could not follow. */
  readonly isGivingBack: boolean;
  /** Number of times that this happened since the last phase began. */
  readonly gaveBack: number;
  /** No clip is begun before this time. */
  readonly restUntilMs: number;
  /** Number of the last clip whose failed hedge was reported. */
  readonly failureTold: number;
  /** Time of each leg's last order; null before the first. */
  readonly triedAtMs: readonly [spot: number | null, perp: number | null];
  readonly waiting?: Waiting | undefined;
}

interface PollState {
  readonly dueAtMs: number;
  /** The poll in flight. */
  readonly asked?: AskedPoll | undefined;
  /** True when both legs are closed: only the collected funding is still polled. */
  readonly isEnding: boolean;
  /** Number of such final polls. */
  readonly lastAsks: number;
  readonly isLastAnswered: boolean;
}

interface AskedPoll {
  readonly atMs: number;
  readonly sinceMs?: number | undefined;
  /** True for a poll after the exit: nothing is collected after it. */
  readonly isLast: boolean;
}

/** The last reported reason for waiting. */
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

/** True when nothing was ever filled, and nothing is live that could fill. */
export function isUntouched(view: AlgorithmView): boolean {
  return view.live.length === 0 && view.legs.every(({ opened, closed }) => opened + closed === 0);
}

/** Returns the basis between the mean opening prices; undefined until both legs have fills. */
export function filledBasisBps({ spot, perp }: CarryLegs<LegSumsView>): number | undefined {
  if (spot.opened <= 0 || perp.opened <= 0) return undefined;
  return basisBps(spot.openedCost / spot.opened, perp.openedCost / perp.opened);
}
