import { type Order, remainingLots } from './order.ts';

/** Takes note of an order whose share of the position is another now. */
type Changed = (order: Order) => void;

/**
 * Plain open orders of one side of an account's derivative, oldest first: the first ones share the
 * position that they would close.
 */
export class Closers {
  /** By rank. */
  readonly #orders: Order[] = [];
  /**
   * Invariant: so many orders from the start close something, all but the last of them with all
   * that they have left, as long as `share` ran after the last change.
   */
  #closing = 0;
  #lots = 0;
  #remaining = 0;

  /** Lots that all of the orders have left. */
  get remaining(): number {
    return this.#remaining;
  }

  /** Lots of the position that the orders are counted on to close. */
  get lots(): number {
    return this.#lots;
  }

  /** Enters the newest order. */
  add(order: Order): void {
    this.#orders.push(order);
    this.#remaining += remainingLots(order);
    if (order.closing === 0) return;
    this.#closing += 1;
    this.#lots += order.closing;
  }

  /** Takes an order out; whether it was one of those that close. */
  remove(order: Order): boolean {
    const index = this.#indexOf(order);
    if (index === undefined) return false;
    this.#orders.splice(index, 1);
    this.#remaining -= remainingLots(order);
    // One that has just filled closes nothing more, and is counted all the same.
    if (index >= this.#closing) return false;
    this.#closing -= 1;
    this.#lots -= order.closing;
    order.closing = 0;
    return true;
  }

  /** Follows a fill: an order closes no more than it has left. */
  filled(order: Order, lots: number): void {
    if (this.#indexOf(order) === undefined) return;
    this.#remaining -= lots;
    const excess = Math.max(0, order.closing - remainingLots(order));
    order.closing -= excess;
    this.#lots -= excess;
  }

  /** Shares so many lots of the position out, the oldest order first. */
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

  /** Whether anyone could take some. */
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
