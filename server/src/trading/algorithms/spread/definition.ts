import { unreachable } from '../../../kit/assert.ts';
import type { AccountId } from '../../model/account.ts';
import { oppositeOf } from '../../model/order.ts';
import { defineAlgorithm, type ReportView, type Step } from '../algorithm.ts';
import { waitForOutcome, withdraw, withdrawnUntilMs } from '../shared/pair/hedging.ts';
import { differenceOf, legOf, positionOf, sizable, unhedgedOf } from '../shared/pair/legs.ts';
import { type LevelTerms, makeLevel, mayLead, tried } from '../shared/pair/level.ts';
import { createTurn, type Turn } from '../shared/turn.ts';
import { hedgePassively } from './hedge.ts';
import { isWithdrawn, type LeadPlan, type LeadScene, leftToLead, planLead } from './lead.ts';
import type { SpreadParams } from './params.ts';
import {
  afterLevel,
  lookAtSpread,
  rolesOf,
  type SpreadState,
  spreadPctOf,
  spreadStart,
  summary,
  usualUnhedgedMs,
} from './state.ts';

/** A pause may be long: only time and earlier orders can bring news. */
const pausedLookMs = 60_000;

/**
 * Trades one instrument against another (Orderbook §4.3, spread). One leg leads with resting
 * orders, and the other hedges what filled:
 *
 *   lead posted → filled → hedged on the other leg → … → both whole
 *
 * A quantity that cannot be hedged in time is closed, and is not led again.
 */
export const spread = defineAlgorithm<SpreadParams, SpreadState>({
  type: 'spread',
  initialState: () => spreadStart,
  plannedMs: () => undefined,
  pair: {
    legs: (params, { symbol, side }) => [
      { symbol, side, accountIds: params.anchorAccountIds as readonly AccountId[] },
      {
        symbol: params.contraSymbol,
        side: oppositeOf(side),
        accountIds: params.contraAccountIds as readonly AccountId[],
      },
    ],
    riskQuantity: ({ riskQuantity }) => riskQuantity,
    closesOnCancel: false,
  },
  report: (state, params, view) => report(state, params, view),
  step: (state, event, { params, view }) => {
    const turn = createTurn(view, event);
    const scene = { turn, params, view, roles: rolesOf(params) };
    return run(scene, lookAtSpread(turn, state, params));
  },
});

function report(state: SpreadState, params: SpreadParams, { legs }: ReportView) {
  const [anchor = 0, contra = 0] = legs.map(positionOf);
  const { sinceMs } = state.level;
  return {
    anchor_filled: anchor,
    contra_filled: contra,
    current_spread_pct: state.spreadPct,
    unhedged_quantity: unhedgedOf(legs).quantity,
    is_spread_paused: state.isSpreadPaused,
    lead: params.leadMode,
    clips: state.clip,
    unhedged_since_seconds: sinceMs === undefined ? null : sinceMs / 1_000,
  };
}

interface Scene extends LeadScene {
  readonly turn: Turn;
}

function run(scene: Scene, before: SpreadState): Step<SpreadState> {
  const { turn, view } = scene;
  const isRunning = view.mode === 'running';
  // Live orders use up the available quantity, so the next lead is unknown until they are over.
  const plan = isRunning && view.live.length === 0 ? planLead(scene) : undefined;
  guardLead(scene, before);
  const terms = levelTerms(scene, before, plan);
  const moved = makeLevel(turn, before.level, terms);
  const leveled = { ...before, level: moved.state };
  const state = terms.isFinal ? leveled : afterLevel(turn, leveled, moved.ended);
  switch (moved.outcome) {
    case 'busy':
      return turn.done(state, moved.untilMs);
    case 'early': {
      const { group, yetToCome } = terms;
      const difference = differenceOf(view.legs);
      const passive = { ...scene, difference, level: state.level, group, yetToCome };
      return turn.done({ ...state, level: hedgePassively(passive) }, moved.untilMs);
    }
    case 'level':
      return whileLevel(scene, state, plan);
    default:
      return unreachable(moved.outcome);
  }
}

/** Cancels leading orders that should not rest any longer. */
function guardLead(scene: Scene, { isSpreadPaused }: SpreadState): void {
  const { turn, view } = scene;
  const isOver = view.mode !== 'running';
  const leads = view.live.filter(({ purpose }) => purpose === 'lead');
  withdraw(
    turn,
    leads.filter((child) => isOver || isWithdrawn(scene, child, isSpreadPaused)),
  );
}

function levelTerms(scene: Scene, state: SpreadState, plan: LeadPlan | undefined): LevelTerms {
  const { params, view, roles } = scene;
  const isRunning = view.mode === 'running';
  const isCancelling = view.mode === 'cancelling';
  const isLeadAhead = differenceOf(view.legs).ahead === roles.lead;
  const isPassive = isRunning && isLeadAhead && !isSweeping(params, view);
  const isDone = plan?.kind === 'done';
  const isToCome = isRunning && isLeadAhead && isStillLed(scene);
  return {
    maxUnhedgedMs: params.maxUnhedgedMs ?? (isCancelling ? usualUnhedgedMs : undefined),
    group: Math.max(1, state.clip),
    takesAtOnce: !isPassive,
    isFinal: isCancelling || isDone,
    yetToCome: isToCome ? leftToLead(scene) : 0,
  };
}

/** True when the rest of the lead is resting, or could be ordered. */
function isStillLed(scene: Scene): boolean {
  const { view, roles } = scene;
  if (legOf(view, roles.lead).live.length > 0) return true;
  return sizable(view, roles.lead, { quantity: leftToLead(scene), isClosing: false }) > 0;
}

/** True when hedges are immediate (Orderbook §4.3, sweep_trigger_mode). */
function isSweeping(
  { sweepTriggerMode, sweepThresholdPct }: SpreadParams,
  view: Scene['view'],
): boolean {
  const spreadPct = spreadPctOf(view);
  switch (sweepTriggerMode) {
    case 'immediate':
      return true;
    case 'disabled':
      return false;
    case 'threshold':
      return spreadPct !== undefined && Math.abs(spreadPct) > sweepThresholdPct;
    default:
      return unreachable(sweepTriggerMode);
  }
}

/** Continues while the legs are equal, or differ by less than can be ordered. */
function whileLevel(
  scene: Scene,
  state: SpreadState,
  plan: LeadPlan | undefined,
): Step<SpreadState> {
  const { turn, view } = scene;
  withdraw(
    turn,
    view.live.filter(({ purpose }) => purpose !== 'lead'),
  );
  if (view.live.length > 0) return whileResting(scene, state);
  switch (view.mode) {
    case 'running':
      return plan?.kind === 'done' ? ended(scene, state) : lead(scene, state, plan);
    case 'paused':
      turn.idle('Paused: the legs are level.');
      return turn.done(state, view.nowMs + pausedLookMs);
    case 'cancelling': {
      const waiting = waitForNews(scene, state);
      if (waiting) return waiting;
      const done = summary(view, scene.roles) ?? 'Both legs were equal.';
      turn.act({ kind: 'end', status: 'CANCELLED', reason: `Cancelled. ${done}` });
      return turn.done(state, view.nowMs + pausedLookMs);
    }
    default:
      return unreachable(view.mode);
  }
}

function whileResting({ turn, view, roles }: Scene, state: SpreadState): Step<SpreadState> {
  const { symbol } = legOf(view, roles.lead);
  if (view.live.some(({ isCancelling }) => isCancelling)) waitForOutcome(turn, view.live);
  else turn.wait(`Waiting for the leading order on ${symbol} to fill.`, true);
  return turn.done(state, view.nowMs + pausedLookMs);
}

/** Number of latest clips that may have been cancelled within the time that news may take. */
const latestClips = 10;

function newsUntilMs({ view }: Scene, { clip }: SpreadState): number {
  const first = Math.max(0, clip - latestClips);
  const groups = Array.from({ length: clip - first + 1 }, (_, index) => first + index);
  return withdrawnUntilMs(
    view,
    groups.flatMap((group) => view.childrenOf(group)),
  );
}

/**
 * Waits for late news, because nobody would hedge a fill after the end. Returns undefined when no
 * news can come.
 */
function waitForNews(scene: Scene, state: SpreadState): Step<SpreadState> | undefined {
  const { turn, view } = scene;
  const untilMs = newsUntilMs(scene, state);
  if (untilMs <= view.nowMs) return undefined;
  turn.wait('It ends once no late fill of the cancelled orders can arrive.');
  return turn.done(state, untilMs);
}

function ended(scene: Scene, state: SpreadState): Step<SpreadState> {
  const { turn, view, roles } = scene;
  const waiting = waitForNews(scene, state);
  if (waiting) return waiting;
  const hasTraded = view.legs.some(({ opened }) => opened > 0);
  const within = 'could be traded on both legs within the risk quantity';
  const nothing = `Nothing of ${view.quantity} ${within}.`;
  const reason = hasTraded ? summary(view, roles) : nothing;
  turn.act({ kind: 'end', status: hasTraded ? 'COMPLETED' : 'FAILED', reason });
  return turn.done(state, view.nowMs + pausedLookMs);
}

function lead(scene: Scene, state: SpreadState, plan: LeadPlan | undefined): Step<SpreadState> {
  const { turn, view, roles } = scene;
  const untilMs = view.nowMs + pausedLookMs;
  if (state.isSpreadPaused) {
    turn.wait('The spread is too wide to lead.', true);
  } else if (view.nowMs < state.leadAgainMs) {
    turn.wait('No new lead orders for a while, because a clip was unwound.');
  } else if (plan?.kind === 'blocked') {
    turn.wait(plan.reason, true);
  } else if (plan?.kind === 'post' && mayLead(state.level, roles.lead, view.nowMs)) {
    const { kind: _, ...order } = plan;
    const clip = state.clip + 1;
    turn.act({ kind: 'place', ...order, purpose: 'lead', group: clip, leg: roles.lead });
    const level = tried(state.level, roles.lead, view.nowMs);
    return turn.done({ ...state, clip, level }, view.nowMs + 1_000);
  } else {
    turn.keepReason();
    return turn.done(state, view.nowMs + 1_000);
  }
  return turn.done(state, untilMs);
}
