import { createSystemClock } from '../../../src/kit/clock.ts';
import type { FailoverFault } from './faults.ts';
import { type FailoverHouse, type Member, untilReady } from './house.ts';
import type { Reign } from './leaseWatch.ts';

const clock = createSystemClock();
/** Strikes come at any moment of the second between two renewals. */
const phaseMsMax = 1_000;
/** The other must have stood by for so long: it has seen renewals then. */
const standbyMs = 1_500;
const takeoverMsMax = 40_000;
const lookEveryMs = 10;

/** One fault, and what came of it. */
export interface FailoverRound {
  readonly fault: string;
  readonly owner: string;
  readonly epoch: number;
  /** From the last renewal of the lost owner to the first order that the other sent. */
  readonly takeoverMs: number | undefined;
  /** From the last renewal to the new epoch. */
  readonly leaseMs: number | undefined;
  readonly wrong: string | undefined;
}

/** Strikes once, waits for what must follow, and until both are there again. */
export async function playRound(
  house: FailoverHouse,
  fault: FailoverFault,
  random: () => number,
): Promise<FailoverRound> {
  const { owner, other } = await untilBothStand(house);
  await clock.sleep(random() * phaseMsMax);
  const before = house.lease.current();
  if (!before) throw new Error('Nobody holds the lease.');
  const struckMs = clock.monotonic();
  const heal = await fault.strike(house, owner);
  const told = { fault: fault.name, owner: owner.process.name, epoch: before.epoch };
  const isTaken = fault.ends === 'takeover';
  const reign = isTaken ? await untilReign(house, before) : undefined;
  // What was in hand is let go as soon as the lease is another's: it could still be sent in time.
  if (fault.lastsMs === 0) await heal();
  const firstMs = reign ? await untilFirstOrder(house, other, reign) : undefined;
  await clock.sleep(Math.max(0, fault.lastsMs - (clock.monotonic() - struckMs)));
  if (fault.lastsMs > 0) await heal();
  if (fault.isPartition) {
    const fromMs = clock.now() - (clock.monotonic() - struckMs);
    house.partitions.push({ member: owner.process.name, fromMs, untilMs: clock.now() });
  }
  if (fault.ends === 'stays') {
    await untilReady(owner.process);
    const stays = house.lease.current()?.epoch === before.epoch;
    const wrong = stays ? undefined : 'the owner was replaced';
    return { ...told, takeoverMs: undefined, leaseMs: undefined, wrong };
  }
  if (!reign || firstMs === undefined) {
    return { ...told, takeoverMs: undefined, leaseMs: undefined, wrong: 'no takeover' };
  }
  return {
    ...told,
    takeoverMs: firstMs - before.lastRenewalMs,
    leaseMs: reign.fromMs - before.lastRenewalMs,
    wrong: reign.epoch === before.epoch + 1 ? undefined : `epoch ${reign.epoch}`,
  };
}

interface Standing {
  readonly owner: Member;
  readonly other: Member;
}

/** Resolves when one takes orders and the other has stood by for long enough. */
async function untilBothStand(house: FailoverHouse): Promise<Standing> {
  const untilMs = clock.monotonic() + takeoverMsMax;
  for (let sinceMs: number | undefined; clock.monotonic() < untilMs; ) {
    const owner = house.owner();
    const other = house.members.find((each) => each !== owner);
    const isStanding = owner && other && (await owner.process.ready()) === 200;
    if (!isStanding || (await other.process.ready()) !== 503) sinceMs = undefined;
    else sinceMs ??= clock.monotonic();
    if (isStanding && sinceMs !== undefined && clock.monotonic() - sinceMs >= standbyMs) {
      return { owner, other };
    }
    await clock.sleep(lookEveryMs * 5);
  }
  throw new Error('The two processes do not come to stand.');
}

/** Resolves once another holds the lease; undefined when that does not come. */
function untilReign(house: FailoverHouse, before: Reign): Promise<Reign | undefined> {
  return untilFound(() => house.lease.reigns().find(({ epoch }) => epoch > before.epoch));
}

/** Resolves with the time of the first order that the other sent as the owner. */
function untilFirstOrder(
  house: FailoverHouse,
  other: Member,
  { fromMs }: Reign,
): Promise<number | undefined> {
  return untilFound(() => firstDeparture(house, other.process.name, fromMs));
}

async function untilFound<Found>(find: () => Found | undefined): Promise<Found | undefined> {
  const untilMs = clock.monotonic() + takeoverMsMax;
  for (; clock.monotonic() < untilMs; await clock.sleep(lookEveryMs)) {
    const found = find();
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstDeparture(
  { departures }: FailoverHouse,
  member: string,
  fromMs: number,
): number | undefined {
  for (const each of departures.values()) {
    if (each.member === member && each.atMs >= fromMs - 100) return each.atMs;
  }
  return undefined;
}
