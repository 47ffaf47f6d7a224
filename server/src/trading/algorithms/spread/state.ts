import type { AlgorithmView, LegNumber, LegView } from '../algorithm.ts';
import { shown } from '../shared/figures.ts';
import { legOf, otherLeg, positionOf, unhedgedOf } from '../shared/pair/legs.ts';
import { type LevelState, levelStart } from '../shared/pair/level.ts';
import type { ReportedReason, Turn } from '../shared/turn.ts';
import { type SpreadParams, usualUnhedgedS } from './params.ts';

export interface SpreadState extends ReportedReason {
  /** Number of clips that the lead posted. Each child belongs to one. */
  readonly clip: number;
  readonly level: LevelState;
  readonly isSpreadPaused: boolean;
  /** Earliest time at which leading continues, if the spread is within its bound. */
  readonly spreadPausedUntilMs: number;
  /**
   * Contra against anchor, in percent; null when unknown. Kept for reports, and therefore rounded.
   */
  readonly spreadPct: number | null;
  readonly spreadToldMs: number;
  /** Number of clips in a row that had to be closed. */
  readonly unwinds: number;
  /** Earliest time of the next lead after a closed clip. */
  readonly leadAgainMs: number;
}

/** Time limit of hedges that take at once, and of a cancel, which must come to an end. */
export const usualUnhedgedMs = usualUnhedgedS * 1_000;

export const spreadStart: SpreadState = {
  clip: 0,
  level: levelStart,
  isSpreadPaused: false,
  spreadPausedUntilMs: 0,
  spreadPct: null,
  spreadToldMs: 0,
  unwinds: 0,
  leadAgainMs: 0,
};

/** Tells which leg posts and which one hedges. */
export interface Roles {
  readonly lead: LegNumber;
  readonly lag: LegNumber;
}

export function rolesOf({ leadMode }: SpreadParams): Roles {
  const lead = leadMode === 'anchor' ? 0 : 1;
  return { lead, lag: otherLeg(lead) };
}

/** Returns the spread in percent (Design, current_spread_pct). */
export function spreadPctOf({ legs }: Pick<AlgorithmView, 'legs'>): number | undefined {
  const [anchor, contra] = legs.map(({ mid }) => mid);
  if (anchor === undefined || contra === undefined) return undefined;
  return ((contra - anchor) / anchor) * 100;
}

/** A spread that moves to and fro over its bound is not reported each time. */
const calmMs = 5_000;
/** The reported spread is written to the store, so not at each change of a book. */
const tellMs = 5_000;

/** Notes the spread, and whether it is too wide to continue leading. */
export function lookAtSpread(turn: Turn, state: SpreadState, params: SpreadParams): SpreadState {
  const { nowMs } = turn.view;
  const pct = spreadPctOf(turn.view);
  const isPaused = isTooWide(state, params, { pct, nowMs });
  const isTurned = isPaused !== state.isSpreadPaused;
  const rounded = pct === undefined ? null : Number(pct.toPrecision(6));
  const isTold = isTurned || state.spreadPct === null || nowMs >= state.spreadToldMs + tellMs;
  const told = isTold && rounded !== state.spreadPct;
  const next = told ? { ...state, spreadPct: rounded, spreadToldMs: nowMs } : state;
  if (!isTurned) return next;
  const { pauseOffsetPct = 0 } = params;
  const spread = `The spread is ${shown(rounded ?? 0)} %`;
  const text = isPaused
    ? `${spread}, more than ${pauseOffsetPct} % either way: no lead orders until it is less.`
    : `${spread}, within ${pauseOffsetPct} % again: lead orders are placed again.`;
  turn.act({ kind: 'note', text });
  const spreadPausedUntilMs = isPaused ? nowMs + calmMs : 0;
  return { ...next, isSpreadPaused: isPaused, spreadPausedUntilMs };
}

function isTooWide(
  { isSpreadPaused, spreadPausedUntilMs }: SpreadState,
  { pauseOffsetPct }: SpreadParams,
  { pct, nowMs }: { readonly pct: number | undefined; readonly nowMs: number },
): boolean {
  if (pauseOffsetPct === undefined) return false;
  if (pct === undefined) return isSpreadPaused;
  return Math.abs(pct) > pauseOffsetPct || (isSpreadPaused && nowMs < spreadPausedUntilMs);
}

/** A market that refuses the hedge again and again should not cost a clip each time. */
const firstRestMs = 10_000;
const longestRestMs = 300_000;

/** Returns the state for the next clips after the end of a difference. */
export function afterLevel(
  turn: Turn,
  state: SpreadState,
  ended: 'hedged' | 'unwound' | undefined,
): SpreadState {
  if (ended === undefined) return state;
  if (ended === 'hedged') return { ...state, unwinds: 0, leadAgainMs: 0 };
  const restMs = Math.min(longestRestMs, firstRestMs * 2 ** state.unwinds);
  const why = 'because a clip was unwound';
  const text = `No new lead orders for ${shown(restMs / 1_000)} s, ${why}.`;
  turn.act({ kind: 'note', text });
  return { ...state, unwinds: state.unwinds + 1, leadAgainMs: turn.view.nowMs + restMs };
}

/**
 * Returns what was done, what was not and why, in sentences; undefined when both legs are complete.
 */
export function summary(view: AlgorithmView, { lead, lag }: Roles): string | undefined {
  const [leading, lagging] = [legOf(view, lead), legOf(view, lag)];
  const sentences = [
    shortOf(view, leading),
    givenBack(leading),
    givenBack(lagging),
    residualOf(view),
  ].filter((sentence) => sentence !== undefined);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

function shortOf({ quantity }: AlgorithmView, leading: LegView): string | undefined {
  const done = positionOf(leading);
  if (done >= quantity) return undefined;
  // Cut, not rounded: a shortfall is never called 100 %.
  const pct = Math.floor((done / quantity) * 10_000) / 100;
  const { symbol } = leading;
  return `${shown(done)} of ${shown(quantity)} ${symbol} is filled (${pct} %).`;
}

function givenBack({ closed, symbol }: LegView): string | undefined {
  return closed > 0 ? `${shown(closed)} ${symbol} was unwound.` : undefined;
}

function residualOf(view: AlgorithmView): string | undefined {
  const { ahead, behind, quantity } = unhedgedOf(view.legs);
  if (quantity <= 0) return undefined;
  const small = `less than the smallest order of ${legOf(view, behind).symbol}`;
  return `${shown(quantity)} ${legOf(view, ahead).symbol} is not hedged: it is ${small}.`;
}
