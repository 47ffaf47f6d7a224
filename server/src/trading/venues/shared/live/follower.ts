import type { Cancel } from '../../../../kit/clock.ts';
import { withDeadline } from '../../../../kit/deadline.ts';
import { createMemory } from '../../../../kit/memory.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InFlightRef, OrderRef, RecalledOrder, VenueOrderState } from '../../venuePort.ts';
import { type Followed, isNamed, linkOf, newFollowed, seenOf } from './followedOrder.ts';
import type { Follower, FollowerDeps } from './followerPort.ts';
import type { OrderName } from './userStreams.ts';

/** Maximum time that a fill goes unnoticed without reports; a few units of weight per look-up. */
const pollMs = 3_000;
/** Maximum time between look-ups at a venue that does not answer. */
const missedMsMax = 30_000;
/**
 * Minimum time between two look-ups of one order, however often it is named: a fill is known within
 * a second.
 */
const wakeGapMs = 500;
/**
 * Maximum look-ups at once after messages of a stream: orders of a basket fill at the same moment.
 */
const looksAtOnce = 4;
/** Many times what an account may have open; each minute's comparison finds any beyond it. */
const followedMax = 1_000;
/**
 * After a name that belongs to no known order, orders are looked up for this long as if there were
 * no stream.
 */
const strangerMs = 10_000;
/**
 * Number of answers that there is no such order; after that, the code that settles unknown orders
 * decides.
 */
const absencesMax = 10;
/**
 * From this number of due orders on, the store is asked which of them are still in flight: what an
 * outage or a takeover leaves may be settled by lists of fills, much sooner than one by one.
 */
const manyMin = 20;
/** Minimum time between two such questions. */
const pruneGapMs = 5_000;
/** A look-up whose answer never comes must not keep others waiting. */
const lookMsMax = 15_000;
/** Names of orders that are over, and which a late message may still name. */
const endedMax = 2_000;

/** The look-ups under way in one group of markets: one that waits must not hold up the others. */
interface Pace {
  nextPollMs: number;
  isPolling: boolean;
  /** Number of look-ups under way after a message of a stream. */
  looks: number;
}

export function createFollower(deps: FollowerDeps): Follower {
  return new AccountFollower(deps);
}

class AccountFollower implements Follower {
  readonly #deps: FollowerDeps;
  readonly #orders = new Map<string, Followed>();
  readonly #over = createMemory<true>(endedMax);
  readonly #ended = new AbortController();
  #strangersUntilMs = Number.NEGATIVE_INFINITY;
  readonly #paces = new Map<string, Pace>();
  #cancelTick: Cancel | undefined;
  #isPruning = false;
  #prunedMs = Number.NEGATIVE_INFINITY;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  sending(ref: OrderRef): void {
    const order = this.#add(ref);
    if (order) order.isSending = true;
  }

  sent(ref: OrderRef): void {
    const order = this.#orders.get(ref.clientId);
    if (order) order.isSending = false;
  }

  follow({ isUnknown = false, ...ref }: InFlightRef): void {
    if (this.#orders.has(ref.clientId)) return;
    const order = this.#add(ref);
    if (!order) return;
    order.isUnsure = true;
    order.isLeft = isUnknown;
    this.#changed();
  }

  leave(ref: OrderRef): void {
    this.heard(ref, undefined);
    const order = this.#orders.get(ref.clientId);
    if (order) order.isLeft = true;
  }

  heard(ref: OrderRef, state: VenueOrderState | undefined): void {
    const isWanted = state === undefined || state.status === 'open';
    // A list that was asked for before the order ended may arrive after its end.
    const isDoubtful = !this.#orders.has(ref.clientId) && this.#over.get(ref.clientId) === true;
    const order = this.#orders.get(ref.clientId) ?? (isWanted ? this.#add(ref) : undefined);
    if (!order) return;
    order.toldMs = this.#deps.clock.monotonic();
    order.venueOrderId ??= ref.venueOrderId;
    if (state) this.#note(order, state, order.toldMs);
    if (!state || isDoubtful) order.isUnsure = true;
    this.#changed();
  }

  isExpecting({ clientId }: OrderRef): boolean {
    const order = this.#orders.get(clientId);
    if (!order) return this.#over.get(clientId) === true;
    return order.isSending || order.isWoken || order.isAsking;
  }

  absent(ref: OrderRef): void {
    const order = this.#orders.get(ref.clientId);
    // A separate look-up of the order that is under way will tell more.
    if (!order || order.isAsking) return;
    order.toldMs = this.#deps.clock.monotonic();
    this.#missed(order, true);
    this.#tick();
  }

  forget(ref: OrderRef): void {
    const order = this.#orders.get(ref.clientId);
    if (order) this.#drop(order);
  }

  wake(names: readonly OrderName[], marketTypes: readonly MarketType[]): void {
    const { clock, links } = this.#deps;
    const mine = this.#of(marketTypes);
    for (const name of names) {
      const meant = mine.filter((order) => isNamed(order, name, links));
      for (const order of meant) order.isWoken = true;
      const isStranger = meant.length === 0 && !this.#isOver(name);
      if (isStranger) this.#strangersUntilMs = clock.monotonic() + strangerMs;
    }
    this.#tick();
  }

  wakeAll(marketTypes: readonly MarketType[]): void {
    for (const order of this.#of(marketTypes)) if (!order.isLeft) order.isWoken = true;
    this.#tick();
  }

  paceChanged(): void {
    this.#tick();
  }

  markets(): ReadonlySet<MarketType> {
    const there = [...this.#orders.values()].filter(({ isSending }) => !isSending);
    return new Set(there.map(({ ref }) => ref.marketType));
  }

  count(): number {
    return this.#orders.size;
  }

  recall({ clientId }: OrderRef): RecalledOrder | undefined {
    const order = this.#orders.get(clientId);
    if (!order?.state || !this.#isProven(order)) return undefined;
    return { order: order.state, ageMs: this.#deps.clock.monotonic() - order.stateMs };
  }

  stop(): void {
    this.#ended.abort();
    this.#cancelTick?.();
    this.#orders.clear();
  }

  #of(marketTypes: readonly MarketType[]): readonly Followed[] {
    return [...this.#orders.values()].filter(({ ref }) => marketTypes.includes(ref.marketType));
  }

  #add(ref: OrderRef): Followed | undefined {
    const known = this.#orders.get(ref.clientId);
    if (known || this.#orders.size >= followedMax) return known;
    const nowMs = this.#deps.clock.monotonic();
    const order = newFollowed(ref, nowMs, nowMs - wakeGapMs);
    this.#orders.set(ref.clientId, order);
    return order;
  }

  #drop(order: Followed): void {
    const { ref, venueOrderId } = order;
    if (!this.#orders.delete(ref.clientId)) return;
    this.#over.set(ref.clientId, true);
    if (venueOrderId !== undefined) this.#over.set(venueOrderId, true);
    this.#changed();
  }

  /** A late message may still name an order that is over. */
  #isOver(name: OrderName): boolean {
    const { clientId = '', venueOrderId = '' } = name;
    if (this.#over.get(clientId) || this.#over.get(venueOrderId)) return true;
    return linkOf(this.#deps.links, name) !== undefined;
  }

  #changed(): void {
    this.#deps.changed();
    this.#tick();
  }

  /** Begins the look-ups that are due, and schedules itself for the next. */
  #tick(): void {
    this.#cancelTick?.();
    this.#cancelTick = undefined;
    if (this.#ended.signal.aborted) return;
    const nowMs = this.#deps.clock.monotonic();
    const waiting = [...this.#orders.values()]
      .filter(({ isAsking, isSending }) => !isAsking && !isSending)
      .map((order) => ({ order, atMs: this.#dueMs(order) }))
      .sort((a, b) => a.atMs - b.atMs);
    const due = waiting.filter(({ atMs }) => atMs <= nowMs).map(({ order }) => order);
    if (due.length >= manyMin) void this.#prune();
    const polled = due.filter(({ isWoken }) => !isWoken);
    for (const order of due) if (order.isWoken) this.#lookAfterWord(order);
    for (const [pace, own] of Map.groupBy(polled, (order) => this.#paceOf(order))) {
      this.#poll(own, pace, nowMs);
    }
    const nextMs = waiting.flatMap(({ order, atMs }) => {
      if (order.isAsking) return [];
      const { looks, isPolling, nextPollMs } = this.#paceOf(order);
      if (order.isWoken) return looks < this.#looksMax(order) ? [atMs] : [];
      return isPolling || order.isLeft ? [] : [Math.max(atMs, nextPollMs)];
    });
    if (nextMs.length === 0) return;
    const delayMs = Math.max(0, Math.min(...nextMs) - nowMs);
    this.#cancelTick = this.#deps.clock.schedule(delayMs, () => this.#tick());
  }

  /** Drops the orders that were settled by other code. */
  async #prune(): Promise<void> {
    const { clock, inFlight } = this.#deps;
    const beganMs = clock.monotonic();
    if (this.#isPruning || beganMs < this.#prunedMs + pruneGapMs) return;
    this.#isPruning = true;
    // An order that is added while the store answers may be missing in its answer.
    const known = [...this.#orders.values()].filter(({ isSending }) => !isSending);
    try {
      const alive = new Set((await inFlight()).map(({ clientId }) => clientId));
      for (const order of known) if (!alive.has(order.ref.clientId)) this.#drop(order);
    } catch {
      // The look-ups go on one by one; whoever else reads the store reports why it fails.
    }
    this.#isPruning = false;
    this.#prunedMs = beganMs;
  }

  #dueMs(order: Followed): number {
    const { isWoken, askedMs, toldMs, misses, ref } = order;
    if (isWoken) return askedMs + wakeGapMs;
    if (order.isLeft) return Number.POSITIVE_INFINITY;
    if (this.#isWatched(order)) return toldMs + this.#deps.auditMs(ref.marketType);
    // A venue that does not answer is asked less and less often.
    return toldMs + Math.min(missedMsMax, pollMs * 2 ** misses);
  }

  /** True when a live stream would have reported any change since the venue's last report. */
  #isWatched({ isUnsure, ref }: Followed): boolean {
    const isQuiet = this.#deps.clock.monotonic() >= this.#strangersUntilMs;
    return !isUnsure && isQuiet && this.#deps.isLive(ref.marketType);
  }

  #isProven(order: Followed): boolean {
    const isDoubted = order.isWoken || (order.isAsking && order.isDoubted);
    return !order.isSending && !isDoubted && this.#isWatched(order);
  }

  #lookAfterWord(order: Followed): void {
    const pace = this.#paceOf(order);
    if (pace.looks >= this.#looksMax(order)) return;
    pace.looks += 1;
    void this.#look(order).finally(() => {
      pace.looks -= 1;
      this.#tick();
    });
  }

  #looksMax({ ref }: Followed): number {
    return Math.max(looksAtOnce, this.#deps.togetherMax?.(ref.marketType) ?? 1);
  }

  #paceOf({ ref: { marketType } }: Followed): Pace {
    const group = this.#deps.groupOf?.(marketType) ?? '';
    const known = this.#paces.get(group);
    if (known) return known;
    const pace: Pace = { nextPollMs: Number.NEGATIVE_INFINITY, isPolling: false, looks: 0 };
    this.#paces.set(group, pace);
    return pace;
  }

  /** Polls the order that has waited longest, together with those that the same answer reports. */
  #poll(due: readonly Followed[], pace: Pace, nowMs: number): void {
    const [first] = due;
    if (!first || pace.isPolling || nowMs < pace.nextPollMs) return;
    const { marketType } = first.ref;
    const max = this.#deps.togetherMax?.(marketType) ?? 1;
    const some = due.slice(0, max);
    pace.isPolling = true;
    pace.nextPollMs = nowMs + this.#deps.pollGapMs(marketType);
    void Promise.all(some.map((order) => this.#look(order))).finally(() => {
      pace.isPolling = false;
      this.#tick();
    });
  }

  async #look(order: Followed): Promise<void> {
    const { clock, lookup } = this.#deps;
    const { ref, venueOrderId, isWoken } = order;
    const before = seenOf(order.state);
    const unchanged = this.#isProven(order) ? order.state : undefined;
    order.isAsking = true;
    order.isDoubted = unchanged === undefined;
    // A message after this moment may be newer than what this look-up finds.
    order.isWoken = false;
    order.askedMs = clock.monotonic();
    order.toldMs = order.askedMs;
    const limitMs = this.#deps.lookMsMax?.(ref.marketType) ?? lookMsMax;
    const within = { clock, limitMs, signal: this.#ended.signal };
    const outcome = await withDeadline(within, (signal) =>
      lookup({ ...ref, venueOrderId, unchanged }, signal),
    ).catch(() => undefined);
    order.isAsking = false;
    if (this.#ended.signal.aborted) return;
    if (outcome?.kind === 'found') {
      this.#deps.told(outcome.order);
      this.#note(order, outcome.order, order.askedMs);
      // Venues answer from copies that are a moment behind their streams.
      order.isUnsure = isWoken && seenOf(order.state) === before;
      return;
    }
    this.#missed(order, outcome?.kind === 'absent');
  }

  #missed(order: Followed, isAbsent: boolean): void {
    order.isUnsure = true;
    order.misses += 1;
    if (isAbsent) order.absences += 1;
    if (order.absences >= absencesMax) this.#drop(order);
  }

  #note(order: Followed, state: VenueOrderState, atMs: number): void {
    order.venueOrderId = state.venueOrderId;
    // When two answers cross, the one with the smaller filled quantity is the older.
    if (Number(state.filled) >= Number(order.state?.filled ?? 0)) {
      order.state = state;
      order.stateMs = atMs;
    }
    order.isUnsure = false;
    order.isLeft = false;
    order.misses = 0;
    order.absences = 0;
    if (state.status !== 'open') this.#drop(order);
  }
}
