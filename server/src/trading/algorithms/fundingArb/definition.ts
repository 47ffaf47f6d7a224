import type { AccountId } from '../../model/account.ts';
import { defineAlgorithm, type ReportView, type Step } from '../algorithm.ts';
import { unhedgedOf } from '../shared/pair/legs.ts';
import { breakevenHours, hoursBetween } from './carry.ts';
import { level, watchGap } from './levelling.ts';
import type { FundingArbParams } from './params.ts';
import { act, decide } from './phases.ts';
import { ask, hear } from './polls.ts';
import { carryLegs, type FundingArbState, fundingArbStart } from './state.ts';
import { type CarryTurn, createCarryTurn } from './turn.ts';

/**
 * Holds spot against a short perpetual while funding pays (Orderbook §4.3, funding_arb):
 *
 *   waiting → entering → holding → exiting → done
 *
 * Each phase works in clips: one immediate order on the leading leg, then the same quantity on the
 * other, so that the legs never differ by more than the risk quantity. In every phase, legs that
 * differ are made equal before anything else is done.
 */
export const fundingArb = defineAlgorithm<FundingArbParams, FundingArbState>({
  type: 'funding_arb',
  initialState: () => fundingArbStart,
  plannedMs: () => undefined,
  pair: {
    legs: ({ perpSymbol, spotAccountId, perpAccountId }, { symbol }) => [
      { symbol, side: 'buy', accountIds: [spotAccountId as AccountId] },
      { symbol: perpSymbol, side: 'sell', accountIds: [perpAccountId as AccountId] },
    ],
    riskQuantity: ({ riskQuantity }) => riskQuantity,
    closesOnCancel: true,
  },
  report,
  step: (state, event, { params, view }): Step<FundingArbState> => {
    const turn = createCarryTurn(view, params);
    if (state.phase === 'done') return turn.done(state);
    const asked = ask(turn, hear(awake(state, event.kind), event, turn));
    const decided = decide(turn, watchGap(turn, asked));
    // The leading leg changes with the phase.
    return turn.done(move(turn, decided.phase === asked.phase ? decided : watchGap(turn, decided)));
  },
});

/** Clears the last reason, so that it is reported again after a pause or a restart. */
function awake(state: FundingArbState, kind: string): FundingArbState {
  const isAnew = kind === 'resumed' || kind === 'recovered';
  return isAnew ? { ...state, waiting: undefined } : state;
}

function move(turn: CarryTurn, state: FundingArbState): FundingArbState {
  if (turn.view.live.length > 0) return waitForOutcome(turn, state);
  return state.nakedSinceMs === undefined ? act(turn, state) : level(turn, state);
}

/** Immediate orders are over by then. If not, people want to know what is awaited. */
const answerMs = 2_000;

/** An order with an unknown outcome may have filled: another order could double it. */
function waitForOutcome(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const slow = turn.view.live.filter(
    ({ isCancelling, placedAtMs }) => isCancelling || turn.view.nowMs - placedAtMs >= answerMs,
  );
  const numbers = slow.map(({ number }) => number).join(', ');
  if (slow.length > 0) turn.wait('outcome', `The outcome of order ${numbers} is not known yet.`);
  turn.lookAgain();
  return state;
}

function report(state: FundingArbState, params: FundingArbParams, { legs }: ReportView) {
  const { spot, perp } = carryLegs(legs);
  const { smoothed, heldSinceMs, seenAtMs } = state;
  const hours = smoothed && breakevenHours(params.roundTripCostBps, smoothed.value);
  const isHeld = heldSinceMs !== undefined && seenAtMs !== undefined;
  return {
    phase: state.phase,
    smoothed_apr_pct: smoothed?.value ?? null,
    predicted_apr_pct: state.facts?.predictedAprPct ?? null,
    spot_filled: spot.opened,
    perp_filled: perp.opened,
    unhedged_quantity: unhedgedOf(legs).quantity,
    entry_basis_bps: state.entryBasisBps ?? null,
    breakeven_hours: hours ?? null,
    funding_collected: state.collected,
    held_hours: isHeld ? hoursBetween(heldSinceMs, seenAtMs) : 0,
    exit_reason: state.exitReason ?? null,
  };
}
