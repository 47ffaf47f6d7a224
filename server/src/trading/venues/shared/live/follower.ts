import type { Cancel, Clock } from '../../../../kit/clock.ts';
import { withDeadline } from '../../../../kit/deadline.ts';
import { createMemory } from '../../../../kit/memory.ts';
import type { MarketType } from '../../../model/order.ts';
import type { LookupOutcome, OrderRef, RecalledOrder, VenueOrderState } from '../../venuePort.ts';
import type { OrderLinks } from './dialect.ts';
import type { OrderName } from './userStreams.ts';

/**
 * Follows the orders in flight of one account. A stream wakes, a look tells: whatever names an
 * order has it looked up, one look at a time for each and at most one more behind it. Without a
 * stream that is live every order is looked up in turn, with one now and then, as an audit.
 */
export interface Follower {
  /** An order leaves: it may be named before its acknowledgement is here. */
  sending(ref: OrderRef): void;
  /** An order that is in flight already, of an earlier session. */
  follow(ref: OrderRef): void;
  /** Its sending is over. */
  sent(ref: OrderRef): void;
  /** What the venue said of an order, whoever asked; undefined when that is not known. */
  heard(ref: OrderRef, state: VenueOrderState | undefined): void;
  /** There is no such order, or nobody needs to know. */
  forget(ref: OrderRef): void;
  /** Something happened to these. A name that nobody knows may be a part of one of ours. */
  wake(names: readonly OrderName[], marketTypes: readonly MarketType[]): void;
  /** Looks at all of these markets once: what happened until now was told to nobody. */
  wakeAll(marketTypes: readonly MarketType[]): void;
  /** Has the pace of every order reckoned anew. */
  paceChanged(): void;
  /** Markets in which there are orders in flight that are at the venue. */
  markets(): ReadonlySet<MarketType>;
  count(): number;
  /**
   * The order as its venue last told it, where a live stream has told nothing since: it is so
   * still. Undefined where that is not proven.
   */
  recall(ref: OrderRef): RecalledOrder | undefined;
  stop(): void;
}

export interface FollowerDeps {
  readonly clock: Clock;
  readonly links: OrderLinks;
  readonly lookup: (ref: OrderRef, signal: AbortSignal) => Promise<LookupOutcome>;
  /** Between two polls of the account. */
  readonly pollGapMs: (marketType: MarketType) => number;
  /** With a live stream, how long after the last word an order is looked at all the same. */
  readonly auditMs: (marketType: MarketType) => number;
  /** Whether everything that happens in the market is told by itself. */
  readonly isLive: (marketType: MarketType) => boolean;
  readonly told: (state: VenueOrderState) => void;
  /** Told whenever orders begin or cease to be followed. */
  readonly changed: () => void;
}

/** The longest that a fill goes unnoticed where nothing is told; a few units of weight a look. */
const pollMs = 3_000;
/** A venue that does not answer is asked this rarely. */
const missedMsMax = 30_000;
/** Between two looks at one order, however often it is named: a fill is known within a second. */
const wakeGapMs = 500;
/** Looks under way after words of a stream: orders of a basket fill at the same moment. */
const looksAtOnce = 4;
/** Many times what an account may have open; the minute's comparison finds what is beyond. */
const followedMax = 1_000;
/** After a name that is nobody's, orders are looked at as if nothing were told. */
const strangerMs = 10_000;
/** Answers that there is no such order; whoever settles unknown orders has the last word. */
const absencesMax = 10;
/** A look whose answer never comes must not keep others waiting. */
const lookMsMax = 15_000;
/** Names of orders that are over, of which a word may still be on its way. */
const endedMax = 2_000;

interface Followed {
  readonly ref: OrderRef;
  venueOrderId: string | undefined;
  /** On its way to the venue: its acknowledgement will tell where it stands. */
  isSending: boolean;
  isAsking: boolean;
  /** The look under way is to tell what a word of the stream meant, or what was missed. */
  isDoubted: boolean;
  isWoken: boolean;
  /** Nobody knows where it stands: it is looked at soon, stream or not. */
  isUnsure: boolean;
  /** When the last look began. */
  askedMs: number;
  /** The same, or when somebody else brought the venue's word. */
  toldMs: number;
  /** Looks in a row that brought no answer, and answers that there is no such order. */
  misses: number;
  absences: number;
  /** As last told, and when that was. */
  state: VenueOrderState | undefined;
  stateMs: number;
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
  #nextPollMs = Number.NEGATIVE_INFINITY;
  /** Under way after a word of a stream. */
  #looks = 0;
  #isPolling = false;
  #cancelTick: Cancel | undefined;

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

  follow(ref: OrderRef): void {
    if (this.#orders.has(ref.clientId)) return;
    const order = this.#add(ref);
    if (!order) return;
    order.isUnsure = true;
    this.#changed();
  }

  heard(ref: OrderRef, state: VenueOrderState | undefined): void {
    const isWanted = state === undefined || state.status === 'open';
    // A list that was asked for before the order ended may come after its end.
    const isDoubtful = !this.#orders.has(ref.clientId) && this.#over.get(ref.clientId) === true;
    const order = this.#orders.get(ref.clientId) ?? (isWanted ? this.#add(ref) : undefined);
    if (!order) return;
    order.toldMs = this.#deps.clock.monotonic();
    order.venueOrderId ??= ref.venueOrderId;
    if (state) this.#note(order, state, order.toldMs);
    if (!state || isDoubtful) order.isUnsure = true;
    this.#changed();
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
    for (const order of this.#of(marketTypes)) order.isWoken = true;
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
    const order: Followed = {
      ref,
      venueOrderId: ref.venueOrderId,
      isSending: false,
      isAsking: false,
      isDoubted: false,
      isWoken: false,
      isUnsure: false,
      misses: 0,
      absences: 0,
      state: undefined,
      stateMs: nowMs,
      askedMs: nowMs - wakeGapMs,
      toldMs: nowMs,
    };
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

  /** Of an order that is over a last word may still come. */
  #isOver(name: OrderName): boolean {
    const { clientId = '', venueOrderId = '' } = name;
    if (this.#over.get(clientId) || this.#over.get(venueOrderId)) return true;
    return linkOf(this.#deps.links, name) !== undefined;
  }

  #changed(): void {
    this.#deps.changed();
    this.#tick();
  }

  /** Begins what is due, and comes back when the next is. */
  #tick(): void {
    this.#cancelTick?.();
    this.#cancelTick = undefined;
    if (this.#ended.signal.aborted) return;
    const nowMs = this.#deps.clock.monotonic();
    const waiting = [...this.#orders.values()]
      .filter(({ isAsking, isSending }) => !isAsking && !isSending)
      .map((order) => ({ order, atMs: this.#dueMs(order) }))
      .sort((a, b) => a.atMs - b.atMs);
    for (const { order, atMs } of waiting) {
      if (atMs > nowMs) break;
      if (order.isWoken) this.#lookAfterWord(order);
      else if (nowMs >= this.#nextPollMs) this.#poll(order, nowMs);
    }
    const nextMs = waiting.flatMap(({ order, atMs }) => {
      if (order.isAsking) return [];
      if (order.isWoken) return this.#looks < looksAtOnce ? [atMs] : [];
      return this.#isPolling ? [] : [Math.max(atMs, this.#nextPollMs)];
    });
    if (nextMs.length === 0) return;
    const delayMs = Math.max(0, Math.min(...nextMs) - nowMs);
    this.#cancelTick = this.#deps.clock.schedule(delayMs, () => this.#tick());
  }

  #dueMs(order: Followed): number {
    const { isWoken, askedMs, toldMs, misses, ref } = order;
    if (isWoken) return askedMs + wakeGapMs;
    if (this.#isWatched(order)) return toldMs + this.#deps.auditMs(ref.marketType);
    // A venue that does not answer is asked less and less often.
    return toldMs + Math.min(missedMsMax, pollMs * 2 ** misses);
  }

  /** Whether a live stream would have told what changed since the last word of the venue. */
  #isWatched({ isUnsure, ref }: Followed): boolean {
    const isQuiet = this.#deps.clock.monotonic() >= this.#strangersUntilMs;
    return !isUnsure && isQuiet && this.#deps.isLive(ref.marketType);
  }

  #isProven(order: Followed): boolean {
    const isDoubted = order.isWoken || (order.isAsking && order.isDoubted);
    return !order.isSending && !isDoubted && this.#isWatched(order);
  }

  #lookAfterWord(order: Followed): void {
    if (this.#looks >= looksAtOnce) return;
    this.#looks += 1;
    void this.#look(order).finally(() => {
      this.#looks -= 1;
      this.#tick();
    });
  }

  #poll(order: Followed, nowMs: number): void {
    if (this.#isPolling) return;
    this.#isPolling = true;
    this.#nextPollMs = nowMs + this.#deps.pollGapMs(order.ref.marketType);
    void this.#look(order).finally(() => {
      this.#isPolling = false;
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
    // From here on a word may be later than what this look finds.
    order.isWoken = false;
    order.askedMs = clock.monotonic();
    order.toldMs = order.askedMs;
    const within = { clock, limitMs: lookMsMax, signal: this.#ended.signal };
    const outcome = await withDeadline(within, (signal) =>
      lookup({ ...ref, venueOrderId, unchanged }, signal),
    ).catch(() => undefined);
    order.isAsking = false;
    if (this.#ended.signal.aborted) return;
    if (outcome?.kind === 'found') {
      this.#deps.told(outcome.order);
      this.#note(order, outcome.order, order.askedMs);
      // Venues answer from copies that are a moment behind what their streams say.
      order.isUnsure = isWoken && seenOf(order.state) === before;
      return;
    }
    order.isUnsure = true;
    order.misses += 1;
    if (outcome?.kind === 'absent') order.absences += 1;
    if (order.absences >= absencesMax) this.#drop(order);
  }

  #note(order: Followed, state: VenueOrderState, atMs: number): void {
    order.venueOrderId = state.venueOrderId;
    // Of two answers that cross, the one with less filled is the older.
    if (Number(state.filled) >= Number(order.state?.filled ?? 0)) {
      order.state = state;
      order.stateMs = atMs;
    }
    order.isUnsure = false;
    order.misses = 0;
    order.absences = 0;
    if (state.status !== 'open') this.#drop(order);
  }
}

/** Where an order stands. */
function seenOf(state: VenueOrderState | undefined): string {
  return state ? `${state.status} ${state.filled}` : '';
}

function linkOf(links: OrderLinks, { venueOrderId = '', linkName = venueOrderId }: OrderName) {
  return links.get(linkName);
}

/** By its own ids, or as the order it is a leg of or took the place of. */
function isNamed({ ref, venueOrderId }: Followed, name: OrderName, links: OrderLinks): boolean {
  if (name.clientId !== undefined && name.clientId === ref.clientId) return true;
  if (name.venueOrderId === undefined) return false;
  const link = linkOf(links, name);
  return name.venueOrderId === venueOrderId || link?.clientId === ref.clientId;
}
