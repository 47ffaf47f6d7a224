import { createSeededRandom } from '../../../../src/kit/random.ts';
import type {
  AlgorithmAction,
  AlgorithmEvent,
  AlgorithmMode,
  AlgorithmView,
  LegView,
} from '../../../../src/trading/algorithms/algorithm.ts';
import { fundingArb } from '../../../../src/trading/algorithms/fundingArb/definition.ts';
import type { FundingArbParams } from '../../../../src/trading/algorithms/fundingArb/params.ts';
import type { InstrumentSymbol } from '../../../../src/trading/model/symbol.ts';
import { type CarryChild, type CarryMarketMood, createCarryMarket } from './market.ts';

/** The treatment of an algorithm in a run; chances at each look, from 0 to 1. */
export interface CarryMood extends CarryMarketMood {
  readonly restarts: number;
  readonly pauses: number;
  readonly cancels: number;
  /** Polls that return nothing or are never answered. */
  readonly pollTroubles: number;
}

export interface CarrySetUp {
  readonly params: FundingArbParams;
  readonly quantity: number;
  readonly limitPrice?: number | undefined;
  readonly mood: CarryMood;
  /** Time after which nothing goes wrong. */
  readonly calmAtMs: number;
  readonly untilMs: number;
  /** Goes from one thing to do to the next, without looks in between. */
  readonly isQuick?: boolean;
}

type Place = Extract<AlgorithmAction, { kind: 'place' }>;

interface CarryRun {
  readonly actions: readonly AlgorithmAction[];
  readonly children: readonly CarryChild[];
  readonly end: Extract<AlgorithmAction, { kind: 'end' }> | undefined;
  /** Broken rules, in sentences. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  readonly waits: readonly string[];
  readonly last: AlgorithmView;
  readonly report: Readonly<Record<string, unknown>>;
  readonly fundingPaid: number;
}

export const carryParams: FundingArbParams = {
  perpSymbol: 'SOL/USDT:USDT' as InstrumentSymbol,
  spotAccountId: 'one',
  perpAccountId: 'one',
  entryAprPct: 30,
  exitAprPct: 5,
  smoothingHours: 8,
  maxEntryBasisBps: 60,
  roundTripCostBps: 30,
  maxBreakevenHours: 96,
  minHoldHours: 8,
  riskQuantity: 1,
  maxUnhedgedMs: 30_000,
  liquidationBufferPct: 20,
  pollIntervalMs: 60_000,
};

/** Longest time until the next look. */
const patienceMs = 4_000;

/** Runs a funding arbitrage in a market of two legs until it ends or its time is over. */
export function runCarry(setUp: CarrySetUp): CarryRun {
  const { params, mood, calmAtMs, untilMs } = setUp;
  const chance = createSeededRandom(`${mood.seed} life`);
  const market = createCarryMarket({ ...setUp, riskQuantity: params.riskQuantity });
  const isTroubled = () => market.nowMs() < calmAtMs;
  const polls = createPolls(
    market,
    (part) => isTroubled() && chance.next() < mood.pollTroubles * part,
  );
  const driver = createDriver(params, market, polls);

  const live = () => {
    if (!isTroubled())
      return driver.switchTo(driver.mode() === 'paused' ? 'running' : driver.mode());
    if (driver.mode() === 'running' && chance.next() < mood.pauses) driver.switchTo('paused');
    else if (driver.mode() === 'paused' && chance.next() < 0.1) {
      driver.switchTo('running');
      tellTwice(driver, market, { kind: 'resumed' });
    }
    if (chance.next() < mood.cancels) driver.switchTo('cancelling');
    if (chance.next() >= mood.restarts) return;
    polls.forget();
    tellTwice(driver, market, { kind: 'recovered' });
  };

  tellTwice(driver, market, { kind: 'started' });
  while (!driver.end() && driver.view().nowMs < untilMs) {
    const { nowMs } = driver.view();
    const dueAtMs = Math.min(driver.wakeAtMs() ?? nowMs + 60_000, polls.answerAtMs());
    const toMs = setUp.isQuick ? dueAtMs : Math.min(dueAtMs, nowMs + chance.between(1, 3_000));
    const isNews = market.moveTo(Math.ceil(toMs), isTroubled());
    live();
    if (isNews) tellTwice(driver, market, { kind: 'children' });
    const answer = polls.answer();
    if (answer) tellTwice(driver, market, answer);
    tellTwice(driver, market, { kind: 'woke' });
  }
  return { ...driver.result(), children: market.children(), fundingPaid: market.fundingPaid() };
}

/** Sends an event twice: the algorithm must not act on it twice. */
function tellTwice(driver: Driver, market: Market, event: AlgorithmEvent): void {
  driver.step(event);
  const count = market.children().length;
  driver.step(event);
  if (market.children().length > count) driver.fault(`${event.kind} told twice placed twice`);
}

type Driver = ReturnType<typeof createDriver>;
type Market = ReturnType<typeof createCarryMarket>;

/** Answers a request after a moment, or never, or with nothing. */
function createPolls(market: Market, isAmiss: (part: number) => boolean) {
  let question: { readonly sinceMs: number | undefined; readonly atMs: number } | undefined;
  const nowMs = () => market.nowMs();
  return {
    /** Returns true when another question is still open. */
    ask: (sinceMs: number | undefined): boolean => {
      const isSecond = question !== undefined;
      question = isAmiss(0.5) ? undefined : { sinceMs, atMs: nowMs() + 400 };
      return isSecond;
    },
    forget: () => {
      question = undefined;
    },
    answerAtMs: () => question?.atMs ?? Number.POSITIVE_INFINITY,
    answer: (): AlgorithmEvent | undefined => {
      if (!question || nowMs() < question.atMs) return undefined;
      const { sinceMs } = question;
      question = undefined;
      const reason = isAmiss(1) ? 'The venue did not answer.' : undefined;
      return { kind: 'polled', facts: reason ? undefined : market.facts(sinceMs), reason };
    },
  };
}

/** Steps the algorithm, does what it wants, and records what it must not do. */
function createDriver(
  params: FundingArbParams,
  market: Market,
  polls: ReturnType<typeof createPolls>,
) {
  const actions: AlgorithmAction[] = [];
  const faults = new Set<string>();
  let mode: AlgorithmMode = 'running';
  let state = fundingArb.initialState(params, market.view(mode));
  let wakeAtMs: number | undefined;
  let end: CarryRun['end'];
  let idleSinceMs: number | undefined;

  const take = (action: AlgorithmAction) => {
    if (action.kind === 'end') end = action;
    if (action.kind === 'poll' && polls.ask(action.sinceMs)) faults.add('two polls are in flight');
    if (action.kind !== 'place') return;
    for (const fault of faultsOf(action, market.view(mode), market.children())) faults.add(fault);
    market.accept(action);
  };
  const watch = (view: AlgorithmView, isPlacing: boolean) => {
    for (const fault of market.exposureFaults()) faults.add(fault);
    if ((wakeAtMs ?? Number.POSITIVE_INFINITY) <= view.nowMs)
      faults.add('it would wake in the past');
    if (end && view.live.length > 0) faults.add('it ended with an order alive');
    const sinceMs = idleSinceMs ?? view.nowMs;
    const isIdle = isNakedAndFree(view) && !isPlacing;
    idleSinceMs = isIdle ? sinceMs : undefined;
    if (isIdle && view.nowMs - sinceMs > params.maxUnhedgedMs / 2 + patienceMs)
      faults.add('it stood by while unhedged');
  };
  const step = (event: AlgorithmEvent) => {
    if (end) return;
    const view = market.view(mode);
    const result = fundingArb.step(state, event, { params, view });
    state = JSON.parse(JSON.stringify(result.state));
    wakeAtMs = result.wakeAtMs;
    actions.push(...result.actions);
    for (const action of result.actions) take(action);
    const isPlacing = result.actions.some(({ kind }) => kind === 'place');
    watch(view, isPlacing);
  };
  return {
    mode: () => mode,
    switchTo: (next: AlgorithmMode) => {
      if (mode !== 'cancelling') mode = next;
    },
    view: () => market.view(mode),
    wakeAtMs: () => wakeAtMs,
    end: () => end,
    step,
    fault: (text: string) => faults.add(text),
    result: () => ({
      actions,
      end,
      faults: [...faults],
      last: market.view(mode),
      ...textsOf(actions),
      report: fundingArb.report(state, params, market.view(mode)),
    }),
  };
}

function textsOf(actions: readonly AlgorithmAction[]) {
  return {
    notes: actions.flatMap((action) => (action.kind === 'note' ? [action.text] : [])),
    waits: actions.flatMap((action) => (action.kind === 'wait' ? [action.reason] : [])),
  };
}

/** Returns the broken rules of an order. */
function faultsOf(order: Place, view: AlgorithmView, children: readonly CarryChild[]): string[] {
  const { leg = 0, isClosing = false, accountId, quantity, price } = order;
  const own = view.legs[leg];
  const account = own?.accounts.find(({ id }) => id === accountId);
  const isBeyond = leg === 0 && !isClosing && price > (view.limitPrice ?? Infinity);
  const touch = isClosing ? account?.book?.giveable[0]?.[0] : account?.book?.takeable[0]?.[0];
  const isFar = touch !== undefined && Math.abs(price - touch) / touch > 0.0020001;
  const before = children.findLast((child) => child.leg === leg);
  const beganClip = view.childrenOf(order.group).length === 0;
  const isFollowing = !beganClip && before?.isOver && before.filled * 2 >= before.quantity;
  const isSoon = before !== undefined && view.nowMs - before.placedAtMs < 1_000;
  const isEarly = isSoon && !isFollowing;
  const isLeadIn = order.purpose === 'lead';
  return [
    own?.sizeOf({ accountId, quantity, price, isClosing }) !== quantity && 'no size for an order',
    (!account?.book || account.barred !== undefined) && 'an order at a closed account',
    view.live.length > 0 && 'an order beside one that is live',
    isBeyond && 'beyond the limit price',
    isEarly && 'two orders of a leg within a second',
    isFar && 'more than 20 bps beyond the touch',
    isLeadIn && view.mode !== 'running' && `opens while ${view.mode}`,
    order.timeInForce !== 'IOC' && 'an order that may rest',
  ].filter((fault) => fault !== false);
}

/**
 * Returns true when the legs differ by an amount that could be ordered, with nothing live and an
 * open leg.
 */
function isNakedAndFree({ legs, live, limitPrice }: AlgorithmView): boolean {
  const [spot, perp] = legs;
  if (!spot || !perp || live.length > 0) return false;
  const isFree = ({ accounts }: LegView) =>
    accounts.every(({ book, barred }) => book !== undefined && barred === undefined);
  // Spot that lags may be beyond the limit price.
  const isSpotFree = isFree(spot) && (limitPrice === undefined || spot.held > perp.held);
  return (isSpotFree || isFree(perp)) && Math.abs(spot.held - perp.held) > carrySmallest;
}

/** More than the smallest order in any of the simulated markets. */
export const carrySmallest = 0.15;
