import { createSimulator, type Simulator, type SiteName } from '@windlass/simulator';
import { createManualClock } from '../manualClock.ts';
import { createOrdersApp, type OrdersApp } from '../orders/app.ts';
import type { SimulatedVenue } from './simulated.ts';
import { generous, onGrid } from './simulated.ts';

/** The place of an account, and the site of the simulator that plays it. */
export interface TestPlace {
  readonly environment: string;
  readonly region: string;
  readonly site: SiteName;
  /** The site with the books of its environment, if the site itself has none. */
  readonly booksAt?: SiteName;
}

/** The service on live feeds, at the main site of an exchange and at one other place of it. */
export interface PlacedExchange {
  readonly app: OrdersApp;
  readonly simulator: Simulator;
  /** Lets time pass while requests over a socket are answered. */
  pass(ms: number): Promise<void>;
  /** Opens an account of ours; its key is known only at the given sites. */
  open(id: string, place: object, sites: readonly SiteName[]): Promise<void>;
  stop(): Promise<void>;
}

/** Far enough apart that an order priced for one is refused on the other. */
const mids = { production: 100.5, place: 200.5 } as const;

const stepMs = 250;

export async function openPlacedExchange(
  own: SimulatedVenue,
  place: TestPlace,
): Promise<PlacedExchange> {
  const clock = createManualClock();
  const simulator = createSimulator({
    now: () => clock.now(),
    schedule: (delayMs, work) => void clock.schedule(delayMs, work),
  });
  const { url } = await simulator.listen();
  const main = own.venue as SiteName;
  const shown = own.markets.flatMap(({ definition }) =>
    [
      { at: main, mid: mids.production },
      { at: place.site, mid: mids.place },
      ...(place.booksAt === undefined ? [] : [{ at: place.booksAt, mid: mids.place }]),
    ].map(({ at, mid }) => {
      const name = simulator.defineMarket(at, definition);
      const book = {
        bids: onGrid([[mid - 0.5, 40]], definition),
        asks: onGrid([[mid + 0.5, 40]], definition),
      };
      return () => simulator.show(at, name, book);
    }),
  );
  for (const show of shown) show();
  const env = {
    WINDLASS_VENUE_TRANSPORT: `simulator:${url}`,
    WINDLASS_FEED: 'live',
    WINDLASS_DEV_MODE: 'off',
  };
  const app = await createOrdersApp(env, { clock, liveLimits: generous }, true);
  return {
    app,
    simulator,
    async pass(ms) {
      for (let past = 0; past < ms; past += stepMs) {
        for (const show of shown) show();
        await clock.advance(stepMs);
        await app.sockets?.settle();
      }
    },
    async open(id, where, sites) {
      const { opened, credentials } = own.account(id);
      for (const site of sites) {
        for (const { venue: _, ...account } of opened) {
          simulator.addAccount({ ...account, venue: site });
        }
      }
      const body = { exchange_account_id: id, exchange: own.venue, mode: 'live', credentials };
      const made = await app.account({ ...body, daily_limit_usd: 1_000_000, ...where });
      if (made.status !== 201) throw new Error(made.text);
    },
    async stop() {
      await app.stop();
      await simulator.close();
    },
  };
}
