import type { Store } from '../../../src/store/types.ts';
import type { ConnectPaper } from '../../../src/trading/service/orders.ts';
import type { ListedMarket } from '../../../src/trading/venues/marketPort.ts';
import type {
  SubmitOutcome,
  VenueOrder,
  VenueSession,
} from '../../../src/trading/venues/venuePort.ts';
import type { TestAnswer } from '../app/testApp.ts';
import { openMemoryStore } from '../databases/memoryStore.ts';
import { moveOnUntil } from '../execution/fixture.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { listedMarket, symbolOf } from '../paper/fixture.ts';
import { createRoutingApp, type RoutingApp } from './app.ts';
import { createVenueBooks, type VenueBooks } from './venueBooks.ts';

export const spot = 'BTC/USDT';
export const perp = 'BTC/USDT:USDT';
export const routeVenues = ['binance', 'bybit', 'gateio', 'kraken'] as const;
export type RouteVenueName = (typeof routeVenues)[number];

/** Steps that never divide one another. Minimums are those of a real list, or none. */
const rules: Readonly<Record<RouteVenueName, Partial<ListedMarket>>> = {
  binance: { priceTick: 0.01, quantityStep: 0.00001, quantityMin: 0.00001, notionalMin: 5 },
  bybit: { priceTick: 0.05, quantityStep: 0.0003, quantityMin: 0.0006, notionalMin: 1 },
  gateio: { priceTick: 0.1, quantityStep: 0.001, quantityMin: 0.005, notionalMin: undefined },
  kraken: { priceTick: 0.5, quantityStep: 0.0007, quantityMin: 0.0007, notionalMin: 12 },
};

export function rulesAt(venue: RouteVenueName): ListedMarket {
  return listedMarket(symbolOf(spot), rules[venue]);
}

/** An order on its way to a paper venue, and access for other actions meanwhile. */
export interface Passing {
  readonly accountId: string;
  readonly venue: string;
  readonly order: VenueOrder;
  /** Executes it at the venue. */
  readonly arrive: () => Promise<SubmitOutcome>;
  /** The account's own access to the venue, without the service. */
  readonly door: VenueSession;
}

/** The fate of an order on the line; undefined lets it arrive and be answered. */
export type OnSubmit = (passing: Passing) => Promise<SubmitOutcome> | undefined;

/** The real service over four venues with their own books. */
export interface RoutingService {
  readonly app: RoutingApp;
  readonly books: VenueBooks;
  readonly store: Store;
  /** Orders that came to the line, oldest first. */
  readonly sent: readonly Passing[];
  /** Sets how the line treats orders from now on. */
  onSubmit(next: OnSubmit): void;
  /** Makes a paper account; returns its id. */
  account(venue: string, fields?: object): Promise<string>;
  /** Returns the answers to requests that were all sent at once. */
  together(requests: readonly (() => Promise<TestAnswer>)[]): Promise<TestAnswer[]>;
  /** Ends the service and starts it again on the same tables. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const plentyUsd = 1e9;

export async function openRoutingService(): Promise<RoutingService> {
  const clock = createManualClock();
  const store = await openMemoryStore();
  const books = createVenueBooks({
    clock,
    markets: listedMarkets(),
    usd: { USDT: 1, USDC: 1, BTC: 100 },
  });
  const line = createLine();
  const begin = async (): Promise<RoutingApp> => {
    const app = await createRoutingApp(
      { WINDLASS_DEMO: 'off', WINDLASS_SERVICES: 'trading' },
      {
        clock,
        feeds: books.feeds,
        paperLine: line.between,
        // The tables outlive the service.
        openStore: async () => ({ ...store, close: async () => undefined }),
      },
    );
    for (const symbol of [spot, perp]) await holdBooks(app, symbol);
    return app;
  };
  let app = await begin();
  let count = 0;
  return {
    books,
    store,
    sent: line.sent,
    get app() {
      return app;
    },
    onSubmit: line.onSubmit,
    async account(venue, fields = {}) {
      count += 1;
      const id = `${venue}-${count}`;
      const base = { exchange_account_id: id, exchange: venue, mode: 'paper' };
      const made = await app.account({ ...base, daily_limit_usd: plentyUsd, ...fields });
      if (made.status !== 201) throw new Error(made.text);
      return id;
    },
    together: (requests) => answered(clock, requests),
    async restart() {
      await app.stop();
      app = await begin();
    },
    async stop() {
      await app.stop();
      await store.close();
    },
  };
}

function listedMarkets(): Readonly<Record<string, readonly ListedMarket[]>> {
  const listed = (venue: RouteVenueName) =>
    [spot, perp].map((symbol) => listedMarket(symbolOf(symbol), rules[venue]));
  return Object.fromEntries(routeVenues.map((venue) => [venue, listed(venue)]));
}

async function answered(
  clock: ManualClock,
  requests: readonly (() => Promise<TestAnswer>)[],
): Promise<TestAnswer[]> {
  const answers = Promise.all(requests.map((ask) => ask()));
  await moveOnUntil(
    clock,
    answers.catch(() => undefined),
  );
  return answers;
}

/** Small enough that books change normally. */
const stepMs = 50;

/** Keeps books open, however long there is no request. */
async function holdBooks(app: RoutingApp, symbol: string): Promise<void> {
  const { status, text } = await app.ask({
    method: 'POST',
    url: '/order-execution/orderbook/subscribe',
    body: { symbols: [symbol], venues: [...routeVenues] },
  });
  if (status !== 200) throw new Error(text);
  await app.clock.advance(stepMs);
}

/** Creates the line between the service and its paper venues. */
function createLine() {
  const sent: Passing[] = [];
  let onSubmit: OnSubmit = () => undefined;
  const between = (connectVenues: ConnectPaper): ConnectPaper => {
    return (market) => {
      const venues = connectVenues(market);
      return {
        ...venues,
        open(account, events) {
          const door = venues.open(account, events);
          return {
            ...door,
            submit(order, signal) {
              const arrive = () => door.submit(order, signal);
              const { id: accountId, venue } = account;
              const passing = { accountId, venue, order, arrive, door };
              sent.push(passing);
              return onSubmit(passing) ?? arrive();
            },
          };
        },
      };
    };
  };
  return {
    sent,
    between,
    onSubmit(next: OnSubmit): void {
      onSubmit = next;
    },
  };
}
