import { createSystemClock } from '../../../src/kit/clock.ts';
import type { FailoverFault } from './fault.ts';
import type { Reign } from './leaseWatch.ts';
import { type FailoverSetup, type Member, untilReady } from './setup.ts';
import { type Standing, untilBothStand, wrongStandby } from './standing.ts';

const clock = createSystemClock();
/** Maximum delay of a strike: it comes at any moment of the second between two renewals. */
const phaseMsMax = 1_000;
const takeoverMsMax = 40_000;
const lookEveryMs = 10;
/** Milliseconds within which a lease that was about to end passes on, or stays. */
const decidedMs = 1_500;

/** One fault and its result. */
export interface FailoverRound {
  readonly fault: string;
  readonly owner: string;
  readonly epoch: number;
  readonly isPlanned: boolean;
  readonly isPartition: boolean;
  /** The time of the round, from the strike. */
  readonly fromMs: number;
  /**
   * Milliseconds until the next epoch: from the last renewal, or from the request of a planned end.
   */
  readonly leaseMs: number | undefined;
  /** Milliseconds from the same start to the first order that the other sent. */
  readonly takeoverMs: number | undefined;
  readonly wrong: string | undefined;
}

/** Strikes once, waits for the required outcome, and until the fault is over. */
export async function playRound(
  setup: FailoverSetup,
  fault: FailoverFault,
  random: () => number,
): Promise<FailoverRound> {
  const standing = await untilBothStand(setup);
  const { owner, other } = standing;
  const wrong = await wrongStandby(other.process, setup.key);
  await clock.sleep(random() * phaseMsMax);
  const before = setup.lease.current();
  if (!before) throw new Error('Nobody holds the lease.');
  const told = {
    fault: fault.name,
    owner: owner.process.name,
    epoch: before.epoch,
    isPlanned: fault.plannedFrom !== undefined,
    isPartition: fault.isPartition === true,
    fromMs: clock.now(),
  };
  const letStart = owner.process.holdRestart();
  try {
    const struck = await strike({ setup, fault, random, before, standing });
    const times = struck.reign ? timesOf(fault, { ...struck, before }) : unmeasured;
    return { ...told, ...times, wrong: wrong ?? wrongOf(fault, { ...struck, before }) };
  } finally {
    letStart();
  }
}

interface Striking {
  readonly setup: FailoverSetup;
  readonly fault: FailoverFault;
  readonly random: () => number;
  readonly before: Reign;
  readonly standing: Standing;
}

interface Struck {
  /** Wall clock before the request of the fault, and after it was there. */
  readonly askingMs: number;
  readonly askedMs: number;
  /** Reign of the other member, if it took over. */
  readonly reign: Reign | undefined;
  readonly firstMs: number | undefined;
}

/** Strikes, and undoes the fault when its time is over. */
async function strike({ setup, fault, random, before, standing }: Striking): Promise<Struck> {
  const { owner, other } = standing;
  const { lastsMs } = fault;
  const sinceMs = clock.monotonic();
  const askingMs = clock.now();
  const heal = await fault.strike(setup, owner);
  const askedMs = clock.now();
  const healed = async (): Promise<void> => {
    if (lastsMs === 'tillTaken') await untilReign(setup, before, takeoverMsMax);
    else await clock.sleep(Math.max(0, drawn(lastsMs, random) - (clock.monotonic() - sinceMs)));
    await heal();
    if (!fault.holdsUpOrders) return;
    const { name } = owner.process;
    setup.partitions.push({ member: name, fromMs: askingMs, untilMs: clock.now() });
  };
  const healing = healed();
  // It is awaited below, possibly after it has failed.
  healing.catch(() => undefined);
  if (fault.ends !== 'takeover') await healing;
  const waitMs = fault.ends === 'takeover' ? takeoverMsMax : decidedMs;
  const reign = await untilReign(setup, before, waitMs);
  const firstMs = reign ? await untilFirstOrder(setup, other, reign) : undefined;
  await healing;
  if (!reign) await untilReady(owner.process);
  return { askingMs, askedMs, reign, firstMs };
}

function drawn(lastsMs: number | readonly [number, number], random: () => number): number {
  if (typeof lastsMs === 'number') return lastsMs;
  const [least, most] = lastsMs;
  return least + random() * (most - least);
}

type Ended = Struck & { readonly before: Reign };

const unmeasured = { leaseMs: undefined, takeoverMs: undefined };

function timesOf(
  { plannedFrom }: FailoverFault,
  { askingMs, askedMs, reign, firstMs, before }: Ended,
) {
  const from = { asking: askingMs, asked: askedMs, renewal: before.lastRenewalMs };
  const fromMs = from[plannedFrom ?? 'renewal'];
  return {
    leaseMs: reign && reign.fromMs - fromMs,
    takeoverMs: firstMs === undefined ? undefined : firstMs - fromMs,
  };
}

function wrongOf({ ends }: FailoverFault, { reign, firstMs, before }: Ended): string | undefined {
  if (!reign) return ends === 'takeover' ? 'no takeover' : undefined;
  if (ends === 'stays') return 'the owner was replaced';
  if (reign.epoch !== before.epoch + 1) return `epoch ${reign.epoch}`;
  return firstMs === undefined ? 'the other sent no order' : undefined;
}

/** Resolves once another holds the lease; undefined when none does in time. */
function untilReign(
  setup: FailoverSetup,
  before: Reign,
  limitMs: number,
): Promise<Reign | undefined> {
  const find = () => setup.lease.reigns().find(({ epoch }) => epoch > before.epoch);
  return untilFound(find, limitMs);
}

/** Resolves with the time of the first order that the other sent as the owner. */
function untilFirstOrder(
  setup: FailoverSetup,
  other: Member,
  { fromMs }: Reign,
): Promise<number | undefined> {
  return untilFound(() => firstDeparture(setup, other.process.name, fromMs), takeoverMsMax);
}

async function untilFound<Found>(
  find: () => Found | undefined,
  limitMs: number,
): Promise<Found | undefined> {
  const untilMs = clock.monotonic() + limitMs;
  for (; clock.monotonic() < untilMs; await clock.sleep(lookEveryMs)) {
    const found = find();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Milliseconds by which the watch sees a takeover late, at most. */
const watchedWithinMs = 100;

function firstDeparture(
  { departures }: FailoverSetup,
  member: string,
  fromMs: number,
): number | undefined {
  for (const each of departures.values()) {
    if (each.member === member && each.atMs >= fromMs - watchedWithinMs) return each.atMs;
  }
  return undefined;
}
