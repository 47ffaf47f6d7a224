import { accountEndpoints, reconciliationEndpoints } from '@windlass/contract';
import { createSimulator, type RawRequest, type Simulator } from '@windlass/simulator';
import { createSystemClock } from '../../../../src/kit/clock.ts';
import { createSeededRandom } from '../../../../src/kit/random.ts';
import type { Answered } from '../../algorithms/audit.ts';
import type { OwnExchange } from '../../algorithms/lives.ts';
import { binanceSimulated } from '../../exchanges/binance/exchange.ts';
import { krakenSimulated } from '../../exchanges/kraken/exchange.ts';
import type { SimulatedVenue } from '../../exchanges/simulated.ts';
import type { Ask } from '../../processes/mortalService.ts';
import { binanceRecords, krakenRecords, type OwnRecords } from './ownRecords.ts';
import { createTide, tideMid, tideSteps } from './tide.ts';

const clock = createSystemClock();
/** Interval at which the books move. */
const stepMs = 100;
/** More than all algorithms trade. */
const dailyLimitUsd = 10_000_000;

export const wireVenues = ['binance', 'kraken'] as const;
export type WireVenue = (typeof wireVenues)[number];

/**
 * Our accounts at each venue, by the test's own names. Kraken's limit of one key is not enough for
 * several algorithms at once: there each has its own customer.
 */
export const accountsAt: Readonly<Record<WireVenue, readonly [string, ...string[]]>> = {
  binance: ['live-binance'],
  kraken: ['live-kraken-twap', 'live-kraken-timepace', 'live-kraken-sweep'],
};
export const allAccounts = wireVenues.flatMap((venue) => accountsAt[venue]);

interface Place {
  readonly own: SimulatedVenue;
  readonly symbol: string;
  readonly quote: string;
  readonly records: typeof binanceRecords;
  /** Returns true when a request places an order. */
  readonly places: (request: RawRequest) => boolean;
}

export const places: Readonly<Record<WireVenue, Place>> = {
  binance: {
    own: binanceSimulated,
    symbol: 'BTC/USDT',
    quote: 'USDT',
    records: binanceRecords,
    places: ({ method, path }) => method === 'POST' && path === '/api/v3/order',
  },
  kraken: {
    own: krakenSimulated,
    symbol: 'BTC/USD',
    quote: 'USD',
    records: krakenRecords,
    places: ({ path }) => path === '/0/private/AddOrder',
  },
};

/** Simulated exchanges with moving books on the machine's clock, each with our accounts. */
export interface WireExchange extends OwnExchange {
  readonly simulator: Simulator;
  records(venue: WireVenue, account: string): Promise<OwnRecords>;
  stop(): Promise<void>;
}

interface WireOptions {
  readonly seed: string;
  /** Sets up the faults of a life; the last one has the number of all. */
  readonly trouble: (simulator: Simulator, life: number) => void;
  /** The life in which the markets fall, and how far. */
  readonly ebbsAt: number;
  readonly depth: number;
}

export async function openWireExchange(options: WireOptions): Promise<WireExchange> {
  const { seed, trouble, ebbsAt, depth } = options;
  const simulator = createSimulator({ now: clock.now, schedule: clock.schedule });
  const { url } = await simulator.listen();
  const moving = wireVenues.map((venue) => openMarket(simulator, venue, seed));
  const step = () => {
    for (const { show } of moving) show();
  };
  step();
  const cancel = clock.every(stepMs, step);
  return {
    simulator,
    env: {
      WINDLASS_VENUE_TRANSPORT: `simulator:${url}`,
      WINDLASS_DEV_MODE: 'off',
      WINDLASS_DEMO: 'off',
    },
    async prepare(ask) {
      for (const venue of wireVenues) {
        for (const account of accountsAt[venue]) await openAccount(ask, venue, account);
      }
    },
    mid: () => tideMid,
    begins(life) {
      trouble(simulator, life);
      if (life === ebbsAt) for (const { tide } of moving) tide.ebb(depth);
    },
    ended: nothingToCorrect,
    records: (venue, account) =>
      places[venue].records({ ...customerOf(venue, account), url, now: clock.now }),
    stop() {
      cancel();
      return simulator.close();
    },
  };
}

function customerOf(venue: WireVenue, account: string) {
  const [customer] = places[venue].own.account(account).opened;
  if (!customer) throw new Error(`${venue} opens no account`);
  return customer;
}

/** Returns the initial balances of an account, by asset. */
export function depositsAt(venue: WireVenue): Readonly<Record<string, string>> {
  return customerOf(venue, accountsAt[venue][0]).balances.spot ?? {};
}

function openMarket(simulator: Simulator, venue: WireVenue, seed: string) {
  const { quote } = places[venue];
  const definition = { kind: 'spot', base: 'BTC', quote, ...tideSteps } as const;
  const name = simulator.defineMarket(venue, definition);
  for (const account of accountsAt[venue]) {
    simulator.addAccount({ ...customerOf(venue, account), venue });
  }
  // A venue of two exchanges is listed once each of them lists something.
  for (const { at, definition: other } of places[venue].own.markets) {
    if (at !== venue) simulator.defineMarket(at, other);
  }
  const tide = createTide(createSeededRandom(`${seed} ${venue}`));
  return { tide, show: () => simulator.show(venue, name, tide.next()) };
}

async function openAccount(ask: Ask, venue: WireVenue, account: string): Promise<void> {
  const { credentials } = places[venue].own.account(account);
  await ask(accountEndpoints.createAccount.path, {
    exchange_account_id: account,
    exchange: venue,
    mode: 'live',
    credentials,
    daily_limit_usd: dailyLimitUsd,
  });
}

/** Kraken's limits are so small that a comparison may have to wait for its turn. */
const comparedMsMax = 60_000;
const askAgainMs = 5_000;

/** Checks that a comparison of each account finds nothing to correct. */
async function nothingToCorrect(ask: Ask): Promise<void> {
  const untilMs = clock.monotonic() + comparedMsMax;
  const { path } = reconciliationEndpoints.compareAccounts;
  const left = new Set(allAccounts);
  while (left.size > 0) {
    // In turns: an account that was refused for the pace has more room the next time.
    for (const account of left) {
      const told = await ask(path, { exchange_account_id: account });
      const isWhole = told.accounts.every(({ status }: Answered) => status === 'ok');
      if (isWhole && told.differences.length === 0) left.delete(account);
      else if (clock.monotonic() > untilMs) throw new Error(`Not well: ${JSON.stringify(told)}`);
    }
    await clock.sleep(askAgainMs);
  }
}
