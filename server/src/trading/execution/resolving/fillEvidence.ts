import type { Clock } from '../../../kit/clock.ts';
import { compareExact, exactly } from '../../../kit/exact.ts';
import type { VenueFill, VenueSession } from '../../venues/venuePort.ts';
import type { OrderOutcome, StoredOrder } from '../orderStore.ts';
import { outcomeByFills } from '../outcomeByFills.ts';
import { filledBy } from '../outcomes.ts';
import type { Settling } from '../settling.ts';
import { answerFrom, patientMsMax } from '../venueCalls.ts';

/** An order whose fills are wanted. */
export interface Sought {
  readonly order: StoredOrder;
  /** The venue's own id of it, if the venue reported one. */
  readonly venueOrderId: string | undefined;
}

/** Reads fills that prove what became of orders. */
export interface FillEvidence {
  /** Returns the order's present fills, oldest first, once `read` has read them. */
  of(sought: Sought): Promise<readonly VenueFill[]>;
  /** Reads for all orders that wait, unless a reading is under way: they are read for after it. */
  read(): void;
}

type FillsByOrder = ReadonlyMap<string, readonly VenueFill[]>;

/** A reading of a market's fills that failed on its way; the next one goes on there. */
export interface ReadingProgress {
  unfinished: Reading | undefined;
}

interface Reading {
  /**
   * The orders that it is for, by their ids. Fills of all of them are kept, whoever asks: a later
   * attempt does not read what lies behind.
   */
  readonly orders: ReadonlyMap<string, Sought>;
  /** The fills before this time are read. */
  sinceMs: number;
  readonly found: Map<string, Map<string, VenueFill>>;
}

export interface FillReadDeps {
  readonly clock: Clock;
  readonly settling: Pick<Settling, 'addFills'>;
  readonly session: VenueSession;
  /** Aborts when the service stops; the next process then asks. */
  readonly signal: AbortSignal;
}

export interface FillEvidenceDeps extends FillReadDeps {
  /** Kept from one to the next. */
  readonly progress: ReadingProgress;
}

/** Number of fills that are requested at once, unless the venue lists fewer in time. */
const pageMax = 1_000;
/**
 * Maximum number of answers of one reading: 200,000 fills are more than the busiest account makes
 * in a day, and an order that is older is looked up again later.
 */
const pagesMax = 200;
/** The venue's clock may be behind ours. */
const clockSkewMs = 60_000;

/**
 * One reading goes through the fills of a symbol since its oldest order, page by page, for all
 * orders that wait for it, and stores what it finds. One reading runs at a time; orders that come
 * meanwhile wait for the next one, because their fills may lie behind it. Without this, each order
 * of a backlog would read the list once more, and the backlog would grow.
 */
export function createFillEvidence(deps: FillEvidenceDeps): FillEvidence {
  let waiting: Waiting[] = [];
  let isReading = false;
  const readWaiting = async (): Promise<void> => {
    isReading = true;
    while (waiting.length > 0) {
      const [first] = waiting;
      const isSame = ({ order }: Sought) => order.symbol === first?.order.symbol;
      const group = waiting.filter(isSame);
      waiting = waiting.filter((each) => !isSame(each));
      await readFor(deps, group).then(
        (found) => {
          for (const { order, resolve } of group) resolve(found.get(order.id) ?? []);
        },
        (error: unknown) => {
          for (const { reject } of group) reject(error);
        },
      );
    }
    isReading = false;
  };
  return {
    of(sought) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly VenueFill[]>();
      waiting.push({ ...sought, resolve, reject });
      return promise;
    },
    read() {
      if (!isReading) void readWaiting();
    },
  };
}

/** An order that its fills make complete, and how it ended. */
export interface FilledOrder {
  readonly order: StoredOrder;
  readonly outcome: OrderOutcome;
}

/**
 * Returns those orders of one market type that their fills make complete: a few lists tell it of
 * all of them, where each would need a lookup of its own. The fills are stored.
 */
export async function filledOrders(
  deps: FillReadDeps,
  orders: readonly StoredOrder[],
): Promise<readonly FilledOrder[]> {
  const filled: FilledOrder[] = [];
  const sought = orders.map((order) => ({ order, venueOrderId: order.venueOrderId }));
  for (const group of Map.groupBy(sought, ({ order }) => order.symbol).values()) {
    const found = await readOn(deps, begun(group), { unfinished: undefined });
    const atMs = deps.clock.now();
    for (const { order } of group) {
      const fills = found.get(order.id) ?? [];
      const isWhole = compareExact(exactly(filledBy(fills)), exactly(order.quantity)) >= 0;
      if (!isWhole) continue;
      const outcome = outcomeByFills(order, fills, { reason: undefined, atMs });
      filled.push({ order, outcome });
    }
  }
  return filled;
}

interface Waiting extends Sought {
  readonly resolve: (fills: readonly VenueFill[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads the fills of orders of one account and symbol, and stores them. Those of an unfinished
 * reading come first, since a slow venue would otherwise never come to the end.
 */
async function readFor(
  { progress, ...deps }: FillEvidenceDeps,
  group: readonly Sought[],
): Promise<FillsByOrder> {
  const { unfinished } = progress;
  const late = group.filter(({ order }) => !unfinished?.orders.has(order.id));
  const isResumed = unfinished !== undefined && late.length < group.length;
  const early = isResumed ? await readOn(deps, unfinished, progress) : [];
  const rest = late.length > 0 ? await readOn(deps, begun(late), progress) : [];
  return new Map([...early, ...rest]);
}

/** Reads on to the end of the list. */
async function readOn(
  { session, settling, clock, signal }: FillReadDeps,
  reading: Reading,
  progress: ReadingProgress,
): Promise<FillsByOrder> {
  const sought = [...reading.orders.values()];
  const [first] = sought;
  if (!first) return new Map();
  const { marketType, symbol, accountId } = first.order;
  const limit = session.fillsAtOnce?.(marketType) ?? pageMax;
  const ownerOf = ownersOf(sought);
  progress.unfinished = reading;
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { marketType, symbol, sinceMs: reading.sinceMs, limit };
    const ask = (aborts: AbortSignal) => session.fills(query, aborts);
    const fills = await answerFrom(clock, ask, { limitMs: patientMsMax, signal });
    const own: VenueFill[] = [];
    for (const fill of fills) {
      const order = fill.symbol === symbol ? ownerOf(fill) : undefined;
      if (order) own.push(noted(reading, order, fill));
    }
    if (own.length > 0) await settling.addFills(accountId, own);
    if (fills.length < limit) {
      progress.unfinished = undefined;
      return new Map([...reading.found].map(([id, ofOrder]) => [id, [...ofOrder.values()]]));
    }
    const lastMs = fills.at(-1)?.atMs ?? reading.sinceMs;
    if (lastMs <= reading.sinceMs) break;
    reading.sinceMs = lastMs;
  }
  // Nothing is proved by a list that cannot be read to its end.
  progress.unfinished = undefined;
  throw new Error('There are more fills than can be read.');
}

function begun(sought: readonly Sought[]): Reading {
  const madeMs = sought.map(({ order }) => order.createdAtMs);
  return {
    orders: new Map(sought.map((each) => [each.order.id, each])),
    sinceMs: madeMs.reduce((least, atMs) => Math.min(least, atMs)) - clockSkewMs,
    found: new Map(),
  };
}

/** Keeps a fill of an order, once however often it is listed, and returns it with our id. */
function noted({ found }: Reading, { id, venueClientId }: StoredOrder, fill: VenueFill): VenueFill {
  const own = { ...fill, clientId: venueClientId };
  const ofOrder = found.get(id) ?? new Map<string, VenueFill>();
  found.set(id, ofOrder.set(fill.venueTradeId, own));
  return own;
}

/** Returns a function that finds the order of a fill, by the id that we gave or by the venue's. */
function ownersOf(group: readonly Sought[]): (fill: VenueFill) => StoredOrder | undefined {
  const byClientId = new Map(group.map(({ order }) => [order.venueClientId, order]));
  const byVenueId = new Map(
    group.flatMap(({ order, venueOrderId = order.venueOrderId }) =>
      venueOrderId === undefined ? [] : [[venueOrderId, order] as const],
    ),
  );
  return ({ clientId, venueOrderId }) =>
    byClientId.get(clientId ?? '') ?? byVenueId.get(venueOrderId);
}
