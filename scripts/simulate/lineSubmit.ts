import { abortable } from '../../server/src/kit/abortable.ts';
import type { SubmitOutcome, VenueOrder } from '../../server/src/trading/venues/venuePort.ts';
import {
  type LineDeps,
  latency,
  nameOf,
  type Refusal,
  refusalOf,
  skewed,
  unanswered,
  unknown,
} from './lineState.ts';
import type { LegFate } from './world.ts';

/** Maximum delay of a request on its way: an older one is refused (recvWindow: 5 s). */
const lateMsMax = 4_900;
/** Maximum delay of an order that is accepted at any age: everybody may have given it up. */
const patientLateMsMax = 45_000;
/** Age of a signature beyond which an exchange refuses a request (recvWindow). */
export const takenWithinMs = 5_000;
/** Milliseconds by which a signature may be in the future. */
const aheadMsMax = 1_000;
/**
 * Milliseconds between two attempts of a waiting request while no service hosts the paper venue.
 */
const doorMs = 100;
const doorTries = 60;

/** Sends an order to the venue, and its answer back. */
export async function submitThrough(
  deps: LineDeps,
  order: VenueOrder,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  const { world, life } = deps;
  const { venues, trace } = world;
  trace.add(`send ${deps.accountId} ${nameOf(order)}`);
  // With several processes, the checker hears of an order earlier: when it leaves.
  if (world.mode !== 'owners') deps.checker.sent(deps.accountId, order);
  venues.underWay.add(order.clientId);
  const outcome = await abortable(travel(deps, order, signal), signal).catch(() =>
    unknown('no answer in time'),
  );
  venues.underWay.delete(order.clientId);
  trace.add(`answer ${order.clientId} ${outcome.kind}`);
  if (outcome.kind !== 'unknown') venues.answered.add(order.clientId);
  if (outcome.kind !== 'acknowledged') return outcome;
  world.crashes.strikesAt('after accept', life);
  return { kind: 'acknowledged', order: skewed(deps, outcome.order) };
}

async function travel(
  deps: LineDeps,
  order: VenueOrder,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  const { world, chance } = deps;
  const { faults, venues } = world;
  const fate = venues.nextFails;
  venues.nextFails = undefined;
  if (fate) faults.fired('F14', 'pair');
  const legFate = legFateOf(deps, order);
  const fates = [fate, legFate];
  const lost = faults.strikes('F1');
  if (lost) faults.fired('F1', 'submit');
  if (lost || fates.includes('lost')) return unanswered(deps, signal);
  await latency(deps);
  const refused = refusalOf(deps, 'submit') ?? haltOf(deps, order);
  if (refused) return { kind: 'rejected', ...refused };
  if (fates.includes('rejected')) {
    return { kind: 'rejected', code: 'OTHER', message: 'Try again later.' };
  }
  if (legFate === 'unknown') {
    void arrive(deps, order, 0);
    return unanswered(deps, signal);
  }
  if (faults.strikes('F2')) {
    const isLate = chance.happens(0.5);
    faults.fired('F2', isLate ? 'submit arrives late' : 'submit');
    const latestMs = venues.patient.has(deps.accountId) ? patientLateMsMax : lateMsMax;
    void arrive(deps, order, isLate ? chance.integer(100, latestMs) : 0);
    return unanswered(deps, signal);
  }
  const outcome = await arrive(deps, order, 0);
  await latency(deps);
  return outcome;
}

/** Returns the fate of this order, if its symbol has one. */
function legFateOf({ world }: LineDeps, { symbol }: VenueOrder): LegFate | undefined {
  const fate = world.venues.failing.get(symbol)?.shift();
  if (fate !== undefined) world.faults.fired('F14', `leg ${fate}`);
  return fate;
}

function haltOf({ world, accountId }: LineDeps, { symbol }: VenueOrder): Refusal | undefined {
  if (!world.venues.haltedSymbols.has(`${accountId} ${symbol}`)) return undefined;
  world.faults.fired('F19', 'one symbol halted');
  return { code: 'OTHER', message: `Trading of ${symbol} is halted.` };
}

/** Delivers the request to the venue, whoever still waits for its answer. */
async function arrive(deps: LineDeps, order: VenueOrder, delayMs: number): Promise<SubmitOutcome> {
  const { world, accountId } = deps;
  const { venues, clock, faults, trace } = world;
  venues.arriving.add(order.clientId);
  if (delayMs > 0) await clock.sleep(delayMs);
  for (let tries = 0; !venues.doors.has(accountId) && tries < doorTries; tries += 1) {
    await clock.sleep(doorMs);
  }
  venues.arriving.delete(order.clientId);
  const door = venues.doors.get(accountId);
  if (!door) return unknown('the venue is gone');
  if (isTooOld(deps, order)) {
    trace.add(`too old ${order.clientId}`);
    return { kind: 'rejected', code: 'OTHER', message: 'Timestamp outside of the receive window.' };
  }
  const isAgain = venues.taken.has(order.clientId);
  const takesTwice = isAgain && faults.probability('F7') > 0;
  const clientId = takesTwice ? aliasOf(deps, order.clientId) : order.clientId;
  trace.add(`arrive ${clientId}`);
  if (takesTwice) faults.fired('F7', 'taken twice by mistake');
  const taking = door.submit({ ...order, clientId }, new AbortController().signal);
  const outcome = world.mode === 'owners' ? await taking.catch(() => undefined) : await taking;
  // Its host was deposed meanwhile and saved nothing: the request still waits at the venue.
  if (!outcome) return arrive(deps, order, doorMs);
  if (outcome.kind === 'acknowledged') venues.taken.add(order.clientId);
  trace.add(`venue ${clientId} ${outcome.kind === 'rejected' ? outcome.message : outcome.kind}`);
  return outcome.kind === 'acknowledged'
    ? { kind: 'acknowledged', order: { ...outcome.order, clientId: order.clientId } }
    : outcome;
}

/** True for a request whose signature the venue refuses, by its own clock (recvWindow). */
function isTooOld({ world, accountId }: LineDeps, { clientId }: VenueOrder): boolean {
  const signedMs = world.venues.signed.get(clientId);
  if (signedMs === undefined) return false;
  const ageMs = world.clock.elapsedMs() - signedMs;
  const isOld = ageMs > takenWithinMs && !world.venues.patient.has(accountId);
  return isOld || ageMs < -aheadMsMax;
}

function aliasOf({ world }: LineDeps, clientId: string): string {
  const { aliases } = world.venues;
  const alias = `again-${aliases.size}-${clientId.slice(0, 12)}`;
  aliases.set(alias, clientId);
  return alias;
}
