import { abortable } from '../../../../kit/abortable.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { withDeadline } from '../../../../kit/deadline.ts';
import { errorText } from '../../../../kit/errors.ts';
import type { CallAim, ReadPurpose } from '../../../model/callPurpose.ts';
import type { MarketType } from '../../../model/order.ts';
import type { LookupOutcome, OrderRef, VenueOrderState } from '../../venuePort.ts';
import type { LookupMany, ManyOutcome } from './dialect.ts';
import type { DialectClient } from './dialectClient.ts';
import { failureOf } from './failures.ts';
import type { Line } from './line.ts';
import { lookup } from './sending.ts';

/** Looks up one order; callers that ask at about the same moment are answered together. */
export type Lookup = (ref: OrderRef, signal: AbortSignal) => Promise<LookupOutcome>;

/**
 * Long enough for all look-ups that one message or one restart begins, and too short to be noticed.
 */
const gatherMs = 20;
/**
 * Look-ups of one order that run at the same time. More would each wait for the venue's budget,
 * while those that are gathered behind them cost as much as one.
 */
const alonesMax = 2;
/** Maximum wait of a look-up for its turn at the venue: a counter that is full drains within it. */
export const manyMsMax = 45_000;

interface GatherDeps {
  readonly clock: Clock;
  readonly clientOf: (marketType: MarketType) => DialectClient;
  readonly lineFor: (aim: CallAim) => Line;
  /** Called with the state of an order when all who asked for it had given up. */
  readonly told: (state: VenueOrderState) => void;
}

export interface GatheredLookups {
  /** Returns look-ups with this purpose; all purposes share the look-up under way. */
  as(purpose: ReadPurpose): Lookup;
  stop(): void;
}

/**
 * Gathers look-ups of orders where the venue reports many in one answer. A venue that counts calls
 * would take minutes for the orders that a restart leaves, each of them separately. One such
 * look-up is under way at a time, and a caller who meanwhile asks for one of its orders waits for
 * its answer.
 */
export function createGatheredLookups(deps: GatherDeps): GatheredLookups {
  const queues = new Map<DialectClient, Queue>();
  const ended = new AbortController();
  const queueOf = (dialectClient: DialectClient, many: LookupMany): Queue => {
    const known = queues.get(dialectClient);
    if (known) return known;
    const queue = new Queue({ ...deps, dialectClient, many, ended: ended.signal });
    queues.set(dialectClient, queue);
    return queue;
  };
  return {
    as: (purpose) => async (ref, signal) => {
      const dialectClient = deps.clientOf(ref.marketType);
      const many = dialectClient.dialect.lookupMany;
      if (!many) return lookup(deps.lineFor({ purpose }), ref, signal);
      const { promise, resolve } = Promise.withResolvers<Answer>();
      queueOf(dialectClient, many).ask({ ref, purpose, signal, tell: resolve });
      return abortable(promise, signal).catch((error: unknown) => unknownFor(error));
    },
    stop: () => ended.abort(new Error('the session is closed')),
  };
}

type Answer = LookupOutcome | Promise<LookupOutcome>;

interface Asking {
  readonly ref: OrderRef;
  readonly purpose: ReadPurpose;
  readonly signal: AbortSignal;
  readonly tell: (answer: Answer) => void;
}

interface QueueDeps extends GatherDeps {
  readonly dialectClient: DialectClient;
  readonly many: LookupMany;
  readonly ended: AbortSignal;
}

/** The look-ups that wait at one venue. */
class Queue {
  readonly #deps: QueueDeps;
  #waiting: Asking[] = [];
  #isBeginning = false;
  #alones = 0;
  /** The requests that wait for the look-up under way, by the orders that it names. */
  #underWay: Map<string, Asking[]> | undefined;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  ask(asking: Asking): void {
    const others = this.#underWay?.get(asking.ref.clientId);
    if (others) others.push(asking);
    else this.#wait(asking);
  }

  #wait(asking: Asking): void {
    this.#waiting.push(asking);
    if (this.#isBeginning || this.#underWay) return;
    this.#isBeginning = true;
    this.#deps.clock.schedule(gatherMs, () => {
      this.#isBeginning = false;
      this.#begin();
    });
  }

  #begin(): void {
    const { clock, many } = this.#deps;
    if (this.#underWay || this.#waiting.length === 0) return;
    const byOrder = new Map<string, Asking[]>();
    const later: Asking[] = [];
    for (const asking of this.#waiting.filter(({ signal }) => !signal.aborted)) {
      const others = byOrder.get(asking.ref.clientId);
      if (others) others.push(asking);
      else if (byOrder.size < many.ordersMax) byOrder.set(asking.ref.clientId, [asking]);
      else later.push(asking);
    }
    this.#waiting = later;
    if (byOrder.size < 2) {
      const [all = []] = byOrder.values();
      this.#beginAlone(all);
      return;
    }
    this.#underWay = byOrder;
    const beganMs = clock.now();
    const first = [...byOrder.values()].map((all) => all.length);
    void this.#look(byOrder).then((found) => {
      this.#underWay = undefined;
      for (const [index, all] of [...byOrder.values()].entries()) {
        this.#answer({ all, found, beganMs, early: first[index] ?? 0 });
      }
      this.#begin();
    });
  }

  /** Looks up the only order that waits, unless enough such look-ups run. */
  #beginAlone(all: readonly Asking[]): void {
    if (this.#alones >= alonesMax) {
      this.#waiting.push(...all);
      return;
    }
    this.#alones += 1;
    void Promise.allSettled(all.map((asking) => this.#alone(asking))).then(() => {
      this.#alones -= 1;
      this.#begin();
    });
  }

  #alone({ ref, purpose, signal, tell }: Asking): Promise<LookupOutcome> {
    const outcome = lookup(this.#deps.lineFor({ purpose }), ref, signal);
    tell(outcome);
    return outcome;
  }

  /**
   * Returns the outcomes, or why there are none, or undefined when each order must be looked up
   * separately.
   */
  async #look(byOrder: ReadonlyMap<string, readonly Asking[]>): Promise<Found> {
    const { clock, dialectClient, many, ended, lineFor } = this.#deps;
    const all = [...byOrder.values()].flat();
    const purpose = all.some((each) => each.purpose === 'proof') ? 'proof' : 'comparison';
    const line = lineFor({ purpose, untilMs: clock.monotonic() + manyMsMax });
    const refs = [...byOrder.values()].flatMap(([first]) => (first ? [first.ref] : []));
    try {
      return await withDeadline({ clock, limitMs: manyMsMax, signal: ended }, (ends) =>
        line.read(dialectClient, ends, (call) => many.look(call, refs)),
      );
    } catch (error) {
      const { kind, message } = failureOf(error, dialectClient.dialect.errorMeanings);
      // One order that the venue does not report must not keep the others from being reported.
      const isOfOne = kind === 'refused' || kind === 'notFound';
      return isOfOne ? undefined : { kind: 'unknown', message };
    }
  }

  #answer({ all, found, beganMs, early }: Answered): void {
    for (const [index, asking] of all.entries()) {
      const outcome = found && 'kind' in found ? found : found?.get(asking.ref.clientId);
      const answer = outcome && outcomeOf(outcome, beganMs);
      const isOpen = answer?.kind === 'found' && answer.order.status === 'open';
      // An open order may have ended between the look-up and the request.
      if (isOpen && index >= early) this.#waiting.push(asking);
      else if (!answer) void this.#alone(asking);
      else asking.tell(answer);
    }
    const answer = found && !('kind' in found) && found.get(all[0]?.ref.clientId ?? '');
    const isLeft = all.every(({ signal }) => signal.aborted);
    if (isLeft && typeof answer === 'object') this.#deps.told(answer);
  }
}

type Found = ReadonlyMap<string, ManyOutcome> | Unknown | undefined;
type Unknown = Extract<LookupOutcome, { readonly kind: 'unknown' }>;

interface Answered {
  /** All requests for one order, in their order. */
  readonly all: readonly Asking[];
  readonly found: Found;
  readonly beganMs: number;
  /** Number of them that were made before the look-up began. */
  readonly early: number;
}

function outcomeOf(outcome: ManyOutcome | Unknown, beganMs: number): LookupOutcome {
  if (outcome === 'absent') return { kind: 'absent', askedAtMs: beganMs };
  if (outcome === 'untold') {
    return { kind: 'unknown', message: 'The exchange does not report all of the order yet.' };
  }
  return 'kind' in outcome ? outcome : { kind: 'found', order: outcome };
}

function unknownFor(error: unknown): LookupOutcome {
  return { kind: 'unknown', message: errorText(error) };
}
