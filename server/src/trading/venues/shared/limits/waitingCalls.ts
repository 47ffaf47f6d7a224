import { type CallKind, type RatedCall, urgencyOf } from './governorRules.ts';

/**
 * Calls that wait at once. The widest of the exchanges lets about a hundred a second through: a
 * thousand is what can be served while a read may wait.
 */
const waitingMax = 1_000;

interface Kinded {
  readonly call: Pick<RatedCall, 'kind' | 'urgency'>;
}

/** Calls that wait: the most urgent first, then in the order they came. Reads and lists are one. */
export class WaitingCalls<Waiter extends Kinded> implements Iterable<Waiter> {
  readonly #cancels = new Set<Waiter>();
  readonly #orders = new Set<Waiter>();
  readonly #reads = new Set<Waiter>();
  /** The most urgent first. */
  readonly #lines = [this.#cancels, this.#orders, this.#reads] as const;
  readonly #lineOf = {
    cancel: this.#cancels,
    order: this.#orders,
    read: this.#reads,
    list: this.#reads,
  } as const satisfies Record<CallKind, Set<Waiter>>;

  *[Symbol.iterator](): Iterator<Waiter> {
    for (const line of this.#lines) yield* line;
  }

  add(waiter: Waiter): void {
    this.#lineOf[urgencyOf(waiter.call)].add(waiter);
  }

  delete(waiter: Waiter): void {
    this.#lineOf[urgencyOf(waiter.call)].delete(waiter);
  }

  /** Those that go before a new call of this urgency. */
  *ahead(urgency: CallKind): Iterable<Waiter> {
    for (const line of this.#lines) {
      yield* line;
      if (line === this.#lineOf[urgency]) return;
    }
  }

  /**
   * Whom a new call of this urgency leaves without a place: nobody while there is room, else the
   * newest of the least urgent, which may be itself.
   */
  outcast(urgency: CallKind): Waiter | 'itself' | undefined {
    const size = this.#cancels.size + this.#orders.size + this.#reads.size;
    if (size < waitingMax) return undefined;
    const last = this.#lines.findLast((line) => line.size > 0);
    if (!last || this.#lines.indexOf(last) <= this.#lines.indexOf(this.#lineOf[urgency])) {
      return 'itself';
    }
    return [...last].at(-1);
  }

  counts(): Readonly<Record<CallKind, number>> {
    const counts = { cancel: 0, order: 0, read: 0, list: 0 };
    for (const { call } of this) counts[call.kind] += 1;
    return counts;
  }
}
