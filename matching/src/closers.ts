import { type Order, remainingLots } from './order.ts';

/** Called with an order whose share of the position has changed. */
type Changed = (order: Order) => void;

/**
 * Plain open orders of one side of an account's derivative, oldest first: the first ones share the
 * position that they would close.
 */
export class Closers {
  /** By rank. */
  readonly #orders: Order[] = [];
  /**
   * Invariant: this many orders from the start close something, all but the last of them with all
   * their remaining lots, as long as `share` ran after the last change.
   */
  #closing = 0;
  #lots = 0;
  #remaining = 0;

  /** Remaining lots of all orders. */
  get remaining(): number {
    return this.#remaining;
  }

  /** Lots of the position that the orders are expected to close. */
  get lots(): number {
    return this.#lots;
  }

  /** Adds the newest order. */
  add(order: Order): void {
    this.#orders.push(order);
    this.#remaining += remainingLots(order);
    if (order.closing === 0) return;
    this.#closing += 1;
    this.#lots += order.closing;
  }

  /** Removes an order; returns true when it was one of those that close. */
  remove(order: Order): boolean {
    const index = this.#indexOf(order);
    if (index === undefined) return false;
    this.#orders.splice(index, 1);
    this.#remaining -= remainingLots(order);
    // An order that has just filled closes nothing more, but is still counted.
    if (index >= this.#closing) return false;
    this.#closing -= 1;
    this.#lots -= order.closing;
    order.closing = 0;
    return true;
  }

  /** Follows a fill: an order closes no more than its remaining lots. */
  filled(order: Order, lots: number): void {
    if (this.#indexOf(order) === undefined) return;
    this.#remaining -= lots;
    const excess = Math.max(0, order.closing - remainingLots(order));
    order.closing -= excess;
    this.#lots -= excess;
  }

  /** Distributes lots of the position over the orders, the oldest first. */
  share(lots: number, changed: Changed): void {
    while (this.#lots > lots) this.#takeFromLast(this.#lots - lots, changed);
    while (this.#lots < lots && this.#giveToNext(lots - this.#lots, changed));
  }

  #takeFromLast(excess: number, changed: Changed): void {
    const last = this.#orders[this.#closing - 1];
    if (!last) throw new Error('Must hold: lots are with orders');
    const less = Math.min(excess, last.closing);
    this.#lots -= less;
    last.closing -= less;
    if (last.closing === 0) this.#closing -= 1;
    changed(last);
  }

  /** Gives lots to the next order; returns false when no order could take any. */
  #giveToNext(missing: number, changed: Changed): boolean {
    const last = this.#orders[this.#closing - 1];
    const isFull = !last || last.closing === remainingLots(last);
    const next = isFull ? this.#orders[this.#closing] : last;
    if (!next) return false;
    const more = Math.min(missing, remainingLots(next) - next.closing);
    if (isFull) this.#closing += 1;
    this.#lots += more;
    next.closing += more;
    changed(next);
    return true;
  }

  #indexOf(order: Order): number | undefined {
    let low = 0;
    let high = this.#orders.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#orders[middle]?.rank ?? 0) < order.rank) low = middle + 1;
      else high = middle;
    }
    return this.#orders[low] === order ? low : undefined;
  }
}
