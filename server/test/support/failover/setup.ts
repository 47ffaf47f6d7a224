import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Simulator, VenueName } from '@windlass/simulator';
import { createSystemClock } from '../../../src/kit/clock.ts';
import { addAccounts, demoAccountOf, openExchanges } from './exchanges.ts';
import { type LeaseWatch, watchLease } from './leaseWatch.ts';
import { type OwnedProcess, superviseProcess } from './ownedProcess.ts';
import { openTcpProxy, type ProxiedLine, type TcpProxy } from './tcpProxy.ts';

const clock = createSystemClock();
const readyMsMax = 60_000;
const lookEveryMs = 50;

/** Matches ids as exchanges receive them, alone or behind the prefix that one of them requires. */
const sentIds = /(?<![0-9A-Za-z])(?:t-|0x)?([0-9a-f]{24,32})(?![0-9A-Za-z])/g;

/** One of the two processes, with its own connections to the database and to the exchanges. */
export interface Member {
  readonly process: OwnedProcess;
  readonly database: TcpProxy;
  readonly exchanges: TcpProxy;
}

/** The first time that an order left a process towards the exchanges. */
export interface Departure {
  readonly member: string;
  readonly atMs: number;
}

interface Partition {
  readonly member: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface FailoverSetup {
  readonly members: readonly [Member, Member];
  readonly accounts: readonly string[];
  readonly key: string;
  readonly databaseUrl: string;
  readonly simulator: Simulator;
  readonly lease: LeaseWatch;
  /** Departures by the id that the exchange received. */
  readonly departures: ReadonlyMap<string, Departure>;
  /** Times in which the requests of a member were held up on their way. */
  readonly partitions: Partition[];
  /** Crashes the database; the returned function starts it again. */
  interruptDatabase(): Promise<() => Promise<void>>;
  /** Returns the member that holds the lease now. */
  owner(): Member | undefined;
  memberOf(holder: string): Member | undefined;
  apiKeyAt(venue: VenueName): string;
  close(): Promise<void>;
}

export interface SetupOptions {
  readonly databaseUrl: string;
  readonly venues: readonly VenueName[];
  readonly seed: number;
  /** Delay of the dead man's switch, in s; 30 by default. */
  readonly cancelAfterS?: number;
  /**
   * Interrupts the database server, when the proof controls it; the returned function ends that.
   */
  readonly interruptDatabase?: () => Promise<() => Promise<void>>;
  /** Settings of one member alone, such as a clock that is off. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly places?: Readonly<Record<string, MemberPlace>>;
}

/** The place of a member that needs a special address. */
export interface MemberPlace {
  readonly host?: string;
  readonly port?: number;
  /** Hosts at which it reaches the database and the exchanges. */
  readonly databaseHost?: string;
  readonly exchangesHost?: string;
  /** A command that the process is started through, such as one that enters a namespace. */
  readonly through?: readonly string[];
}

/** Starts both processes on the database, with live accounts at simulated exchanges. */
export async function openFailoverSetup(asked: SetupOptions): Promise<FailoverSetup> {
  const { databaseUrl } = asked;
  const exchanges = await openExchanges(asked);
  const folder = await mkdtemp(join(tmpdir(), 'windlass-failover-'));
  const departures = new Map<string, Departure>();
  const key = 'ak_a-key-of-the-proof-of-failovers-000';
  const secrets = {
    WINDLASS_ADMIN_KEY: key,
    WINDLASS_MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const open = (name: string) =>
    openMember(asked, { name, folder, secrets, simulatorPort: exchanges.port, departures });
  const first = await open('A');
  const lease = watchLease(databaseUrl);
  await untilReady(first.process);
  const accounts = await addAccounts(first.process.address, key, asked);
  const members: [Member, Member] = [first, await open('B')];
  const memberOf = (holder: string) => {
    const pid = Number(/process (\d+)/.exec(holder)?.[1]);
    return members.find(({ process }) => process.pids().has(pid));
  };
  return {
    members,
    accounts,
    key,
    databaseUrl,
    simulator: exchanges.simulator,
    lease,
    departures,
    partitions: [],
    interruptDatabase:
      asked.interruptDatabase ??
      (() => Promise.reject(new Error('The server of the database is not ours.'))),
    owner: () => memberOf(lease.current()?.holder ?? ''),
    memberOf,
    apiKeyAt: (venue) => demoAccountOf(venue).apiKey,
    async close() {
      for (const { process } of members) await process.close();
      for (const { database, exchanges: way } of members) {
        await database.close();
        await way.close();
      }
      await lease.close();
      await exchanges.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface MemberAsked {
  readonly name: string;
  readonly folder: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly simulatorPort: number;
  readonly departures: Map<string, Departure>;
}

async function openMember(
  { databaseUrl, settings, places }: SetupOptions,
  { name, folder, secrets, simulatorPort, departures }: MemberAsked,
): Promise<Member> {
  const url = new URL(databaseUrl);
  const place = places?.[name];
  const databaseHost = place?.databaseHost ?? '127.0.0.1';
  const host = place?.exchangesHost ?? '127.0.0.1';
  const database = await openTcpProxy({ targetPort: Number(url.port), host: databaseHost });
  const exchanges = await openTcpProxy({ targetPort: simulatorPort, host });
  const methods = new WeakMap<ProxiedLine, string>();
  exchanges.listen((piece, line) => {
    const atMs = clock.now();
    const text = piece.toString('latin1');
    // A body may come in a piece of its own, after its head.
    const method = /^([A-Z]+) /.exec(text)?.[1];
    if (method !== undefined) methods.set(line, method);
    if (methods.get(line) !== 'POST') return;
    for (const [, id] of text.matchAll(sentIds)) {
      if (id !== undefined && !departures.has(id)) departures.set(id, { member: name, atMs });
    }
  });
  url.hostname = databaseHost;
  url.port = String(database.port);
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  const supervised = superviseProcess({
    name,
    port: place?.port ?? (await freePort()),
    logPath: logPathOf(name, folder),
    host: place?.host,
    through: place?.through,
    settings: {
      WINDLASS_DATA_DIR: dataDir,
      WINDLASS_SERVICES: 'trading',
      WINDLASS_DEMO: 'off',
      WINDLASS_DEV_MODE: 'off',
      WINDLASS_LOG_LEVEL: logLevel,
      WINDLASS_LOG_FORMAT: 'json',
      WINDLASS_VENUE_TRANSPORT: `simulator:http://${host}:${exchanges.port}`,
      DATABASE_URL: url.href,
      // Later starts take a third of the time of the first; tests name a folder of their own.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
      ...secrets,
      ...settings?.[name],
    },
  });
  return { process: supervised, database, exchanges };
}

/** Log level of the members; the times of the lines explain a slow takeover. */
const logLevel = process.env.WINDLASS_FAILOVER_LEVEL ?? 'warn';

/** Returns the path of a log; with the setting, logs survive the run. */
function logPathOf(name: string, folder: string): string {
  return join(process.env.WINDLASS_FAILOVER_LOGS ?? folder, `${name}.log`);
}

/** Resolves once the process takes orders. */
export async function untilReady(asked: OwnedProcess, limitMs = readyMsMax): Promise<void> {
  const untilMs = clock.monotonic() + limitMs;
  while ((await asked.ready()) !== 200) {
    if (clock.monotonic() > untilMs) throw new Error(`${asked.name} is not ready`);
    await clock.sleep(lookEveryMs);
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
