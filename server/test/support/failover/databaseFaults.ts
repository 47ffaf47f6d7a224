import pg from 'pg';
import { createSystemClock } from '../../../src/kit/clock.ts';
import { type FailoverFault, nothing } from './fault.ts';
import type { FailoverSetup, Member } from './setup.ts';

// In all of these the owner reaches its exchanges; only its way to the database changes.

const clock = createSystemClock();
/**
 * Milliseconds that a fault lasts: longer than the lease, and for some longer than the deadline
 * that exchanges enforce.
 */
const lastsMs = [4_500, 6_500] as const;
/**
 * Milliseconds of faults that end around the end of the lease: before it, after it, or when the
 * other takes over.
 */
const briefMs = [2_000, 4_500] as const;
/** Milliseconds that a process waits for a reservation while it loses the engine. */
const reservationMsMax = 3_000;
const lookEveryMs = 5;

/** Breaks every connection and opens none, like a router that answers for the database. */
const cut: FailoverFault = {
  name: 'cut',
  ends: 'takeover',
  lastsMs,
  isPartition: true,
  async strike(_house, { database }) {
    database.cutAll();
    return async () => database.heal();
  },
};

/** Lets nothing pass and notifies no side, like a pulled cable. */
const blackHole: FailoverFault = {
  name: 'black-hole',
  ends: 'takeover',
  lastsMs,
  isPartition: true,
  async strike(_house, { database }) {
    database.silenceAll();
    return async () => database.heal();
  },
};

const briefBlackHole: FailoverFault = {
  ...blackHole,
  name: 'brief-hole',
  ends: 'either',
  lastsMs: briefMs,
};

/**
 * Carries out the owner's writes and renewals, but holds back their answers until the fault is
 * over.
 */
const heldAnswers: FailoverFault = {
  name: 'held-answers',
  ends: 'takeover',
  lastsMs,
  isPartition: true,
  async strike(_house, { database }) {
    database.holdAllAnswers();
    return async () => database.heal();
  },
};

/**
 * Ends the connection of the lease on the server's side only, and opens no other, while the answer
 * of a reservation is late: it comes as soon as another has the lease, and before its order is too
 * old to be sent.
 */
const lateReservation: FailoverFault = {
  name: 'late-reservation',
  ends: 'takeover',
  lastsMs: 'tillTaken',
  isPartition: true,
  async strike(setup, { database }) {
    await heldReservation(database);
    database.greet('silence');
    const ofLease = database.lines().filter((line) => line.hasSaid('engine_lease'));
    for (const line of ofLease) line.silence();
    await terminate(setup, ofLease.map((line) => line.upstreamPort()).filter(isPort));
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
  lastsMs: 1_000,
  async strike(setup, { database }) {
    const ofLease = database.lines().filter((line) => line.hasSaid('engine_lease'));
    await terminate(setup, ofLease.map((line) => line.upstreamPort()).filter(isPort));
    return nothing;
  },
};

const terminateAll: FailoverFault = {
  name: 'terminate-all',
  ends: 'stays',
  lastsMs: 1_000,
  async strike(setup, { database }) {
    const ports = database.lines().map((line) => line.upstreamPort());
    await terminate(setup, ports.filter(isPort));
    return nothing;
  },
};

/** Crashes the database, which is back either before any lease is over, or after all leases are. */
const restart: FailoverFault = {
  name: 'restart',
  ends: 'stays',
  lastsMs: [300, 6_000],
  strike: ({ interruptDatabase }) => interruptDatabase(),
};

export const databaseFaults: readonly FailoverFault[] = [
  cut,
  blackHole,
  briefBlackHole,
  heldAnswers,
  lateReservation,
  terminateLease,
  terminateAll,
  restart,
];

function isPort(port: number | undefined): port is number {
  return port !== undefined;
}

/** Ends sessions on the server's side, by the ports of their clients. */
async function terminate(setup: FailoverSetup, ports: readonly number[]): Promise<void> {
  const client = new pg.Client({ connectionString: setup.databaseUrl });
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
