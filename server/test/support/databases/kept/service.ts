import { readFileSync } from 'node:fs';
import { createSimulator, type Simulator } from '@windlass/simulator';
import { openWorld } from '../../../../../simulator/src/world/world.ts';
import type { Store } from '../../../../src/store/types.ts';
import type { PaperFaults } from '../../../../src/trading/venues/paper/ports.ts';
import type { TestAnswer, TestRequest } from '../../app/testApp.ts';
import { createManualClock, type ManualClock } from '../../manualClock.ts';
import { createOrdersApp } from '../../orders/app.ts';

/** A test master key: it sealed the test credentials of the kept databases. */
const keyFile = new URL('../../../fixtures/0.1.0/master.key', import.meta.url);

export const keptVenues = [
  'binance',
  'bybit',
  'okx',
  'gateio',
  'kraken',
  'krakenfutures',
  'hyperliquid',
] as const;
const worldSeed = 7;
/** Interval at which books are read; a step waits for all requests over sockets. */
const stepMs = 250;

/** Simulated exchanges of every class on a manual clock, with the customers of the demo. */
export interface KeptWorld {
  readonly clock: ManualClock;
  readonly simulator: Simulator;
  readonly url: string;
  /** Moves the books to the time of the clock. */
  beat(): void;
  stop(): Promise<void>;
}

export async function openKeptWorld(startMs: number): Promise<KeptWorld> {
  const clock = createManualClock(startMs);
  const simulator = createSimulator({
    now: () => clock.now(),
    schedule: (delayMs, work) => void clock.schedule(delayMs, work),
  });
  const world = openWorld(simulator, { venues: keptVenues, seed: worldSeed, startMs });
  const { url } = await simulator.listen();
  return {
    clock,
    simulator,
    url,
    beat: () => world.beat(clock.now()),
    stop: () => simulator.close(),
  };
}

interface KeptServiceOptions {
  readonly world: KeptWorld;
  readonly openStore: () => Promise<Store>;
  readonly feed: 'simulated' | 'live';
  readonly paperFaults?: PaperFaults;
  /** Awaited after every step of time: lets a database outside of this process catch up. */
  readonly catchUp?: () => Promise<void>;
}

/** The real service on a kept database, with live accounts at simulated exchanges. */
export interface KeptService {
  ask(request: TestRequest): Promise<TestAnswer>;
  /** Sends a request that must succeed, and returns the data of the answer. */
  data(method: NonNullable<TestRequest['method']>, url: string, body?: unknown): Promise<Answered>;
  /** Lets time pass in small steps while books move and sockets are answered. */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Answered = any;

export async function openKeptService(options: KeptServiceOptions): Promise<KeptService> {
  const { world, openStore, feed, paperFaults, catchUp = async () => undefined } = options;
  const env = {
    WINDLASS_MASTER_KEY: readFileSync(keyFile, 'utf8').trim(),
    WINDLASS_VENUE_TRANSPORT: `simulator:${world.url}`,
    WINDLASS_FEED: feed,
    WINDLASS_DEV_MODE: 'off',
    WINDLASS_LEDGER: 'simulated',
    WINDLASS_DEMO: 'on',
  };
  const ports = { clock: world.clock, openStore, ...(paperFaults && { paperFaults }) };
  const app = await createOrdersApp(env, ports, true);
  const pass = async (ms: number) => {
    for (let past = 0; past < ms; past += stepMs) {
      await world.clock.advance(stepMs);
      world.beat();
      await app.sockets?.settle();
      await catchUp();
    }
  };
  return {
    ask: app.ask,
    async data(method, url, body) {
      const { status, text } = await app.ask({ method, url, ...(body !== undefined && { body }) });
      const { data } = JSON.parse(text);
      if (status >= 300) throw new Error(`${method} ${url} answered ${status}: ${text}`);
      return data;
    },
    pass,
    stop: app.stop,
  };
}
