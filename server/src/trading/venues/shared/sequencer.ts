/**
 * The rule by which one venue numbers the updates of a book. `local` is the number of the last
 * update applied, or of the snapshot while none has been.
 */
export interface SequenceRule<U> {
  /** Returns the last number that the update covers. */
  last(update: U): number;
  /**
   * Returns the first number that the update covers, where updates cover ranges without holes. An
   * update that the book seems to contain, though it begins after the one applied last, shows that
   * the last number of that one was wrong: without this the book would stand still for as long.
   */
  first?(update: U): number;
  /** True when the first update after a snapshot may end in the very number of the snapshot. */
  readonly keepsEqual?: boolean;
  /** True when the update may be the first after a snapshot of number `local`. */
  joins(update: U, local: number): boolean;
  /** True when the update continues directly after the update that ends in `local`. */
  follows(update: U, local: number): boolean;
  /**
   * True when a book at `local` contains the update already. When absent: if the update's last
   * number is not beyond `local`. Needed where numbers may fall while the chain goes on.
   */
  isOld?(update: U, local: number): boolean;
}

/**
 * - `apply`: the next update of a loaded book.
 * - `old`: the book already contains it (a duplicate, or older than the snapshot).
 * - `gap`: an update between was missed; the sequencer buffers again, starting with this update.
 * - `buffered`: kept until a snapshot is loaded.
 */
export type Verdict = 'apply' | 'old' | 'gap' | 'buffered';

export interface Loaded<U> {
  /** The updates to apply on top of the snapshot, in order. */
  readonly updates: readonly U[];
  /** True when the buffer itself had a gap: the book is behind again. */
  readonly gap: boolean;
}

/**
 * Joins a snapshot and a stream of numbered updates: updates are buffered until a snapshot comes
 * that they continue, and continuity is checked on every update from then on.
 */
export class Sequencer<U> {
  readonly #rule: SequenceRule<U>;
  readonly #bufferMax: number;
  #buffer: U[] = [];
  #isLoaded = false;
  #hasJoined = false;
  #local = 0;
  /** The first number of the update applied last; undefined while none has been. */
  #lastFirst: number | undefined;

  constructor(rule: SequenceRule<U>, bufferMax: number) {
    this.#rule = rule;
    this.#bufferMax = bufferMax;
  }

  /** Number of the last update applied. */
  get local(): number {
    return this.#local;
  }

  push(update: U): Verdict {
    if (!this.#isLoaded) return this.#keep(update);
    const last = this.#rule.last(update);
    const isOld = this.#rule.isOld?.(update, this.#local) ?? this.#isPast(last);
    if (isOld && !this.#contradicts(update)) return 'old';
    if (!isOld && this.#continues(update)) {
      this.#local = last;
      this.#lastFirst = this.#rule.first?.(update);
      this.#hasJoined = true;
      return 'apply';
    }
    this.restart();
    this.#keep(update);
    return 'gap';
  }

  /**
   * Continues from a snapshot. Returns `undefined`, changing nothing, when the snapshot is older
   * than the stream: updates between the two are missing, and a newer snapshot is needed.
   */
  load(snapshotId: number): Loaded<U> | undefined {
    const { keepsEqual = false } = this.#rule;
    const fresh = this.#buffer.filter((update) => {
      const last = this.#rule.last(update);
      return last > snapshotId || (keepsEqual && last === snapshotId);
    });
    const first = fresh[0];
    if (first !== undefined && !this.#rule.joins(first, snapshotId)) return undefined;
    this.restart();
    this.#isLoaded = true;
    this.#local = snapshotId;
    const updates: U[] = [];
    for (const [index, update] of fresh.entries()) {
      const verdict = this.push(update);
      if (verdict === 'apply') updates.push(update);
      if (verdict !== 'gap') continue;
      for (const later of fresh.slice(index + 1)) this.#keep(later);
      return { updates, gap: true };
    }
    return { updates, gap: false };
  }

  /** Forgets the book's position in the stream and buffers from here on. */
  restart(): void {
    this.#buffer = [];
    this.#isLoaded = false;
    this.#hasJoined = false;
    this.#lastFirst = undefined;
  }

  /** True when a book at the number of its snapshot, or of its last update, contains the update. */
  #isPast(last: number): boolean {
    if (last !== this.#local) return last < this.#local;
    return this.#hasJoined || !this.#rule.keepsEqual;
  }

  #contradicts(update: U): boolean {
    const first = this.#rule.first?.(update);
    return first !== undefined && this.#lastFirst !== undefined && first > this.#lastFirst;
  }

  #continues(update: U): boolean {
    return this.#hasJoined
      ? this.#rule.follows(update, this.#local)
      : this.#rule.joins(update, this.#local);
  }

  #keep(update: U): Verdict {
    // A full buffer starts over: a snapshot taken from now on continues what is kept from now on.
    if (this.#buffer.length >= this.#bufferMax) this.#buffer = [];
    this.#buffer.push(update);
    return 'buffered';
  }
}
