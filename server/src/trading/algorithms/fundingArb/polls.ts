import { unreachable } from '../../../kit/assert.ts';
import type { AlgorithmEvent, AlgorithmView } from '../algorithm.ts';
import { smooth } from './carry.ts';
import type { FundingArbParams } from './params.ts';
import type { FundingArbState } from './state.ts';
import type { CarryTurn } from './turn.ts';

/** A poll asks a venue several questions. One that takes longer is lost. */
const answerMs = 30_000;
/**
 * Number of final polls for the collected funding, so that a silent venue does not block the end.
 */
const lastAsksMax = 3;
const lastAskAgainMs = 5_000;
/** Facts older than this many polls count as unknown. */
const stalePolls = 3;

interface Heard {
  readonly view: AlgorithmView;
  readonly params: FundingArbParams;
}

type Polled = Extract<AlgorithmEvent, { kind: 'polled' }>;

/** Takes what an event tells about funding. A repeated answer changes nothing. */
export function hear(state: FundingArbState, event: AlgorithmEvent, given: Heard): FundingArbState {
  const { poll } = state;
  const { nowMs } = given.view;
  switch (event.kind) {
    case 'polled':
      return takeAnswer(state, event, given);
    case 'recovered': {
      // A poll in flight was lost with the process.
      const isJustAsked = poll.asked?.atMs === nowMs;
      return isJustAsked
        ? state
        : { ...state, poll: { ...poll, asked: undefined, dueAtMs: nowMs } };
    }
    case 'resumed':
      return poll.asked ? state : { ...state, poll: { ...poll, dueAtMs: nowMs } };
    case 'started':
    case 'woke':
    case 'children':
    case 'book':
    case 'routed':
      return state;
    default:
      return unreachable(event);
  }
}

function takeAnswer(state: FundingArbState, { facts, reason }: Polled, given: Heard) {
  const { asked, isEnding } = state.poll;
  const { nowMs, atMs } = given.view;
  const isLast = asked?.isLast === true;
  const answered: FundingArbState = {
    ...state,
    seenAtMs: state.phase === 'done' ? state.seenAtMs : atMs,
    poll: {
      ...state.poll,
      asked: undefined,
      dueAtMs: isEnding && isLast ? nowMs + lastAskAgainMs : state.poll.dueAtMs,
      isLastAnswered: state.poll.isLastAnswered || (isLast && facts !== undefined),
    },
  };
  if (!facts) return { ...answered, factsTrouble: reason ?? 'The venue does not report it.' };
  const { collected, ...known } = facts;
  // Only the answer to a poll since the entry tells what this position collected.
  const isCounted = asked !== undefined && asked.sinceMs !== undefined;
  const counted = { ...answered, collected: isCounted ? collected : state.collected };
  if (state.facts && facts.atMs < state.facts.atMs) return counted;
  const sample = { value: facts.predictedAprPct, atMs: facts.atMs };
  const smoothed = smooth(state.smoothed, sample, given.params.smoothingHours);
  return { ...counted, factsTrouble: undefined, facts: known, smoothed };
}

/** Polls the yield of holding when that is due. Only one poll is in flight at a time. */
export function ask(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const { poll, fundedSinceMs: sinceMs } = state;
  const { nowMs } = turn.view;
  if (poll.isEnding && !poll.asked && isLastPollOver(state)) return state;
  const dueAtMs = poll.asked ? poll.asked.atMs + answerMs : poll.dueAtMs;
  if (nowMs < dueAtMs) {
    turn.lookAt(dueAtMs);
    return state;
  }
  // The last allowed poll was lost.
  if (poll.isEnding && poll.lastAsks >= lastAsksMax) {
    return { ...state, poll: { ...poll, asked: undefined } };
  }
  turn.act({ kind: 'poll', sinceMs });
  turn.lookAt(nowMs + answerMs);
  const asked = { atMs: nowMs, sinceMs, isLast: poll.isEnding };
  const lastAsks = poll.lastAsks + (poll.isEnding ? 1 : 0);
  const nextAtMs = nowMs + turn.params.pollIntervalMs;
  return { ...state, poll: { ...poll, asked, lastAsks, dueAtMs: nextAtMs } };
}

/** True when the collected funding is known as well as it ever will be. */
export function isLastPollOver({ poll }: FundingArbState): boolean {
  return poll.isLastAnswered || (!poll.asked && poll.lastAsks >= lastAsksMax);
}

/** Returns the facts, unless they are too old to act on. */
export function freshFacts(
  { facts }: FundingArbState,
  { view, params }: Heard,
): FundingArbState['facts'] {
  if (!facts) return undefined;
  return view.atMs - facts.atMs > stalePolls * params.pollIntervalMs ? undefined : facts;
}
