import { legsOf, pairOf } from '../legs.ts';
import { unsentCode } from '../shared/children.ts';
import { shown } from '../shared/figures.ts';
import type { AlgorithmRecord } from '../types.ts';
import type { Draft } from './draft.ts';
import { isActive, type Stepping } from './stepping.ts';
import { termsOf } from './view.ts';

/**
 * Time in which people usually move funds or raise limits. After it somebody should look at the
 * algorithm again.
 */
const patienceMs = 3_600_000;
/** Fewer refusals say little about a market, unless only a person can cure their causes. */
const refusalsMin = 6;
const msPerMinute = 60_000;

/**
 * Ends an algorithm none of whose orders was ever taken, after an hour, or after its planned time:
 * it would go on being refused for ever.
 */
export function giveUp(
  draft: Draft,
  { algorithm, nowMs }: Pick<Stepping, 'algorithm' | 'nowMs'>,
): void {
  const record = draft.record();
  const triedFromMs = draft.child(1)?.placedAtMs;
  if (!isActive(draft) || triedFromMs === undefined || draft.live().length > 0) return;
  const plannedMs = algorithm.plannedMs(record.params, termsOf(record)) ?? 0;
  const triedMs = nowMs - triedFromMs;
  if (triedMs < Math.max(patienceMs, plannedMs)) return;
  const refusals = refusalsOf(draft);
  const isFinal = refusals > 0 && isBarred(record);
  if (!isFinal && refusals < refusalsMin) return;
  const orders = refusals === 1 ? 'Its one order was' : `All of its ${refusals} orders were`;
  const told = `${orders} refused, in ${shown(Math.floor(triedMs / msPerMinute))} minutes.`;
  // A pair's reason is final, so the refusal is added here. Other types get it when they end.
  const why = pairOf(record) && record.reason !== undefined ? ` ${record.reason}` : '';
  draft.changeRun({ ending: { status: 'FAILED', reason: `${told}${why}` } });
}

/** Returns the number of refused orders; 0 once one was taken. */
function refusalsOf(draft: Draft): number {
  let refusals = 0;
  for (let number = 1; number < draft.record().run.nextChild; number += 1) {
    const { refusedCode } = draft.child(number) ?? {};
    if (refusedCode === undefined) return 0;
    if (refusedCode !== unsentCode) refusals += 1;
  }
  return refusals;
}

/** True when a leg has no account that could be used before a person looks at it. */
function isBarred(record: AlgorithmRecord): boolean {
  const lasting = record.run.barred.filter(({ untilMs }) => untilMs === null);
  return legsOf(record).some(({ accountIds }, leg) =>
    accountIds.every((id) => lasting.some((bar) => bar.leg === leg && bar.accountId === id)),
  );
}
