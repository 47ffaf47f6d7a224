import type { Cancel, Clock } from '../../kit/clock.ts';
import { compareExact, exactly } from '../../kit/exact.ts';
import { createMemory } from '../../kit/memory.ts';
import { VenueUnavailableError } from '../model/venueUnavailableError.ts';
import type { VenueFill } from '../venues/venuePort.ts';
import type { OrderEvents } from './orderEvents.ts';
import type { OrderStore, StoredOrder } from './orderStore.ts';
import { filledBy } from './outcomes.ts';
import type { Sessions } from './sessions.ts';
import type { Settling } from './settling.ts';
import { answerFrom, patientMsMax } from './venueCalls.ts';

/**
 * Asks once for the fills of an order that ended before it was completely filled, where the venue's
 * record does not prove what filled. Fills that are found then correct the order. The end itself is
 * reported at once; the fills are asked for later, because venues list them late.
 */
export interface EndProofs {
  /** Returns the number of orders whose fills must still be asked for. */
  count(): number;
  /** Stops; resolves once no request runs any more. */
  stop(): Promise<void>;
}

export interface EndProofsDeps {
  readonly events: Pick<OrderEvents, 'onOrder'>;
  readonly orders: Pick<OrderStore, 'fillsOf'>;
  readonly sessions: Pick<Sessions, 'opened'>;
  readonly settling: Pick<Settling, 'addFills'>;
  readonly clock: Clock;
  /** Called with errors of our own and of the database, but not when a venue does not answer. */
  readonly failed: (error: unknown) => void;
}

/** Maximum difference between the end of an order and the time or listing of its last fill. */
const slackMs = 10_000;
/** Orders of a symbol that ended within this time are answered by one list. */
const beatMs = 5_000;
/** Older fills were reported already, or read by the comparison of every minute. */
const recentMs = 60_000;
/** Maximum number of fills that venues return in one list. */
const fillsMax = 1_000;
/** After three failures the comparison of every minute must find the fills. */
const attemptsMax = 3;
/**
 * Maximum number of waiting orders: a wave of cancels on every market. The comparison finds the
 * fills of the rest.
 */
const owedMax = 2_000;
/** Maximum number of remembered ends that were asked for; each costs about 100 bytes. */
const rememberedMax = 20_000;

interface Owed {
  readonly order: StoredOrder;
  readonly heardMs: number;
  /** Due time on the monotonic clock. */
  dueMs: number;
  attempts: number;
}

export function createEndProofs(deps: EndProofsDeps): EndProofs {
  const { clock, events, sessions } = deps;
  const owed = new Map<string, Owed>();
  const asked = createMemory<true>(rememberedMax);
  const leaving = new AbortController();
  let cancelBeat: Cancel | undefined;
  let reading: Promise<void> = Promise.resolve();

  const readDue = async (): Promise<void> => {
    const nowMs = clock.monotonic();
    const due = [...owed.values()].filter(({ dueMs }) => dueMs <= nowMs);
    const groups = Map.groupBy(due, ({ order }) => groupOf(order));
    for (const group of groups.values()) {
      if (leaving.signal.aborted) return;
      const isAsked = await prove(deps, group, leaving.signal);
      for (const each of group) if (isAsked || isGivenUp(each, clock)) owed.delete(each.order.id);
    }
  };
  const readSoon = (): void => {
    if (owed.size === 0 || leaving.signal.aborted) return;
    cancelBeat ??= clock.schedule(beatMs, () => {
      reading = readDue()
        .catch(deps.failed)
        .finally(() => {
          cancelBeat = undefined;
          readSoon();
        });
    });
  };
  const cancelEvents = events.onOrder((order) => {
    if (!isDoubtful(sessions, order) || owed.size >= owedMax) return;
    const name = `${order.id} ${order.filled}`;
    if (asked.get(name)) return;
    asked.set(name, true);
    const dueMs = clock.monotonic() + slackMs;
    owed.set(order.id, { order, heardMs: clock.now(), dueMs, attempts: 0 });
    readSoon();
  });
  return {
    count: () => owed.size,
    async stop() {
      cancelEvents();
      leaving.abort();
      cancelBeat?.();
      await reading;
    },
  };
}

/**
 * Returns true when the end does not prove what filled, at a venue whose record may come too early.
 */
function isDoubtful({ opened }: Pick<Sessions, 'opened'>, order: StoredOrder): boolean {
  const { status, filled, quantity, venueOrderId, accountId, marketType } = order;
  const isCutShort = status === 'canceled' || status === 'expired';
  // An order without a venue id never left.
  if (!isCutShort || venueOrderId === undefined) return false;
  if (compareExact(exactly(filled), exactly(quantity)) >= 0) return false;
  return opened(accountId)?.doubtfulEnds?.includes(marketType) ?? false;
}

function groupOf({ accountId, marketType, symbol }: StoredOrder): string {
  return `${accountId} ${marketType} ${symbol}`;
}

function isGivenUp(each: Owed, clock: Clock): boolean {
  each.attempts += 1;
  each.dueMs = clock.monotonic() + slackMs;
  return each.attempts >= attemptsMax;
}

/** Asks for the fills of orders of one symbol; returns false when the venue could not be asked. */
async function prove(
  deps: EndProofsDeps,
  group: readonly Owed[],
  signal: AbortSignal,
): Promise<boolean> {
  const { clock, sessions, settling } = deps;
  const unproven: Owed[] = [];
  for (const each of group) if (!(await isProven(deps, each.order))) unproven.push(each);
  const [first] = unproven;
  const session = first && sessions.opened(first.order.accountId);
  if (!first || !session) return true;
  const { accountId, marketType, symbol } = first.order;
  const sinceMs = Math.min(...unproven.map(startOf)) - slackMs;
  const query = { marketType, symbol, sinceMs, limit: fillsMax };
  const reader = session.for?.('history') ?? session;
  try {
    const within = { signal, limitMs: patientMsMax };
    const fills = await answerFrom(clock, (ends) => reader.fills(query, ends), within);
    const own = unproven.flatMap(({ order }) => ownOf(order, fills));
    if (own.length > 0) await settling.addFills(accountId, own);
    return true;
  } catch (error) {
    if (!(error instanceof VenueUnavailableError)) deps.failed(error);
    return false;
  }
}

/**
 * Returns true when the order is partly filled and the stored fills sum up to all of it: both
 * reports of the venue agree.
 */
async function isProven(
  { orders }: Pick<EndProofsDeps, 'orders'>,
  order: StoredOrder,
): Promise<boolean> {
  const filled = exactly(order.filled);
  if (filled.digits === 0n) return false;
  const sum = filledBy(await orders.fillsOf(order));
  return compareExact(exactly(sum), filled) >= 0;
}

/** Returns the time from which a fill of the order may be unknown. */
function startOf({ order, heardMs }: Owed): number {
  return Math.max(order.createdAtMs, heardMs - recentMs);
}

function ownOf(
  { venueClientId: clientId, venueOrderId, symbol }: StoredOrder,
  fills: readonly VenueFill[],
): readonly VenueFill[] {
  const isOwn = (fill: VenueFill): boolean =>
    fill.symbol === symbol && (fill.clientId === clientId || fill.venueOrderId === venueOrderId);
  return fills.filter(isOwn).map((fill) => ({ ...fill, clientId }));
}
