import type { Clock } from '../../../kit/clock.ts';
import { compareExact, exactly } from '../../../kit/exact.ts';
import { isTriggered } from '../../model/order.ts';
import type { VenueOrderState, VenueSession } from '../../venues/venuePort.ts';
import { notSent } from '../answers.ts';
import type { OrderOutcome } from '../orderStore.ts';
import { outcomeByFills } from '../outcomeByFills.ts';
import { toOutcome } from '../outcomes.ts';
import type { Settling } from '../settling.ts';
import { isUnsettled, refOf } from '../storedOrders.ts';
import { answerFrom, outcomeOf, patientMsMax } from '../venueCalls.ts';
import { canArriveNoMore } from './arrival.ts';
import {
  createFillEvidence,
  type FillEvidence,
  filledOrders,
  type ReadingProgress,
} from './fillEvidence.ts';
import type { LookResult, Watched, WatchList } from './watchList.ts';

export interface MarketLookDeps {
  readonly list: Pick<WatchList, 'has' | 'looked'>;
  readonly session: VenueSession;
  /** Kept from look to look. */
  readonly progress: ReadingProgress;
  readonly settling: Pick<Settling, 'addFills' | 'record'>;
  readonly isSending: (orderId: string) => boolean;
  readonly clock: Clock;
  readonly failed: (error: unknown) => void;
  /** Aborts when the service stops; the next process then asks. */
  readonly signal: AbortSignal;
}

/**
 * Maximum number of parallel lookups in a market, where the venue does not answer more of them
 * together: they share its budget with everything else.
 */
export const lookupsAtOnce = 8;
/** Number of answers without the order before its absence counts: some venues acknowledge late. */
const absencesNeeded = 3;
/**
 * From this number of orders on, lists that report all of them are read first: a venue allows about
 * ten lookups a second, and one order takes up to four of them.
 */
export const manyMin = 20;

/** Time after which the fills are read for orders that they did not make complete before. */
const fillsAgainMs = 60_000;
/**
 * Maximum number of groups that are looked up after the lists: the rest is due at once again, and
 * by then the lists may settle it.
 */
const groupsMax = 4;

interface Sight {
  /** The wall clock when the venue was asked. */
  readonly wallMs: number;
  /** Time from the beginning of the watch until then. */
  readonly sinceWatchedMs: number;
}

/**
 * Looks up the unknown orders of one market of an account that are due; of very many, those that
 * waited longest.
 */
export async function lookAtMarket(
  deps: MarketLookDeps,
  { due, along }: OrdersOfMarket,
  atOnce: number,
): Promise<void> {
  const look = new MarketLook(deps);
  const absent = along.filter(({ isAbsent }) => isAbsent);
  for (const entry of absent) look.prove(entry);
  const open = along.filter(({ isAbsent, order }) => !isAbsent && !deps.isSending(order.id));
  const listed = open.length < manyMin ? new Set<Watched>() : await look.byLists(open);
  const asked = atOnce > lookupsAtOnce ? open : due;
  const left = asked.filter(
    (entry) => deps.list.has(entry) && !listed.has(entry) && !entry.isAbsent,
  );
  const most = Math.min(left.length, groupsMax * atOnce);
  for (let first = 0; first < most && !deps.signal.aborted; first += atOnce) {
    const entries = left.slice(first, first + atOnce).filter(deps.list.has);
    await Promise.all(entries.map((entry) => look.lookUp(entry)));
    look.readFills();
  }
  await look.finished();
}

/** Orders of a market, those that have waited longest first. */
export interface OrdersOfMarket {
  readonly due: readonly Watched[];
  /** All that were not looked up in the last moment. */
  readonly along: readonly Watched[];
}

class MarketLook {
  readonly #deps: MarketLookDeps;
  readonly #evidence: FillEvidence;
  /** The orders that wait for their fills. */
  readonly #finishing: Promise<void>[] = [];

  constructor(deps: MarketLookDeps) {
    this.#deps = deps;
    this.#evidence = createFillEvidence(deps);
  }

  /** Reads the fills that orders wait for, while the lookups go on. */
  readFills(): void {
    this.#evidence.read();
  }

  async finished(): Promise<void> {
    this.#evidence.read();
    await Promise.all(this.#finishing);
  }

  /** Looks up one order, and settles it if the answer and perhaps its fills tell how it ended. */
  async lookUp(entry: Watched): Promise<void> {
    const { clock, session, signal, isSending } = this.#deps;
    const { order } = entry;
    if (isSending(order.id)) return this.#looked(entry, undefined);
    const began = this.#sightOf(entry);
    const ask = (aborts: AbortSignal) => session.lookup(refOf(order), aborts);
    const found = await outcomeOf(clock, ask, { limitMs: patientMsMax, signal });
    switch (found.kind) {
      case 'found':
        return this.#settleFound(entry, found.order);
      case 'absent': {
        // A lookup may take long: the order may have arrived while it waited.
        const wallMs = found.askedAtMs ?? began.wallMs;
        return this.#absent(entry, { ...began, wallMs });
      }
      case 'unknown':
        return this.#looked(entry, undefined);
    }
  }

  /**
   * Settles orders that lists tell everything about, and returns those that need no lookup now. The
   * fills tell which orders filled completely. An order that a lookup did not find needs two more
   * such answers, and the list of open orders gives them for all at once: an order is open, or its
   * fills exist, or nothing of it has any effect.
   */
  async byLists(entries: readonly Watched[]): Promise<ReadonlySet<Watched>> {
    try {
      await this.#settleFilled(entries);
      const doubted = entries.filter(
        ({ order, absences }) => absences > 0 && !isTriggered(order.type),
      );
      if (doubted.length < manyMin) return new Set();
      await this.#lookInOpen(doubted);
      return new Set(doubted);
    } catch (error) {
      // The lookups report why the venue cannot be asked.
      if (this.#deps.signal.aborted) throw error;
      return new Set();
    }
  }

  async #settleFilled(all: readonly Watched[]): Promise<void> {
    const nowMs = this.#deps.clock.monotonic();
    const entries = all.filter(
      ({ absences, fillsReadMs }) => absences === 0 && nowMs - fillsReadMs > fillsAgainMs,
    );
    if (entries.length < manyMin) return;
    const byOrder = new Map(entries.map((entry) => [entry.order, entry]));
    for (const { order, outcome } of await filledOrders(this.#deps, [...byOrder.keys()])) {
      const entry = byOrder.get(order);
      if (entry) await this.#settle(entry, outcome);
    }
    for (const entry of entries) entry.fillsReadMs = nowMs;
  }

  async #lookInOpen(entries: readonly Watched[]): Promise<void> {
    const { clock, session, signal } = this.#deps;
    const [first] = entries;
    if (!first) return;
    const { marketType, symbol } = first.order;
    const isOne = entries.every(({ order }) => order.symbol === symbol);
    const began = entries.map((entry) => ({ entry, sight: this.#sightOf(entry) }));
    const ask = (aborts: AbortSignal) =>
      session.openOrders(marketType, isOne ? symbol : undefined, aborts);
    const open = await answerFrom(clock, ask, { limitMs: patientMsMax, signal });
    const byClientId = new Map(open.map((state) => [state.clientId, state]));
    for (const { entry, sight } of began) {
      const state = byClientId.get(entry.order.venueClientId);
      if (state) await this.#settle(entry, toOutcome(state));
      else this.#absent(entry, sight);
    }
  }

  #sightOf({ sinceMs }: Watched): Sight {
    const { clock } = this.#deps;
    return { wallMs: clock.now(), sinceWatchedMs: clock.monotonic() - sinceMs };
  }

  async #settleFound(entry: Watched, state: VenueOrderState): Promise<void> {
    if (!mayHaveFilled(state)) return this.#settle(entry, toOutcome(state));
    this.#finish(entry, async () => {
      await this.#evidence.of({ order: entry.order, venueOrderId: state.venueOrderId });
      return toOutcome(state);
    });
  }

  #absent(entry: Watched, sight: Sight): void {
    const { order } = entry;
    entry.absences += 1;
    const isFinal = canArriveNoMore(order, this.#deps.session.takenWithinMs(order), sight);
    entry.isAbsent = isFinal && entry.absences >= absencesNeeded;
    if (entry.isAbsent) this.prove(entry);
    else this.#looked(entry, undefined);
  }

  /** Settles an order that its venue does not know, by its fills. */
  prove(entry: Watched): void {
    this.#finish(entry, () => this.#proveAbsence(entry));
  }

  /**
   * Returns the outcome of an order that its venue does not know. The venue may have forgotten an
   * order that is over: its fills are the last evidence. Without fills it never received the order.
   */
  async #proveAbsence({ order }: Watched): Promise<OrderOutcome> {
    const own = await this.#evidence.of({ order, venueOrderId: order.venueOrderId });
    const atMs = this.#deps.clock.now();
    if (own.length === 0) {
      const reason = 'The exchange knows no such order: it never arrived.';
      return { status: 'rejected', rejectCode: notSent, reason, atMs };
    }
    const reason = 'Settled by its fills: the exchange no longer knows the order itself.';
    return outcomeByFills(order, own, { reason, atMs });
  }

  #finish(entry: Watched, outcomeOf: () => Promise<OrderOutcome>): void {
    const finish = async (): Promise<void> => {
      try {
        await this.#settle(entry, await outcomeOf());
      } catch (error) {
        this.#failed(error);
        this.#looked(entry, undefined);
      }
    };
    this.#finishing.push(finish());
  }

  async #settle(entry: Watched, outcome: OrderOutcome): Promise<void> {
    try {
      const order = await this.#deps.settling.record(entry.order.id, outcome);
      // An order can still be unsettled: the venue may have reported nothing yet.
      this.#looked(entry, order && isUnsettled(order) ? undefined : order);
    } catch (error) {
      this.#failed(error);
      this.#looked(entry, 'unstored');
    }
  }

  #looked(entry: Watched, result: LookResult): void {
    this.#deps.list.looked(entry, result);
  }

  #failed(error: unknown): void {
    if (!this.#deps.signal.aborted) this.#deps.failed(error);
  }
}

/** Returns true when an exchange took the order and reports its end without a complete fill. */
function mayHaveFilled({ status, quantity, filled }: VenueOrderState): boolean {
  const isOver = status === 'canceled' || status === 'expired';
  return isOver && compareExact(exactly(filled), exactly(quantity)) < 0;
}
