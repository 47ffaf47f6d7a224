import type { AppError } from '../../../kit/errors.ts';
import { unsentCode } from '../shared/children.ts';
import type { ChildRecord, RunState } from '../types.ts';
import type { Draft } from './draft.ts';

/**
 * There are three kinds of causes of a refusal:
 *
 * - of this order alone: another price or size cures it, and its account stays in use;
 * - lasting: only a person can cure it, and its account is barred until a resume;
 * - passing, which is all others: its account is left alone for a while, where others can take its
 *   share or nothing else would keep it from being flooded.
 */

/** Codes that concern this order alone. */
const passingCodes: readonly string[] = ['POST_ONLY_WOULD_TAKE', 'BELOW_MINIMUM_ORDER', unsentCode];

/** Only a person can cure these: the key, its rights, the account, the market. */
const lastingCodes: readonly string[] = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'ACCOUNT_NOT_FOUND',
  'NOT_SUPPORTED',
  'SYMBOL_NOT_FOUND',
] satisfies readonly AppError['code'][];

/** Codes for orders that open only: closing needs no space in a limit, nor the missing funds. */
const openingCodes: readonly string[] = [
  'DAILY_LIMIT_EXCEEDED',
  'TOO_MANY_OPEN_ORDERS',
  'MAX_ORDER_EXCEEDED',
  'DEV_MODE_LIMIT_EXCEEDED',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_MARGIN',
] satisfies readonly AppError['code'][];

/** A venue that is busy, or a balance that is held elsewhere, recovers soon. */
const firstMs = 5_000;
/** Code of an order lost while being sent, for example in a crash. Only a repetition matters. */
const lostCode = 'NETWORK_ERROR';
/** An account that is refused again and again is asked so rarely that it does no harm. */
const longestMs = 300_000;

/**
 * Judges an account by news of a child. The same news may come again, and news of older children
 * comes at any time: only what is new about this child counts.
 */
export function judgeAccount(draft: Draft, change: ChildChange, nowMs: number): void {
  const { before, after } = change;
  tellRefusal(draft, change);
  if (isRefused(after) && !isRefused(before)) barAfter(draft, after, nowMs);
  else if (isTaken(after) && !isTaken(before)) unbar(draft, after);
}

/**
 * Keeps the reason why no order was taken since the last accepted one, as the reason of a running
 * algorithm. People see it while it lasts, and at the end if it lasted until then.
 */
function tellRefusal(draft: Draft, { before, after }: ChildChange): void {
  const { status, run, reason } = draft.record();
  if (status !== 'RUNNING' || run.ending) return;
  if (isRefused(after) && !isRefused(before) && after.refusedCode !== unsentCode) {
    const why = after.reason ?? `It refused an order (${after.refusedCode}).`;
    draft.change({ reason: `${after.accountId}: ${why}` });
  } else if (reason !== undefined && isTaken(after) && !isTaken(before)) {
    draft.change({ reason: undefined });
  }
}

export interface ChildChange {
  readonly before: ChildRecord;
  readonly after: ChildRecord;
}

function isRefused({ stage, refusedCode }: ChildRecord): boolean {
  return stage === 'over' && refusedCode !== undefined;
}

/** True when its exchange took the order, whatever happened to it then. */
function isTaken({ orderStatus }: ChildRecord): boolean {
  return orderStatus !== undefined && !['pending', 'unknown', 'rejected'].includes(orderStatus);
}

/**
 * Leaves an account alone for a while after it refused a child, longer each time in a row, so that
 * its share goes elsewhere and nobody is flooded.
 */
function barAfter(draft: Draft, child: ChildRecord, nowMs: number): void {
  const { refusedCode, accountId, reason = 'It refused an order.' } = child;
  if (refusedCode === undefined || passingCodes.includes(refusedCode)) return;
  const { barred } = draft.record().run;
  const opensOnly = !child.isClosing && openingCodes.includes(refusedCode);
  const before = barred.find((bar) => isOf(bar, child) && bar.opensOnly === opensOnly);
  const times = (before?.times ?? 0) + 1;
  const counted = refusedCode === lostCode ? times - 1 : times;
  const pauseMs = counted === 0 ? 0 : Math.min(longestMs, firstMs * 2 ** (counted - 1));
  const untilMs = lastingCodes.includes(refusedCode) ? null : nowMs + pauseMs;
  const others = barred.filter((bar) => bar !== before);
  const { leg } = child;
  draft.changeRun({ barred: [...others, { accountId, leg, opensOnly, reason, untilMs, times }] });
}

/**
 * Repetitions after which an operator is notified. A revoked key refuses every order alike, and
 * exchanges have no common code for it.
 */
const toldAfter = 3;

/** Returns accounts newly refused so that a person should know, with their reasons. */
export function newTroubles(
  before: readonly Bar[],
  after: readonly Bar[],
): readonly Pick<Bar, 'accountId' | 'reason'>[] {
  const isTrouble = ({ untilMs, times }: Bar) => untilMs === null || times >= toldAfter;
  const known = new Set(before.filter(isTrouble).map(({ accountId }) => accountId));
  return after.filter((bar) => isTrouble(bar) && !known.has(bar.accountId));
}

type Bar = RunState['barred'][number];

/** An account that refuses orders on one leg may take them on the other. */
function isOf(bar: Bar, { accountId, leg }: ChildRecord): boolean {
  return bar.accountId === accountId && bar.leg === leg;
}

/**
 * Lifts the bars of an account that takes orders again. Taking a closing order says nothing about
 * opening ones.
 */
function unbar(draft: Draft, child: ChildRecord): void {
  const { barred } = draft.record().run;
  const others = barred.filter((bar) => !isOf(bar, child) || (bar.opensOnly && child.isClosing));
  if (others.length < barred.length) draft.changeRun({ barred: others });
}
