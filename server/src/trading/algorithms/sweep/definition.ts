import { assert } from '../../../kit/assert.ts';
import type { AccountId } from '../../model/account.ts';
import {
  type AlgorithmAction,
  type AlgorithmEvent,
  type AlgorithmView,
  defineAlgorithm,
  type ReportView,
  type RoutedSlice,
  type Step,
} from '../algorithm.ts';
import { restOf, shown } from '../shared/figures.ts';
import { isOpen, whyNoneIsOpen } from '../shared/openAccounts.ts';
import { boundOf, createDepth } from './bounds.ts';
import type { SweepParams } from './params.ts';

/** Feeds show a trade after 100 to 400 ms. An earlier round would count on levels already taken. */
const settleMs = 500;
/** Prices out of bounds are checked again soon, but not so soon that all rounds are used up. */
const blockedMs = 1_000;
/** The router waits up to 2 s for books. A request that takes longer than this is lost. */
const routeMs = 10_000;
/** Immediate orders are over by then. If not, people want to know what is awaited. */
const answerMs = 2_000;
/** An account that was refused for these would be refused again at once. */
const spentCodes = ['INSUFFICIENT_BALANCE', 'INSUFFICIENT_MARGIN', 'DAILY_LIMIT_EXCEEDED'];

interface SweepState {
  /** Number of rounds that were begun. */
  readonly round: number;
  readonly phase: 'between' | 'routing' | 'taking';
  /**
   * On the algorithm's clock. In phase between: when the next round may begin. In routing: when the
   * router is asked again. In taking: when the reason for waiting is reported.
   */
  readonly untilMs: number;
  /** Number of requests to the router, so that a late answer to an older one is ignored. */
  readonly routes: number;
  readonly remainingAfterRound: number;
  /** Reason why the last round took nothing. */
  readonly trouble?: string | undefined;
}

/** A round at its time, with everything that decides it. */
interface Scene {
  readonly state: SweepState;
  readonly event: AlgorithmEvent;
  readonly params: SweepParams;
  readonly view: AlgorithmView;
}

/**
 * Takes displayed levels, in rounds of immediate orders (Orderbook §4.3):
 *
 *   between → (router asked: routing →) taking → all its orders over → between → …
 *
 * A round that finds nothing within its bounds goes from between to between, and counts.
 */
export const sweep = defineAlgorithm<SweepParams, SweepState>({
  type: 'sweep',
  isPaced: true,
  initialState: (_params, { quantity }) => ({
    round: 0,
    phase: 'between',
    untilMs: 0,
    routes: 0,
    remainingAfterRound: quantity,
  }),
  step(state, event, { params, view }) {
    if (view.live.length > 0) return awaitOrders(state, view);
    const scene = { state: roundClosed(state, view), event, params, view };
    return endOf(scene) ?? goOn(scene);
  },
  report: (state, params, view: ReportView) => ({
    sweep_round: state.round,
    total_rounds: roundsOf(params),
    remaining_after_round: Math.min(state.remainingAfterRound, view.remaining),
    arrival_price: view.arrivalPrice,
  }),
  plannedMs: () => undefined,
});

function roundsOf({ maxRetries }: SweepParams): number {
  return maxRetries + 1;
}

/** Waits: an order with an unknown outcome may have filled, and another one could take twice. */
function awaitOrders(state: SweepState, view: AlgorithmView): Step<SweepState> {
  if (view.nowMs < state.untilMs) return { state, actions: [], wakeAtMs: state.untilMs };
  const numbers = view.live.map(({ number }) => number).join(', ');
  const reason = `Waiting for the outcome of child order ${numbers} of round ${state.round}.`;
  const untilMs = view.nowMs + routeMs;
  return {
    state: { ...state, untilMs },
    actions: [{ kind: 'wait', reason }],
    wakeAtMs: untilMs,
  };
}

function roundClosed(state: SweepState, view: AlgorithmView): SweepState {
  if (state.phase !== 'taking') return state;
  const refused = view.childrenOf(state.round).map(({ refusedCode }) => refusedCode);
  const isRefused = !refused.includes(undefined);
  const codes = [...new Set(refused)].join(', ');
  return {
    ...state,
    phase: 'between',
    untilMs: view.nowMs + settleMs,
    remainingAfterRound: view.remaining,
    trouble: isRefused ? `No order of it was accepted${codes && ` (${codes})`}.` : undefined,
  };
}

function endOf({ state, params, view }: Scene): Step<SweepState> | undefined {
  const { remaining, filled, quantity } = view;
  const completed = (reason?: string): Step<SweepState> => {
    const now: SweepState = { ...state, phase: 'between', remainingAfterRound: remaining };
    return { state: now, actions: [{ kind: 'end', status: 'COMPLETED', reason }] };
  };
  if (remaining <= 0) return completed();
  if (view.isDust(remaining)) {
    return completed(`The remaining ${shown(remaining)} is less than any account could trade.`);
  }
  if (state.phase === 'routing' || state.round < roundsOf(params)) return undefined;
  const trouble = state.trouble ? ` The last round took nothing: ${state.trouble}` : '';
  const rounds = `After ${state.round} ${state.round === 1 ? 'round' : 'rounds'}`;
  return completed(`${rounds}, ${shown(filled)} of ${shown(quantity)} is filled.${trouble}`);
}

function goOn(scene: Scene): Step<SweepState> {
  const { state, view } = scene;
  if (state.phase === 'routing') return routing(scene);
  if (view.nowMs < state.untilMs) return { state, actions: [], wakeAtMs: state.untilMs };
  const next = { ...state, round: state.round + 1, trouble: undefined };
  return ask({ ...scene, state: next }, spentIn(state.round, view));
}

/** Returns accounts that have nothing left for this, if others have. */
function spentIn(round: number, view: AlgorithmView): readonly AccountId[] {
  const spent = view
    .childrenOf(round)
    .filter(({ refusedCode }) => refusedCode !== undefined && spentCodes.includes(refusedCode))
    .map(({ accountId }) => accountId);
  const isOther = view.accounts.some((each) => isOpen(each) && !spent.includes(each.id));
  return isOther ? [...new Set(spent)] : [];
}

function routing(scene: Scene): Step<SweepState> {
  const { state, event, view } = scene;
  if (event.kind === 'routed' && event.ref === refOf(state)) {
    const { slices, reason = 'The router found nothing to take.' } = event;
    return slices.length > 0 ? takeSlices(scene, slices) : blocked(scene, reason);
  }
  const isLost = event.kind === 'resumed' || event.kind === 'recovered';
  if (isLost || view.nowMs >= state.untilMs) return ask(scene, spentIn(state.round - 1, view));
  return { state, actions: [], wakeAtMs: state.untilMs };
}

function refOf({ round, routes }: SweepState): string {
  return `${round}.${routes}`;
}

/** Asks the router, or takes at the accounts in their order. */
function ask(scene: Scene, leaveOut: readonly AccountId[]): Step<SweepState> {
  const { params, view } = scene;
  const bound = boundOf(params, view);
  if (!bound) return blocked(scene, whyNoneIsOpen(view));
  if (!params.useSor) return takeInOrder(scene, leaveOut);
  const untilMs = view.nowMs + routeMs;
  const routes = scene.state.routes + 1;
  const state: SweepState = { ...scene.state, phase: 'routing', untilMs, routes };
  const route: AlgorithmAction = {
    kind: 'route',
    ref: refOf(state),
    quantity: view.free,
    worstPrice: bound.price,
    leaveOut,
  };
  return { state, actions: [route], wakeAtMs: untilMs };
}

/** Takes the router's slices. A passive round takes no more of each than the best price offers. */
function takeSlices(scene: Scene, slices: readonly RoutedSlice[]): Step<SweepState> {
  const { params, view } = scene;
  if (params.urgency !== 'passive') {
    return take(
      scene,
      slices.map(({ limitPrice, ...slice }) => ({ ...slice, price: limitPrice })),
    );
  }
  const bound = boundOf(params, view);
  if (!bound) return blocked(scene, whyNoneIsOpen(view));
  const depth = createDepth(params, view, bound);
  const wanted: Wanted[] = [];
  for (const { accountId, quantity } of slices) {
    const account = view.accounts.find(({ id }) => id === accountId);
    const offer = account && isOpen(account) ? depth.offerTo(account, quantity) : undefined;
    if (!account || !isOpen(account) || !offer) continue;
    depth.take(account, offer.quantity);
    wanted.push({ accountId, ...offer });
  }
  return take(scene, wanted);
}

function takeInOrder(scene: Scene, leaveOut: readonly AccountId[]): Step<SweepState> {
  const { params, view } = scene;
  const bound = boundOf(params, view);
  assert(bound, 'a round that takes has a bound');
  const depth = createDepth(params, view, bound);
  const wanted: Wanted[] = [];
  let left = view.free;
  for (const account of view.accounts.filter(isOpen)) {
    if (leaveOut.includes(account.id)) continue;
    const offer = depth.offerTo(account, left);
    const quantity = offer ? view.sizeOf(account.id, offer.quantity, offer.price) : 0;
    if (!offer || quantity <= 0) continue;
    depth.take(account, quantity);
    left = restOf(left, quantity);
    wanted.push({ accountId: account.id, quantity, price: offer.price });
  }
  return take(scene, wanted);
}

interface Wanted {
  readonly accountId: AccountId;
  readonly quantity: number;
  readonly price: number;
}

function take(scene: Scene, wanted: readonly Wanted[]): Step<SweepState> {
  const { state, params, view } = scene;
  const places: AlgorithmAction[] = [];
  let left = view.free;
  for (const { accountId, quantity, price } of wanted) {
    const size = view.sizeOf(accountId, Math.min(quantity, left), price);
    if (size <= 0) continue;
    left = restOf(left, size);
    places.push({
      kind: 'place',
      accountId,
      quantity: size,
      price,
      timeInForce: 'IOC',
      purpose: 'sweep',
      group: state.round,
    });
  }
  if (places.length === 0) {
    const bound = boundOf(params, view);
    const within = bound ? ` within ${shown(bound.price)} (${bound.why})` : '';
    return blocked(scene, `Nothing that could be traded is offered${within}.`);
  }
  const untilMs = view.nowMs + answerMs;
  return { state: { ...state, phase: 'taking', untilMs }, actions: places, wakeAtMs: untilMs };
}

/** Ends a round that took nothing. It counts as a round, or a sweep might never end. */
function blocked(scene: Scene, trouble: string): Step<SweepState> {
  const { params, view } = scene;
  const untilMs = view.nowMs + blockedMs;
  const over: SweepState = { ...scene.state, phase: 'between', untilMs, trouble };
  const state = { ...over, remainingAfterRound: view.remaining };
  const reason = `Round ${state.round} of ${roundsOf(params)} took nothing: ${trouble}`;
  const waiting: Step<SweepState> = {
    state,
    actions: [{ kind: 'wait', reason }],
    wakeAtMs: untilMs,
  };
  return endOf({ ...scene, state }) ?? waiting;
}
