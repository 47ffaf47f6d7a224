import { abortable } from '../../server/src/kit/abortable.ts';
import type { ConnectPaper } from '../../server/src/trading/service/orders.ts';
import type { ListedMarket } from '../../server/src/trading/venues/marketPort.ts';
import {
  type CancelOutcome,
  type LookupOutcome,
  type OrderRef,
  type VenueOrderState,
  type VenueSession,
  VenueUnavailableError,
} from '../../server/src/trading/venues/venuePort.ts';
import type { Checker } from './checker.ts';
import { units } from './exactSum.ts';
import { newsThrough } from './lineNews.ts';
import { readsOfPerps } from './linePerps.ts';
import { type LineDeps, latency, refusalOf, skewed, unanswered, unknown } from './lineState.ts';
import { submitThrough, takenWithinMs } from './lineSubmit.ts';
import type { World } from './world.ts';
import { type Life, never } from './worldClock.ts';

/** Maximum milliseconds of a slow cancel, during which more fills may happen. */
const cancelMsMax = 8_000;
const crossingStepMs = 200;

/** Creates the faulty line between one incarnation and its venues. */
export function createLine(
  world: World,
  life: Life,
  checker: Checker,
): (venues: ConnectPaper) => ConnectPaper {
  return (connectVenues) => (market) => {
    const venues = connectVenues({
      ...market,
      rulesOf: (venue, symbol) => changedRules(world, market.rulesOf(venue, symbol)),
    });
    return {
      open(account, events) {
        const chance = world.chance(`line ${life.number} ${account.id}`);
        const deps: LineDeps = { world, life, checker, chance, accountId: account.id };
        const door = venues.open(account, newsThrough(deps, events));
        const { host = life.number } = world.venues;
        if (host === life.number) world.venues.doors.set(account.id, door);
        const session = cutOff(life, createSession(deps, door));
        return world.plant?.session?.(session, account.id) ?? session;
      },
    };
  };
}

/** Changes a market's steps and minimums at the venue, so that our list of them is outdated. */
function changedRules(world: World, listed: ListedMarket | undefined): ListedMarket | undefined {
  const factor = world.venues.rulesFactor;
  if (!listed || factor === 1) return listed;
  world.faults.fired('F12', 'submit');
  const times = (value: number | undefined) =>
    value === undefined ? undefined : Number((value * factor).toPrecision(12));
  return {
    ...listed,
    priceTick: times(listed.priceTick),
    quantityStep: times(listed.quantityStep),
    notionalMin: times(listed.notionalMin),
  };
}

/** Cuts a dead process off: it gets no answers any more. */
function cutOff(life: Life, session: VenueSession): VenueSession {
  const alive = <Value>(answer: Promise<Value>): Promise<Value> =>
    answer.then(
      (value) => (life.isOver ? never() : value),
      (error: unknown) => {
        if (life.isOver) return never();
        throw error;
      },
    );
  return {
    submit: (order, signal) => alive(session.submit(order, signal)),
    takenWithinMs: session.takenWithinMs,
    cancel: (ref, signal) => alive(session.cancel(ref, signal)),
    lookup: (ref, signal) => alive(session.lookup(ref, signal)),
    openOrders: (...query) => alive(session.openOrders(...query)),
    balances: (...query) => alive(session.balances(...query)),
    fills: (...query) => alive(session.fills(...query)),
    ...readsOfPerps(session, (_, read) => alive(read())),
    renew: (account) => session.renew?.(account),
    close: () => alive(session.close()),
  };
}

function createSession(deps: LineDeps, door: VenueSession): VenueSession {
  const { world } = deps;
  return {
    submit: (order, signal) => submitThrough(deps, order, signal),
    takenWithinMs: () => (world.venues.patient.has(deps.accountId) ? undefined : takenWithinMs),
    cancel: (ref, signal) =>
      abortable(cancelThrough(deps, door, { ref, signal }), signal).catch(() =>
        unknown('no answer in time'),
      ),
    lookup: (ref, signal) =>
      abortable(lookupThrough(deps, door, { ref, signal }), signal).catch(() =>
        unknown('no answer in time'),
      ),
    async openOrders(marketType, symbol, signal) {
      await readThrough(deps, signal);
      const open = await door.openOrders(marketType, symbol, signal);
      return open.map((state) => skewed(deps, state));
    },
    async balances(marketType, signal) {
      await readThrough(deps, signal);
      return door.balances(marketType, signal);
    },
    async fills(query, signal) {
      await readThrough(deps, signal);
      const { skewMs, aliases } = world.venues;
      const fills = await door.fills({ ...query, sinceMs: query.sinceMs - skewMs }, signal);
      return fills.map((fill) => ({
        ...fill,
        atMs: fill.atMs + skewMs,
        clientId: aliases.get(fill.clientId ?? '') ?? fill.clientId,
      }));
    },
    // Only in that mode do accounts hold contracts.
    ...(world.mode === 'pairs' &&
      readsOfPerps(door, async (signal, read) => {
        await readThrough(deps, signal);
        return read();
      })),
    renew: (account) => door.renew?.(account),
    close: door.close,
  };
}

async function readThrough(deps: LineDeps, signal: AbortSignal): Promise<void> {
  const { faults } = deps.world;
  await latency(deps);
  const refused = refusalOf(deps, 'read');
  if (refused) throw new VenueUnavailableError(refused.message);
  if (!faults.strikes('F1')) return;
  faults.fired('F1', 'read');
  const { message } = await unanswered(deps, signal);
  throw new VenueUnavailableError(message);
}

interface Call {
  readonly ref: OrderRef;
  readonly signal: AbortSignal;
}

async function cancelThrough(
  deps: LineDeps,
  door: VenueSession,
  { ref, signal }: Call,
): Promise<CancelOutcome> {
  const { world, life, chance } = deps;
  const { faults, crashes, trace } = world;
  trace.add(`cancel ${ref.clientId}`);
  if (crashes.strikesAt('during cancel', life)) return never();
  await latency(deps);
  const refused = refusalOf(deps, 'cancel');
  if (refused) return unknown(refused.message);
  if (faults.strikes('F1')) {
    faults.fired('F1', 'cancel');
    return unanswered(deps, signal);
  }
  const before = faults.strikes('F5') ? await door.lookup(ref, signal) : undefined;
  const isHeld =
    before?.kind === 'found' &&
    (world.mode === 'algorithms' || world.mode === 'pairs') &&
    chance.happens(0.7);
  if (isHeld) world.venues.held.add(ref.clientId);
  if (before?.kind === 'found') await crossing(deps, door, { ref, signal });
  const outcome = await door.cancel(ref, signal);
  world.venues.held.delete(ref.clientId);
  trace.add(
    `cancelled ${ref.clientId} ${outcome.kind === 'done' ? outcome.order.status : outcome.kind}`,
  );
  const isCrossed =
    before?.kind === 'found' &&
    outcome.kind === 'done' &&
    before.order.status === 'open' &&
    before.order.filled !== outcome.order.filled;
  const isStale = isCrossed && isHeld && outcome.order.status === 'canceled';
  if (isCrossed) faults.fired('F5', isStale ? 'told after the cancel' : 'cancel');
  if (crashes.strikesAt('during cancel', life)) return never();
  if (faults.strikes('F2')) {
    faults.fired('F2', 'cancel');
    return unanswered(deps, signal);
  }
  if (isStale) {
    const late = units(outcome.order.filled) - units(before.order.filled);
    world.venues.toldLate.set(ref.clientId, late);
    return { kind: 'done', order: skewed(deps, withFillsOf(before.order, outcome.order)) };
  }
  return outcome.kind === 'done' ? { ...outcome, order: skewed(deps, outcome.order) } : outcome;
}

/** Answers before the fills that crossed the cancel are booked; their news come later. */
function withFillsOf(before: VenueOrderState, after: VenueOrderState): VenueOrderState {
  const { filled, average, cost, fees, lastTradeAtMs } = before;
  return { ...after, filled, average, cost, fees, lastTradeAtMs };
}

/** Delays the cancel until something fills, or for as long as its caller waits. */
async function crossing({ world }: LineDeps, door: VenueSession, call: Call): Promise<void> {
  const filled = async () => {
    const found = await door.lookup(call.ref, call.signal);
    return found.kind === 'found' ? found.order.filled : undefined;
  };
  const first = await filled();
  for (let ms = 0; ms < cancelMsMax; ms += crossingStepMs) {
    await world.clock.sleep(crossingStepMs);
    if ((await filled()) !== first) return;
  }
}

async function lookupThrough(
  deps: LineDeps,
  door: VenueSession,
  { ref, signal }: Call,
): Promise<LookupOutcome> {
  const { world, life } = deps;
  const { faults, crashes, trace, venues } = world;
  if (crashes.strikesAt('during lookup', life)) return never();
  await latency(deps);
  const refused = refusalOf(deps, 'lookup');
  if (refused) return unknown(refused.message);
  if (faults.strikes('F1')) {
    faults.fired('F1', 'lookup');
    return unanswered(deps, signal);
  }
  const outcome = await door.lookup(ref, signal);
  trace.add(
    `lookup ${ref.clientId} ${outcome.kind === 'found' ? outcome.order.status : outcome.kind}`,
  );
  if (crashes.strikesAt('during lookup', life)) return never();
  if (outcome.kind !== 'found') return outcome;
  const isOver = outcome.order.status !== 'open';
  if (isOver && faults.strikes('F6')) venues.forgotten.add(ref.clientId);
  // It still knows the order by its own id.
  if (isOver && ref.venueOrderId === undefined && venues.forgotten.has(ref.clientId)) {
    faults.fired('F6', 'lookup');
    return { kind: 'absent' };
  }
  return { kind: 'found', order: skewed(deps, outcome.order) };
}
