import pg from 'pg';
import { createSystemClock } from '../../../src/kit/clock.ts';
import type { FailoverHouse, Member } from './house.ts';

const clock = createSystemClock();

/** Something that is done to the owner, and undone. */
export interface FailoverFault {
  readonly name: string;
  /** Whether the other takes over, or the owner stays what it is. */
  readonly ends: 'takeover' | 'stays';
  /** Resolves once it is done; what is returned undoes it. */
  strike(house: FailoverHouse, owner: Member): Promise<() => Promise<void>>;
  /** How long it lasts at least, from the strike; 0: until another has the lease. */
  readonly lastsMs: number;
  /** What the owner sent before it arrives after it, by the system's own repeats. */
  readonly isPartition?: boolean;
}

/** Longer than any lease, and than the deadline that exchanges enforce. */
const longMs = 8_000;
/** A reservation is awaited for so long by whoever loses the engine meanwhile. */
const reservationMsMax = 3_000;
const lookEveryMs = 5;

const nothing = async (): Promise<void> => undefined;

const kill: FailoverFault = {
  name: 'kill',
  ends: 'takeover',
  lastsMs: 0,
  async strike(_house, { process }) {
    process.signal('SIGKILL');
    return nothing;
  },
};

const pausing = async (_house: FailoverHouse, { process }: Member) => {
  process.signal('SIGSTOP');
  return async () => process.signal('SIGCONT');
};

/** It goes on as soon as the other has the lease: what it had in hand could still be in time. */
const pause: FailoverFault = { name: 'pause', ends: 'takeover', lastsMs: 0, strike: pausing };

const longPause: FailoverFault = {
  name: 'long-pause',
  ends: 'takeover',
  lastsMs: longMs,
  strike: pausing,
};

/** Every connection breaks, and none is made, as with a router that answers for the database. */
const cut: FailoverFault = {
  name: 'cut',
  ends: 'takeover',
  lastsMs: longMs,
  async strike(_house, { database }) {
    database.cutAll();
    return async () => database.heal();
  },
};

/** Nothing passes and nobody is told, as when a cable is pulled. */
const blackHole: FailoverFault = {
  name: 'black-hole',
  ends: 'takeover',
  lastsMs: longMs,
  async strike(_house, { database }) {
    database.silenceAll();
    return async () => database.heal();
  },
};

/**
 * The connection of the lease ends on the server's side alone, and no other is made, while the
 * answer of a reservation is late: it comes as soon as another has the lease, and before its
 * order is too old to be sent.
 */
const lateReservation: FailoverFault = {
  name: 'late-reservation',
  ends: 'takeover',
  lastsMs: 0,
  async strike(house, { database }) {
    await heldReservation(database);
    database.greet('silence');
    const ofLease = database.lines().filter((line) => line.hasSaid('engine_lease'));
    for (const line of ofLease) line.silence();
    await terminate(house, ofLease.map((line) => line.upstreamPort()).filter(isPort));
    return async () => database.heal();
  },
};

/** Resolves once the answer of a reservation is held. */
async function heldReservation(database: Member['database']): Promise<void> {
  let isHeld = false;
  database.listen((piece, line) => {
    if (isHeld || !piece.includes('reserve_order')) return;
    isHeld = true;
    line.holdAnswers();
  });
  const untilMs = clock.monotonic() + reservationMsMax;
  while (!isHeld && clock.monotonic() < untilMs) await clock.sleep(lookEveryMs);
  database.listen(() => undefined);
  if (!isHeld) throw new Error('No order was reserved within the time.');
}

const terminateLease: FailoverFault = {
  name: 'terminate-lease',
  ends: 'stays',
  lastsMs: 2_000,
  async strike(house, { database }) {
    const ofLease = database.lines().filter((line) => line.hasSaid('engine_lease'));
    await terminate(house, ofLease.map((line) => line.upstreamPort()).filter(isPort));
    return nothing;
  },
};

const terminateAll: FailoverFault = {
  name: 'terminate-all',
  ends: 'stays',
  lastsMs: 4_000,
  async strike(house, { database }) {
    const ports = database.lines().map((line) => line.upstreamPort());
    await terminate(house, ports.filter(isPort));
    return nothing;
  },
};

/** A planned stop. */
const stop: FailoverFault = {
  name: 'planned',
  ends: 'takeover',
  lastsMs: 0,
  async strike(_house, { process }) {
    process.signal('SIGTERM');
    return nothing;
  },
};

export const failoverFaults: readonly FailoverFault[] = [
  kill,
  pause,
  longPause,
  cut,
  blackHole,
  lateReservation,
  terminateLease,
  terminateAll,
  stop,
];

export function faultNamed(name: string): FailoverFault {
  const found = failoverFaults.find((fault) => fault.name === name);
  if (found) return found;
  const names = failoverFaults.map((each) => each.name).join(', ');
  throw new RangeError(`There is no fault '${name}'; there are ${names}.`);
}

function isPort(port: number | undefined): port is number {
  return port !== undefined;
}

/** Ends sessions on the server's side, by the ports of their clients. */
async function terminate(house: FailoverHouse, ports: readonly number[]): Promise<void> {
  const client = new pg.Client({ connectionString: house.databaseUrl });
  await client.connect();
  try {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where client_port = any($1)',
      [ports],
    );
  } finally {
    await client.end();
  }
}
