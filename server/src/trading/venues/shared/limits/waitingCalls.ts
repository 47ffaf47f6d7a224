import { type CallPurpose, callPurposes } from '../../../model/callPurpose.ts';
import type { CallKind, RatedCall } from './governorRules.ts';

/**
 * Maximum number of calls that wait at once. The widest of the exchanges lets about a hundred a
 * second through: a thousand can be served while a read may wait.
 */
const waitingMax = 1_000;

interface Waiting {
  readonly call: Pick<RatedCall, 'kind' | 'purpose'>;
}

/** Calls that wait: the most urgent first, then in the order of arrival. */
export class WaitingCalls<Waiter extends Waiting> implements Iterable<Waiter> {
  readonly #lines: Readonly<Record<CallPurpose, Set<Waiter>>> = {
    cancel: new Set(),
    order: new Set(),
    proof: new Set(),
    comparison: new Set(),
    caller: new Set(),
    history: new Set(),
  };

  *[Symbol.iterator](): Iterator<Waiter> {
    for (const purpose of callPurposes) yield* this.#lines[purpose];
  }

  add(waiter: Waiter): void {
    this.#lines[waiter.call.purpose].add(waiter);
  }

  delete(waiter: Waiter): void {
    this.#lines[waiter.call.purpose].delete(waiter);
  }

  /** Returns the waiting calls of one purpose, in the order of arrival. */
  of(purpose: CallPurpose): Iterable<Waiter> {
    return this.#lines[purpose];
  }

  /**
   * Returns the call that loses its place to a new one: none while there is room, else the newest
   * of the least urgent, which may be the new call itself.
   */
  outcast(purpose: CallPurpose): Waiter | 'itself' | undefined {
    const size = callPurposes.reduce((sum, each) => sum + this.#lines[each].size, 0);
    if (size < waitingMax) return undefined;
    const last = callPurposes.findLast((each) => this.#lines[each].size > 0);
    const isLess = last && callPurposes.indexOf(last) > callPurposes.indexOf(purpose);
    return isLess ? [...this.#lines[last]].at(-1) : 'itself';
  }

  counts(): Readonly<Record<CallKind, number>> {
    const counts = { cancel: 0, order: 0, read: 0, list: 0 };
    for (const { call } of this) counts[call.kind] += 1;
    return counts;
  }
}
