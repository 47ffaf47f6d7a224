import { sendingMarginMs } from '../../../server/src/kit/lease.ts';
import {
  elapsedSince,
  leaseMs,
  unchangedMs,
} from '../../../server/src/store/postgres/lease/holding.ts';
import { canArriveNoMore } from '../../../server/src/trading/execution/resolving/arrival.ts';

// One order, the process that sends it (A), the one that takes over (B), the venue and the network
// between them, in steps of half a second. Pauses are included: no process has to act before time
// passes.

/** Length of a step of time; everything the product counts is a multiple of it. */
const tickMs = 500;
/** The value is small so that the space is small too: the product's rules are the same for all. */
const sendWithinMs = 1_000;
const takenWithinMs = 1_000;

/** Rules of the product that can be left out, to see what each prevents. */
export const rules = [
  'any check',
  'check as the first byte leaves',
  'standby waits',
  'lease from before it was asked',
  'lease by both clocks',
  'deadline of the venue',
  'counted by whoever watches',
  'wall clock of the row',
] as const;
export type Rule = (typeof rules)[number];

/**
 * Rules that this model does not need. The first check avoids what the last one would refuse, an
 * order of long ago is of no use, and epochs protect more than the end of one order: its fills, and
 * the amount that its day has used.
 */
export const rulesBesides = [
  'check before signing',
  'send before',
  'epoch in every write',
] as const;

export interface Surroundings {
  readonly without?: Rule | (typeof rulesBesides)[number];
  /** The fault that the clock of A can have. */
  readonly clockOfA: 'well' | 'sleeps' | 'set back';
  /** Wall clock of B less that of A when the order was made. */
  readonly apartMs: number;
  /** The clock with which A signs, less the venue's. */
  readonly signedApartMs: number;
}

/** Stages of the order on its way, at A. */
const way = {
  none: 0,
  reserving: 1,
  stored: 2,
  reserved: 3,
  checked: 4,
  signed: 5,
  leaving: 6,
  flying: 7,
  there: 8,
  notSent: 9,
} as const;
/** States of the row. */
const row = { none: 0, pending: 1, rejected: 2, known: 3 } as const;
const renewal = { none: 0, asked: 1, carriedOut: 2, refused: 3 } as const;
/** Results of a look at the venue that is not answered yet. */
const look = { none: 0, taken: 1, absent: 2, absentForGood: 3 } as const;
const sleep = { none: 0, asleep: 1, over: 2 } as const;
const isAsleep = (state: State) => state.sleep === sleep.asleep;
const notWatching = 255;

/** Numbers from 0 to 255; ages are in ticks and stop where they no longer matter. */
export interface State {
  readonly way: number;
  readonly row: number;
  readonly isTaken: number;
  readonly isHeldByB: number;
  readonly isLostToA: number;
  /** The machine of A sleeps once, for any time. */
  readonly sleep: number;
  readonly leaseAge: number;
  readonly leaseWallAge: number;
  readonly renewal: number;
  readonly askedAge: number;
  readonly askedWallAge: number;
  readonly unchangedAge: number;
  /** Age of the order: by the monotonic clock of A, by its wall clock, and in real time. */
  readonly orderAge: number;
  readonly orderWallAge: number;
  readonly orderTrueAge: number;
  /** Beside the clocks' difference, so that it is never below zero. */
  readonly signedAge: number;
  readonly hasCallEnded: number;
  readonly watchA: number;
  readonly watchB: number;
  readonly lookA: number;
  readonly lookB: number;
}

export const first: State = {
  way: way.none,
  row: row.none,
  isTaken: 0,
  isHeldByB: 0,
  isLostToA: 0,
  sleep: 0,
  leaseAge: 0,
  leaseWallAge: 0,
  renewal: renewal.none,
  askedAge: 0,
  askedWallAge: 0,
  unchangedAge: 0,
  orderAge: 0,
  orderWallAge: 0,
  orderTrueAge: 0,
  signedAge: 0,
  hasCallEnded: 0,
  watchA: notWatching,
  watchB: notWatching,
  lookA: look.none,
  lookB: look.none,
};

export interface Step {
  readonly name: string;
  readonly to: State;
  /** The rule that the new state breaks. */
  readonly wrong?: string | undefined;
}

const ticks = (ms: number) => ms / tickMs;
/** Largest difference between a wrong clock that signs and the venue's. */
const signedApartMsMax = 1_000;
const leaseAgeMax = ticks(leaseMs) + 1;
const unchangedAgeMax = ticks(unchangedMs);
const orderAgeMax = ticks(sendWithinMs) + 1;
const signedAgeMax = ticks(takenWithinMs + 2 * signedApartMsMax) + 1;
/** Age from which the clock of the row proves nothing more, however far the clocks differ. */
const trueAgeMax = (apartMs: number) => ticks(sendWithinMs + takenWithinMs + 11_000 - apartMs);
const watchAgeMax = ticks(takenWithinMs + 1_000);

/** Returns every step that can be made from a state. */
export function stepsFrom(state: State, around: Surroundings): readonly Step[] {
  const steps = [
    ...timeSteps(state, around),
    ...leaseSteps(state, around),
    ...(isAsleep(state) ? [] : senderSteps(state, around)),
    ...networkSteps(state, around),
    ...watcherSteps(state, around, 'B'),
    ...(isAsleep(state) ? [] : watcherSteps(state, around, 'A')),
  ];
  return steps.map((step) => ({ ...step, to: whatMatters(step.to) }));
}

/**
 * Returns the state without fields that are no longer read, so that equivalent states are equal.
 */
function whatMatters(state: State): State {
  const hasLeft = state.way >= way.leaving;
  const isSettled = state.row === row.known || state.row === row.rejected;
  const watchers = { watchA: notWatching, watchB: notWatching, lookA: 0, lookB: 0 };
  return {
    ...state,
    ...(state.isHeldByB && { unchangedAge: 0 }),
    ...(hasLeft && {
      isLostToA: 0,
      leaseAge: 0,
      leaseWallAge: 0,
      renewal: state.isHeldByB ? renewal.none : state.renewal,
      askedAge: 0,
      askedWallAge: 0,
      orderAge: 0,
      orderWallAge: 0,
    }),
    ...(isSettled && { ...watchers, orderTrueAge: 0 }),
  };
}

function timeSteps(state: State, around: Surroundings): readonly Step[] {
  const { clockOfA } = around;
  const steps: Step[] = [{ name: 'half a second passes', to: later(state, around) }];
  if (clockOfA === 'sleeps') {
    const name = isAsleep(state) ? 'the machine of A wakes up' : 'the machine of A falls asleep';
    const hasSlept = state.sleep === sleep.over;
    if (!hasSlept) steps.push({ name, to: { ...state, sleep: state.sleep + 1 } });
  }
  if (clockOfA === 'set back' && (state.leaseWallAge > 0 || state.askedWallAge > 0)) {
    const to = { ...state, leaseWallAge: 0, askedWallAge: 0, orderWallAge: 0 };
    steps.push({ name: 'the wall clock of A is set back', to });
  }
  return steps;
}

function later(state: State, { apartMs }: Surroundings): State {
  const passed = isAsleep(state) ? 0 : 1;
  const hasOrder = state.way !== way.none;
  const isAsked = state.renewal !== renewal.none;
  const isSigned = state.way >= way.signed && state.way <= way.flying;
  const grown = (age: number, max: number, by = 1) => Math.min(max, age + by);
  const watched = (age: number) => (age === notWatching ? age : grown(age, watchAgeMax));
  return {
    ...state,
    leaseAge: grown(state.leaseAge, leaseAgeMax, passed),
    leaseWallAge: grown(state.leaseWallAge, leaseAgeMax),
    askedAge: isAsked ? grown(state.askedAge, leaseAgeMax, passed) : 0,
    askedWallAge: isAsked ? grown(state.askedWallAge, leaseAgeMax) : 0,
    unchangedAge: grown(state.unchangedAge, unchangedAgeMax),
    orderAge: hasOrder ? grown(state.orderAge, orderAgeMax, passed) : 0,
    orderWallAge: hasOrder ? grown(state.orderWallAge, orderAgeMax) : 0,
    orderTrueAge: hasOrder ? grown(state.orderTrueAge, trueAgeMax(apartMs)) : 0,
    signedAge: isSigned ? grown(state.signedAge, signedAgeMax) : 0,
    watchA: isAsleep(state) ? state.watchA : watched(state.watchA),
    watchB: watched(state.watchB),
  };
}

function leaseSteps(state: State, { without }: Surroundings): readonly Step[] {
  const steps: Step[] = [];
  const add = (name: string, change: Partial<State>) =>
    steps.push({ name, to: { ...state, ...change } });
  const isRunning = !isAsleep(state) && !state.isLostToA;
  const over = { renewal: renewal.none, askedAge: 0, askedWallAge: 0 };
  if (isRunning && state.renewal === renewal.none) {
    add('A asks to renew the lease', { ...over, renewal: renewal.asked });
  }
  if (state.renewal === renewal.asked) {
    if (state.isHeldByB) add('the renewal finds another holder', { renewal: renewal.refused });
    else add('the renewal is carried out', { renewal: renewal.carriedOut, unchangedAge: 0 });
  }
  if (state.renewal !== renewal.none) add('the renewal is lost', over);
  if (isRunning && state.renewal === renewal.carriedOut) {
    const isFromAnswer = without === 'lease from before it was asked';
    const leaseAge = isFromAnswer ? 0 : state.askedAge;
    const leaseWallAge = isFromAnswer ? 0 : state.askedWallAge;
    add('A hears that its lease is renewed', { ...over, leaseAge, leaseWallAge });
  }
  if (isRunning && state.renewal === renewal.refused) {
    add('A hears that it was deposed', { ...over, isLostToA: 1 });
  }
  const hasWaited = state.unchangedAge * tickMs >= unchangedMs || without === 'standby waits';
  if (!state.isHeldByB && hasWaited) add('B takes the engine', { isHeldByB: 1 });
  return steps;
}

/** Asks for the lease like the product, by the clocks of A. */
function isLeased({ isLostToA, leaseAge, leaseWallAge }: State, around: Surroundings): boolean {
  const monotonic = () => leaseAge * tickMs;
  const now = () => (around.without === 'lease by both clocks' ? 0 : leaseWallAge * tickMs);
  const left = leaseMs - elapsedSince({ monotonicMs: 0, wallMs: 0 }, { monotonic, now });
  return !isLostToA && left >= sendingMarginMs;
}

function isInTime({ orderAge, orderWallAge }: State, { without }: Surroundings): boolean {
  if (without === 'send before') return true;
  return Math.max(orderAge, orderWallAge) * tickMs <= sendWithinMs;
}

function mayWrite(state: State, who: 'A' | 'B', { without }: Surroundings): boolean {
  return without === 'epoch in every write' || (state.isHeldByB === 1) === (who === 'B');
}

const passedAfter = (which: string) => `${which} passed after the lease had gone to B`;

function senderSteps(state: State, around: Surroundings): readonly Step[] {
  const { without } = around;
  const move = (name: string, change: Partial<State>, wrong?: string | false): Step[] => [
    { name, to: { ...state, ...change }, wrong: wrong || undefined },
  ];
  const mayLeave = isLeased(state, around) && isInTime(state, around);
  switch (state.way) {
    case way.none:
      return move('A makes an order', { way: way.reserving });
    case way.stored:
      return move('A hears that the order is stored', { way: way.reserved });
    case way.reserved: {
      const isUnasked = without === 'check before signing' || without === 'any check';
      if (isUnasked || mayLeave) {
        const wrong = !isUnasked && state.isHeldByB === 1 && passedAfter('the check');
        return move('A may send the order', { way: way.checked }, wrong);
      }
      return isInTime(state, around) ? [] : notSent(state, around);
    }
    case way.checked: {
      const signedAge = ticks(signedApartMsMax - around.signedApartMs);
      return move('A signs the request', { way: way.signed, signedAge });
    }
    case way.signed: {
      const isUnasked = without === 'check as the first byte leaves' || without === 'any check';
      if (!isUnasked && !mayLeave) return notSent(state, around);
      const wrong = !isUnasked && state.isHeldByB === 1 && passedAfter('the last check');
      return move('A lets the request leave', { way: way.leaving }, wrong);
    }
    case way.leaving:
      return [...move('the request is on its way', { way: way.flying }), ...callEnd(state)];
    case way.flying:
    case way.there:
      return callEnd(state);
    default:
      return [];
  }
}

function notSent(state: State, around: Surroundings): readonly Step[] {
  const isWritten = mayWrite(state, 'A', around);
  const change = { way: way.notSent, row: isWritten ? row.rejected : state.row, signedAge: 0 };
  return [{ name: 'A tells that the order was not sent', to: { ...state, ...change } }];
}

/** Ends the call: from then on A looks for the order itself. */
function callEnd(state: State): readonly Step[] {
  if (state.hasCallEnded) return [];
  const to = { ...state, hasCallEnded: 1, watchA: 0 };
  return [{ name: 'A hears no answer and watches the order', to }];
}

function networkSteps(state: State, around: Surroundings): readonly Step[] {
  if (state.way === way.reserving) {
    const isStored = mayWrite(state, 'A', around);
    const to = { ...state, way: isStored ? way.stored : way.notSent };
    return isStored
      ? [{ name: 'the order is stored', to: { ...to, row: row.pending } }]
      : [{ name: 'the order of a stale epoch is refused', to }];
  }
  if (state.way !== way.flying) return [];
  const ageMs = state.signedAge * tickMs - signedApartMsMax;
  const isTaken = ageMs <= takenWithinMs || around.without === 'deadline of the venue';
  if (!isTaken) {
    const to = { ...state, way: way.there, signedAge: 0 };
    return [{ name: 'the venue refuses a request that is too old', to }];
  }
  const wrong = state.row === row.rejected ? 'the venue takes an order that was told as over' : '';
  const to = { ...state, way: way.there, isTaken: 1, signedAge: 0 };
  return [{ name: 'the venue takes the order', to, wrong: wrong || undefined }];
}

/** Returns the looks at the venue by the process that owns the engine, or believes so. */
function watcherSteps(state: State, around: Surroundings, who: 'A' | 'B'): readonly Step[] {
  const watch = who === 'A' ? state.watchA : state.watchB;
  const seen = who === 'A' ? state.lookA : state.lookB;
  const looking = (to: number): Partial<State> => (who === 'A' ? { lookA: to } : { lookB: to });
  const move = (name: string, change: Partial<State>, wrong?: string): Step[] => [
    { name: `${who} ${name}`, to: { ...state, ...change }, wrong },
  ];
  if (watch === notWatching) {
    const isNew = who === 'B' && state.isHeldByB === 1 && state.row === row.pending;
    return isNew ? move('begins to watch the order', { watchB: 0 }) : [];
  }
  if (seen === look.none) {
    if (state.row !== row.pending) return [];
    const saw = state.isTaken ? look.taken : absence(state, around, who);
    return move('looks at the venue', looking(saw));
  }
  const isWritten = mayWrite(state, who, around);
  const answered = looking(look.none);
  if (!isWritten || seen === look.absent || state.row === row.known) {
    return move('hears of the venue', answered);
  }
  if (seen === look.taken) return move('stores the order', { ...answered, row: row.known });
  const wrong = state.isTaken ? 'an order that the venue took is told as over' : undefined;
  return move('tells that it never arrived', { ...answered, row: row.rejected }, wrong);
}

function absence(state: State, around: Surroundings, who: 'A' | 'B'): number {
  const watchedMs = (who === 'A' ? state.watchA : state.watchB) * tickMs;
  const { without } = around;
  const apartMs = who === 'A' ? 0 : around.apartMs;
  const isForGood = canArriveNoMore(
    { createdAtMs: -sendWithinMs, sendBeforeAtMs: 0 },
    takenWithinMs,
    {
      wallMs:
        without === 'wall clock of the row'
          ? Number.POSITIVE_INFINITY
          : state.orderTrueAge * tickMs - sendWithinMs + apartMs,
      sinceWatchedMs:
        without === 'counted by whoever watches' ? Number.POSITIVE_INFINITY : watchedMs,
    },
  );
  return isForGood ? look.absentForGood : look.absent;
}
