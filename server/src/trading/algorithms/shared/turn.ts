import type { AlgorithmAction, AlgorithmEvent, AlgorithmView, Step } from '../algorithm.ts';
import { without } from './amounts.ts';

/** Time between looks while waiting for the market, the router or an outcome. */
export const lookAgainMs = 1_000;

/** One step of an algorithm while it is put together. */
export interface Turn {
  readonly view: AlgorithmView;
  readonly event: AlgorithmEvent;
  act(action: AlgorithmAction): void;
  /** Returns the part of the total that no live child may fill and no order of this turn will. */
  free(): number;
  /**
   * Cancels live children. Returns true when nothing is live, so that something else may be placed.
   */
  clear(): boolean;
  /** True while a cancel is under way: nothing is placed before it is over. */
  isCancelling(): boolean;
  /** Says why nothing is done, and looks again soon, or at changes of the books if they matter. */
  wait(reason: string, watchesBooks?: boolean): void;
  /** Says why nothing is done until the next boundary of the schedule. */
  idle(reason: string): void;
  /** Keeps the last reported reason: an answer is due any moment. */
  keepReason(): void;
  /** Returns the step. A reason that was reported before is not reported again. */
  done<State extends ReportedReason>(state: State, untilMs: number): Step<State>;
}

/** Part of a state: the last reported reason why nothing is being done. */
export interface ReportedReason {
  readonly waiting?: string | undefined;
}

/** Reported when there is nothing left to wait for. */
export const nothingDue = 'Nothing is due before the next time of the schedule.';

export function createTurn(view: AlgorithmView, event: AlgorithmEvent): Turn {
  const actions: AlgorithmAction[] = [];
  const placed: number[] = [];
  let reason: string | undefined;
  let looksAgain = false;
  let watchesBooks = false;
  let keepsReason = false;

  const isAsked = (number: number) =>
    actions.some((action) => action.kind === 'cancel' && action.number === number);
  const act = (action: AlgorithmAction) => {
    if (action.kind === 'cancel' && isAsked(action.number)) return;
    actions.push(action);
    if (action.kind === 'place') placed.push(action.quantity);
  };
  const wait = (why: string, watches = false) => {
    reason = why;
    looksAgain = true;
    watchesBooks = watches;
  };
  // A cancel usually takes an instant: only one that takes longer is reported.
  const waitForCancel = () => {
    const slow = view.live.find(({ isCancelling }) => isCancelling);
    if (slow) wait(`The outcome of order ${slow.number} is not known yet: it may still fill.`);
    return slow !== undefined;
  };
  return {
    view,
    event,
    act,
    free: () => without(view.free, placed),
    clear: () => {
      for (const { number, isCancelling } of view.live) {
        if (!isCancelling) act({ kind: 'cancel', number });
      }
      looksAgain ||= view.live.length > 0;
      waitForCancel();
      return view.live.length === 0;
    },
    isCancelling: waitForCancel,
    wait,
    idle: (why) => {
      reason = why;
    },
    keepReason: () => {
      keepsReason = true;
    },
    done: (state, untilMs) => {
      const waiting = keepsReason ? (reason ?? state.waiting) : reason;
      const isStale = waiting === undefined && state.waiting !== undefined && placed.length === 0;
      const told = isStale ? nothingDue : waiting;
      if (told !== undefined && told !== state.waiting) act({ kind: 'wait', reason: told });
      const wakeAtMs = wakeAt(view.nowMs, untilMs, looksAgain);
      return { state: { ...state, waiting }, actions, wakeAtMs, watchesBooks };
    },
  };
}

function wakeAt(nowMs: number, untilMs: number, looksAgain: boolean): number {
  const soonMs = nowMs + lookAgainMs;
  if (untilMs <= nowMs) return soonMs;
  return looksAgain ? Math.min(soonMs, untilMs) : untilMs;
}
