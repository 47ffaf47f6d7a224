import {
  createSimulator,
  type MarketDefinition,
  type NewAccount,
  type Simulator,
  type VenueName,
} from '@windlass/simulator';
import type { LiveLimits } from '../../../src/connectors.ts';
import type { Store } from '../../../src/store/types.ts';
import type { VenueId } from '../../../src/trading/model/venue.ts';
import type { BookLevel } from '../../../src/trading/venues/bookPort.ts';
import type { VenueLimits } from '../../../src/trading/venues/shared/limits/venueLimits.ts';
import type { Dialect } from '../../../src/trading/venues/shared/live/dialect.ts';
import {
  type LiveExchange,
  openTestService,
  type TestMarket,
  type TestService,
} from '../app/testService.ts';
import { openMemoryStore } from '../databases/memoryStore.ts';
import type { ManualClock } from '../manualClock.ts';
import { type Mutations, requestPlants } from './requestPlants.ts';

/** A market of the tests at a simulated exchange. */
export interface SimulatedMarket extends TestMarket {
  /** The simulator's exchange that has it: some venues consist of two. */
  readonly at: VenueName;
  readonly definition: MarketDefinition;
}

/** An exchange as the simulator plays it, and what an account there needs. */
export interface SimulatedVenue {
  readonly venue: VenueId;
  readonly dialects: readonly Dialect[];
  readonly markets: readonly SimulatedMarket[];
  /** Returns the accounts opened for one of ours, and its credentials as our API takes them. */
  account(name: string): {
    readonly opened: readonly (NewAccount & { readonly venue: VenueName })[];
    readonly credentials: object;
    /** Credentials of a venue whose futures have separate keys. */
    readonly futuresCredentials?: object;
    /** Further fields for creating an account of ours there. */
    readonly settings?: object;
  };
  /** Mistakes that `npm run prove:live` plants, beside a wrong signature. */
  readonly mutations: Mutations;
  /** Puts a mistake into each of the dialects. */
  readonly plant?: (dialect: Dialect) => Dialect;
}

/** Steps with which the suites' prices and quantities are all valid. */
export const usualSteps = {
  tick: '0.01',
  lot: '0.0001',
  minQuantity: '0.0001',
  minNotional: '5',
  makerFeePpm: 200,
  takerFeePpm: 500,
} as const;

/**
 * Rounds prices that a test calculated, which are off the steps by float errors. The tests count in
 * the base, and the exchange's market in contracts if it has them.
 */
export const onGrid = (levels: readonly BookLevel[], { contractSize = '1' }: MarketDefinition) =>
  levels.map(([price, quantity]) => {
    const contracts = quantity / Number(contractSize);
    return [price.toFixed(2), Number(contracts.toPrecision(12))] as const;
  });

/**
 * Books that fill whatever rests there, or trigger it: earlier tests' orders would be in the way.
 */
const sweeps = [
  { bids: [['900', '100000']], asks: [['901', '100000']] },
  { bids: [['1', '100000']], asks: [['2', '100000']] },
] as const;

interface SimulatedExchange extends LiveExchange {
  readonly simulator: Simulator;
  readonly url: string;
}

/**
 * An exchange that allows more than a suite can request: hundreds of orders are sent within a
 * minute of the suites' clock, and refusals for the pace are planted one by one.
 */
export const generous = (limits: VenueLimits): VenueLimits => ({
  ...limits,
  groups: Object.fromEntries(
    Object.entries(limits.groups).map(([name, { windows }]) => [
      name,
      {
        windows: windows.map((window) => ({ ...window, capacity: window.capacity * 10_000 })),
        bans: {},
      },
    ]),
  ),
  readLimits: ({ status }) => ({ status }),
});

/** Returns the mistake that `npm run prove:live` plants in this process, if any. */
function plantGiven({ mutations }: SimulatedVenue): SimulatedVenue['plant'] {
  const name = process.env.WINDLASS_PLANTED;
  if (!name) return undefined;
  const plant = requestPlants(mutations).find((each) => each.name === name);
  if (!plant) throw new Error(`There is no mistake "${name}" of this exchange.`);
  return plant.change;
}

/** Simulates the exchange for `openTestService`. */
export function simulate(own: SimulatedVenue, liveLimits: LiveLimits = generous) {
  return async (clock: ManualClock): Promise<SimulatedExchange> => {
    const simulator = createSimulator({
      now: () => clock.now(),
      schedule: (delayMs, work) => void clock.schedule(delayMs, work),
    });
    const { url } = await simulator.listen();
    const opened = own.markets.map(({ symbol, at, definition }) => ({
      symbol,
      at,
      definition,
      name: simulator.defineMarket(at, definition),
    }));
    const plant = plantGiven(own) ?? own.plant;
    const mutants = plant && own.dialects.map(plant);
    return {
      simulator,
      url,
      ...(mutants && { liveDialects: () => mutants }),
      liveLimits,
      env: {
        WINDLASS_VENUE_TRANSPORT: `simulator:${url}`,
        WINDLASS_FEED: 'simulated',
        WINDLASS_DEV_MODE: 'off',
      },
      account(name) {
        const account = own.account(name);
        for (const market of opened) {
          for (const sides of sweeps) simulator.show(market.at, market.name, sides);
        }
        for (const each of account.opened) simulator.addAccount(each);
        const { credentials, futuresCredentials, settings } = account;
        return {
          ...settings,
          credentials,
          ...(futuresCredentials && { futures_credentials: futuresCredentials }),
        };
      },
      show(symbol, { bids = [], asks = [] }) {
        const market = opened.find((each) => each.symbol === symbol);
        if (!market) return;
        const book = {
          bids: onGrid(bids, market.definition),
          asks: onGrid(asks, market.definition),
        };
        simulator.show(market.at, market.name, book);
      },
      stop: () => simulator.close(),
    };
  };
}

const stepMs = 250;

/** Passes one step of time; requests over a socket are answered meanwhile. */
export async function passStep({ app }: TestService, ms: number): Promise<void> {
  await app.clock.advance(ms);
  await app.sockets?.settle();
}

/** The service with live accounts at a simulated exchange. */
export interface LiveService {
  readonly service: TestService;
  readonly simulator: Simulator;
  /** The service's own tables. */
  readonly store: Store;
  /** Address at which it listens. */
  readonly url: string;
  /** Lets time pass while requests over a socket are answered. */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param liveLimits The exchange's own limits, for a suite that tests them. */
export async function openLiveService(
  own: SimulatedVenue,
  liveLimits?: LiveLimits,
): Promise<LiveService> {
  const opened: SimulatedExchange[] = [];
  const store = await openMemoryStore();
  const service = await openTestService({
    venue: own.venue,
    markets: own.markets,
    openStore: async () => store,
    async live(clock) {
      const exchange = await simulate(own, liveLimits)(clock);
      opened.push(exchange);
      return exchange;
    },
  });
  const [exchange] = opened;
  if (!exchange) throw new Error('the exchange is opened with the service');
  const stop = async () => {
    await service.app.stop();
    await exchange.stop();
  };
  const pass = async (ms: number) => {
    for (let past = 0; past < ms; past += stepMs) await passStep(service, stepMs);
  };
  return { service, simulator: exchange.simulator, store, url: exchange.url, pass, stop };
}
