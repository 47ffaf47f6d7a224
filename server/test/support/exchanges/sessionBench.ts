import type { Simulator, VenueName } from '@windlass/simulator';
import { Registry } from 'prom-client';
import { liveConnection } from '../../../src/connectors.ts';
import { soleLease } from '../../../src/kit/lease.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { Secret } from '../../../src/kit/secret.ts';
import type { VenueId } from '../../../src/trading/model/venue.ts';
import type { Credentials } from '../../../src/trading/venues/accountPort.ts';
import { loadDialects } from '../../../src/trading/venues/liveVenues.ts';
import type { PublicRates } from '../../../src/trading/venues/ratesPort.ts';
import type { VenueSession } from '../../../src/trading/venues/venuePort.ts';
import { memoryMarginModes } from '../accounts/marginModes.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { accountNamed } from '../routing/plans/fixture.ts';
import { silentLogger } from '../silentLogger.ts';
import { type SimulatedVenue, simulate } from './simulated.ts';

/** One live account at a simulated exchange, without the service around it. */
export interface SessionBench {
  readonly clock: ManualClock;
  readonly simulator: Simulator;
  readonly venue: VenueId;
  /** Keys by which the simulator knows the account, at each of the venue's exchanges. */
  readonly keys: Readonly<Partial<Record<VenueName, string>>>;
  readonly session: VenueSession;
  readonly rates: PublicRates;
  show(symbol: string, mid: number): void;
  stop(): Promise<void>;
}

export async function openSessionBench(own: SimulatedVenue): Promise<SessionBench> {
  const clock = createManualClock();
  const exchange = await simulate(own)(clock);
  const { simulator, url, liveLimits } = exchange;
  const { venue } = own;
  const { opened } = own.account('desk');
  const given: Given = exchange.account('desk');
  const live = liveConnection({
    lease: soleLease,
    clock,
    random: createSeededRandom('bench'),
    logger: silentLogger,
    liveDialects: await loadDialects(),
    liveLimits,
    registry: new Registry(),
    simulator: new URL(url),
  });
  const connector = live.connectLive({
    credentialsOf: async () => ({
      main: secretsOf(given.credentials),
      futures: given.futures_credentials && secretsOf(given.futures_credentials),
    }),
    tradedSymbols: async () => [],
    inFlight: async () => [],
    marginModesOf: memoryMarginModes,
  });
  const account = accountNamed('desk', { venue, mode: 'live' });
  const session = connector.open(account, { order: () => undefined, fill: () => undefined });
  const keys = Object.fromEntries(opened.map((each) => [each.venue, each.apiKey]));
  return {
    clock,
    simulator,
    venue,
    keys,
    session,
    rates: connector,
    show: (symbol, mid) =>
      exchange.show(symbol, { bids: [[mid - 0.5, 50]], asks: [[mid + 0.5, 50]] }),
    async stop() {
      await session.close();
      await live.close();
      await exchange.stop();
    },
  };
}

/** By the names of our API. */
type Words = Readonly<Record<string, string>>;
interface Given {
  readonly credentials?: Words;
  readonly futures_credentials?: Words;
}

function secretsOf(words: Words = {}): Credentials {
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(words).map(([name, text]) => [camel(name), new Secret(text)]),
  );
}
