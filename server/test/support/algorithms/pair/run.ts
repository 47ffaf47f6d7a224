import type {
  AlgorithmAction,
  AlgorithmEvent,
  AlgorithmView,
  AnyAlgorithm,
} from '../../../../src/trading/algorithms/algorithm.ts';
import { createPairMarket, type PairMood, type PairTerms } from './market.ts';

interface PairSetUp {
  readonly algorithm: AnyAlgorithm;
  readonly params: unknown;
  readonly terms: PairTerms;
  readonly mood: PairMood;
  /** Chances of pauses and restarts at each moment. */
  readonly interrupts: number;
  /** Time at which it is cancelled; undefined for never. */
  readonly cancelAtMs?: number | undefined;
  readonly untilMs: number;
}

export interface PairRun {
  readonly actions: readonly AlgorithmAction[];
  readonly states: readonly unknown[];
  readonly end: Extract<AlgorithmAction, { kind: 'end' }> | undefined;
  /** Broken rules, in sentences. */
  readonly faults: readonly string[];
  /** The longest time that the legs were apart by an order or more. */
  readonly apartMs: number;
  readonly last: AlgorithmView;
  /** The last reason that it gave for waiting. */
  readonly waiting: string | undefined;
}

/** Runs an algorithm of two legs in a random market until it ends or its time is long over. */
export function runPair(setUp: PairSetUp): PairRun {
  const { algorithm, params, terms, mood, untilMs } = setUp;
  const exchange = createPairMarket(terms, mood);
  const { market } = exchange;
  const actions: AlgorithmAction[] = [];
  const states: unknown[] = [];
  const faults: string[] = [];
  const watch = createWatch(exchange, terms);
  let state = algorithm.initialState(params, terms);
  let wakeAtMs: number | undefined;
  let end: PairRun['end'];
  const interrupt = createInterrupts(exchange, setUp);

  const step = (event: AlgorithmEvent) => {
    if (end) return;
    const result = algorithm.step(state, event, { params, view: exchange.view() });
    state = JSON.parse(JSON.stringify(result.state));
    states.push(state);
    wakeAtMs = result.wakeAtMs;
    if ((wakeAtMs ?? Infinity) <= exchange.view().nowMs) faults.push('it would wake in the past');
    for (const action of result.actions) {
      actions.push(action);
      if (action.kind === 'place') faults.push(...exchange.accept(action));
      if (action.kind === 'end') end = action;
      if (action.kind === 'cancel') exchange.cancel(action.number);
    }
    faults.push(...watch.look());
  };
  const twice = (event: AlgorithmEvent) => {
    step(event);
    const count = exchange.children().length;
    step(event);
    if (exchange.children().length > count) faults.push(`${event.kind} told twice placed twice`);
  };

  twice({ kind: 'started' });
  while (!end && exchange.view().nowMs < untilMs) {
    if (exchange.moveOn(wakeAtMs)) twice({ kind: 'children' });
    // An ended algorithm is not paused or cancelled.
    if (end) break;
    const event = interrupt();
    if (event) twice(event);
    if (wakeAtMs !== undefined && exchange.view().nowMs >= wakeAtMs) twice({ kind: 'woke' });
    else if (market.next() < 0.3) twice({ kind: 'book' });
  }
  const last = exchange.view();
  if (end && last.live.length > 0) faults.push('it ended with an order alive');
  const waits = actions.filter((action) => action.kind === 'wait');
  const waiting = waits.at(-1)?.reason;
  return { actions, states, end, faults, apartMs: watch.apartMs(), last, waiting };
}

/** Makes pauses, restarts and the cancel, with the algorithm's events for them. */
function createInterrupts(
  { view, market, setMode, cancelAll }: ReturnType<typeof createPairMarket>,
  { cancelAtMs, interrupts }: PairSetUp,
) {
  let resumeAtMs = 0;
  return (): AlgorithmEvent | undefined => {
    const { mode, nowMs } = view();
    if (cancelAtMs !== undefined && nowMs >= cancelAtMs && mode !== 'cancelling') {
      setMode('cancelling');
      cancelAll();
      return { kind: 'children' };
    }
    if (mode === 'paused' && nowMs >= resumeAtMs) {
      setMode('running');
      return { kind: 'resumed' };
    }
    if (market.next() >= interrupts) return undefined;
    if (mode !== 'running' || market.next() < 0.5) return { kind: 'recovered' };
    resumeAtMs = nowMs + market.between(1_000, 60_000);
    setMode('paused');
    cancelAll();
    return { kind: 'children' };
  };
}

/** Watches how much, and for how long, the legs are truly apart. */
function createWatch(
  { apart, view }: ReturnType<typeof createPairMarket>,
  { riskQuantity, quantity }: PairTerms,
) {
  let sinceMs: number | undefined;
  let longestMs = 0;
  return {
    apartMs: () => longestMs,
    look: (): string[] => {
      const { nowMs, legs } = view();
      const difference = Math.abs(apart());
      // Enough for an order at any price of the market, with some lots to spare.
      const isApart = difference >= smallestEver;
      sinceMs = isApart ? (sinceMs ?? nowMs) : undefined;
      longestMs = Math.max(longestMs, nowMs - (sinceMs ?? nowMs));
      return [
        difference > riskQuantity + noise && `the legs are ${difference} apart`,
        legs.some(({ opened }) => opened > quantity) && 'a leg is more than the total',
      ].filter((fault) => typeof fault === 'string');
    },
  };
}

/** Smallest order of the coarsest simulated market. */
const smallestEver = 0.5;
const noise = 1e-9;
