import type { ChildProcess } from 'node:child_process';
import { orderEndpoints, perpEndpoints } from '@windlass/contract';
import { createSystemClock } from '../../../src/kit/clock.ts';
import type { Random } from '../../../src/kit/random.ts';
import type { TestDatabase } from '../databases/databases.ts';
import {
  type AlgorithmKill,
  algorithmBoundaries,
  argumentsOf,
  type OrderKill,
  submitBoundaries,
} from '../processes/killPlan.ts';
import {
  type Ask,
  askOf,
  audit,
  ended,
  key,
  listed,
  midOf,
  startAll,
  waitUntilBack,
  walletsOf,
} from '../processes/mortalService.ts';
import { type ServiceProcess, startService } from '../processes/service.ts';
import type { Answered } from './audit.ts';

/** The way in which a process of the service ends. */
export type Life =
  /** By its own store. */
  | { readonly kill: OrderKill | AlgorithmKill }
  /** From outside, this long after all requests were sent. */
  | { readonly afterMs: number }
  /** From outside, as soon as the condition holds. */
  | { readonly when: string; readonly holds: () => boolean };

export interface Outcome {
  /** Final state of each algorithm. */
  readonly shown: readonly Answered[];
  /** The death of each process. */
  readonly deaths: readonly string[];
  /** Total time during which a process ran. */
  readonly upMs: number;
  /** Wallets of each account at the end. */
  readonly wallets: ReadonlyMap<string, Answered>;
  /** Open orders and positions of all accounts at the end. */
  readonly open: readonly Answered[];
  readonly positions: readonly Answered[];
}

const clock = createSystemClock();
/** Time for which the service is down each time, by its own clock, if nobody else has a clock. */
const usualOutageMs = 60_000;
const lookEveryMs = 10;

/** The algorithms that run through it together. */
export interface Cast {
  /** The client's own name of each start. */
  readonly names: readonly string[];
  readonly accounts: readonly string[];
  /** Returns the requests that start them; `mid` is near the market. */
  bodiesAt(mid: number): readonly object[];
  /** Start time that the market depends on; without one they begin now. Epoch ms. */
  readonly beginsAtMs?: number;
  /** Set when positions are read at the end. */
  readonly holdsContracts?: true;
}

const livesPerRound = 7;

/** Draws deaths at any boundary of any algorithm and of its orders, and at any moment. */
export function drawLives(random: Random, { names }: Pick<Cast, 'names'>): readonly Life[] {
  const among = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random.between(0, values.length))];
    if (value === undefined) throw new Error('there is nothing to draw from');
    return value;
  };
  return Array.from({ length: livesPerRound }, (): Life => {
    const nth = Math.floor(random.between(1, 6));
    const kind = random.next();
    if (kind < 0.5) return { kill: { at: among(algorithmBoundaries), nth, of: among(names) } };
    if (kind < 0.75) return { kill: { at: among(submitBoundaries), nth } };
    return { afterMs: Math.floor(random.between(1, 1_200)) };
  });
}

interface Lived {
  readonly children: ChildProcess[];
  readonly cast: Cast;
  /** Longest wait for a boundary to be reached. */
  readonly patienceMs?: number;
  /** The exchange where the accounts trade, if not on paper. */
  readonly exchange?: OwnExchange;
}

/** The test's own exchanges, at which the accounts trade. They share our clock. */
export interface OwnExchange {
  /** Settings that make the service use them. */
  readonly env: Readonly<Record<string, string>>;
  /** Does what a user does before the first algorithm. */
  prepare(ask: Ask): Promise<void>;
  /** Returns the mid for the bodies of the cast, without asking the service. */
  mid(): number;
  /** Called when a process is about to start; for the last one with the number of all lives. */
  begins(life: number): void;
  /** Called when all algorithms have ended. */
  ended(ask: Ask): Promise<void>;
}

/** Runs one life after the other, and one more in which everything ends. */
export async function liveThrough(
  database: TestDatabase,
  lives: readonly Life[],
  { children, cast, patienceMs = 6_000, exchange }: Lived,
): Promise<Outcome> {
  const { accounts, beginsAtMs } = cast;
  const offsetMs = beginsAtMs === undefined ? 0 : beginsAtMs - clock.now();
  const begun = { database, children, offsetMs, exchange };
  const deaths: string[] = [];
  let bodies: readonly object[] | undefined;
  let upMs = 0;
  const beginLife = async (at: number) => {
    const service = await begin({ ...begun, outages: at, life: lives[at] });
    if (at === 0) await exchange?.prepare(askOf(service));
    const isBack = at === 0 || (await waitUntilBack(service));
    if (isBack) bodies ??= cast.bodiesAt(exchange?.mid() ?? (await midOf(service, accounts)));
    return { service, isAlive: isBack && (await startAll(service, bodies ?? [])) };
  };
  for (const [at, life] of lives.entries()) {
    const sinceMs = clock.monotonic();
    const { service, isAlive } = await beginLife(at);
    deaths.push(isAlive ? await death(service, life, patienceMs) : await itself(service, life));
    upMs += clock.monotonic() - sinceMs;
  }
  const sinceMs = clock.monotonic();
  const { service, isAlive } = await beginLife(lives.length);
  if (!isAlive) throw new Error('The last life ended early.');
  const shown: Answered[] = [];
  for (const name of cast.names) shown.push(await ended(service, name));
  upMs += clock.monotonic() - sinceMs;
  const told = exchange ? nothingTold : await atTheEnd(service, shown, cast);
  await endWell(service);
  if (exchange) {
    // Restarted once more: requests that the last process was about to send do not delay it.
    const after = await begin({ ...begun, outages: lives.length + 1, life: undefined });
    await exchange.ended(askOf(after));
    await endWell(after);
  }
  return { shown, deaths, upMs, ...told };
}

async function endWell(service: ServiceProcess): Promise<void> {
  if ((await service.kill('SIGTERM')) !== 0) throw new Error('It did not end well.');
}

/** On paper: with the test's own exchange, everything is read there. */
async function atTheEnd(service: ServiceProcess, shown: readonly Answered[], cast: Cast) {
  const { accounts, holdsContracts } = cast;
  // Fills whose reports died with the process come with the comparison, which also runs by itself.
  await askOf(service)('/admin/reconciliation', {});
  for (const each of shown) await audit(service, each);
  const wallets = await walletsOf(service, accounts);
  const open = await listed(service, accounts, orderEndpoints.listOpenOrders.path);
  const held = holdsContracts
    ? await listed(service, accounts, perpEndpoints.listPositions.path)
    : [];
  return { wallets, open: open.flat(), positions: held.flatMap(({ positions }) => positions) };
}

const nothingTold = { wallets: new Map<string, Answered>(), open: [], positions: [] };

interface Beginning {
  readonly database: TestDatabase;
  readonly children: ChildProcess[];
  /** Milliseconds by which its clock is ahead of ours, without outages. */
  readonly offsetMs: number;
  /** Number of outages before this life. */
  readonly outages: number;
  readonly life: Life | undefined;
  readonly exchange: OwnExchange | undefined;
}

function begin(beginning: Beginning): Promise<ServiceProcess> {
  const { database, children, offsetMs, outages, life, exchange } = beginning;
  const { dataDir, databaseUrl } = database.place();
  const env = {
    NODE_ENV: 'test',
    WINDLASS_DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    WINDLASS_ADMIN_KEY: key,
    WINDLASS_SEED: 'crash',
    WINDLASS_DEMO: 'on',
    WINDLASS_SERVICES: 'trading',
    ...exchange?.env,
  };
  exchange?.begins(outages);
  const kill = life !== undefined && 'kill' in life ? life.kill : {};
  const laterMs = exchange ? 0 : offsetMs + outages * usualOutageMs;
  return startService(env, children, argumentsOf({ ...kill, laterMs }));
}

/** Returns how it died, in words; kills it when the expected death does not come in time. */
async function death(service: ServiceProcess, life: Life, patienceMs: number): Promise<string> {
  const untilMs = clock.monotonic() + ('afterMs' in life ? life.afterMs : patienceMs);
  let isGone = false;
  const gone = service.gone.then(() => {
    isGone = true;
  });
  const isDue = () => clock.monotonic() >= untilMs || ('holds' in life && life.holds());
  while (!isGone && !isDue()) await Promise.race([gone, clock.sleep(lookEveryMs)]);
  if (isGone) return itself(service, life);
  const isMet = 'holds' in life && life.holds();
  await service.kill('SIGKILL');
  return isMet ? nameOf(life) : 'at any moment';
}

async function itself(service: ServiceProcess, life: Life): Promise<string> {
  if ((await service.gone) !== 'SIGKILL') throw new Error('It ended without being killed.');
  return nameOf(life);
}

/** Names the death of a process that reaches its planned end. */
export function nameOf(life: Life): string {
  if ('when' in life) return life.when;
  return 'kill' in life ? Object.values(life.kill).join(' ') : 'at any moment';
}
