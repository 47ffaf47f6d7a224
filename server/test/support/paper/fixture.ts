import { createIds } from '../../../src/kit/ids.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import type { Store } from '../../../src/store/types.ts';
import type { Account, AccountId, Balances } from '../../../src/trading/model/account.ts';
import type { MarketType } from '../../../src/trading/model/order.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../src/trading/model/symbol.ts';
import type { VenueId } from '../../../src/trading/model/venue.ts';
import type { BookLevel } from '../../../src/trading/venues/bookPort.ts';
import type { ListedMarket } from '../../../src/trading/venues/marketPort.ts';
import { createPaperConnector } from '../../../src/trading/venues/paper/connector.ts';
import type {
  PaperBook,
  PaperBooks,
  PaperDeps,
  PaperFaults,
} from '../../../src/trading/venues/paper/ports.ts';
import { paperVenueOf, walletsOf } from '../../../src/trading/venues/registry.ts';
import type {
  OrderRef,
  SessionEvents,
  VenueFill,
  VenueOrder,
  VenueOrderState,
  VenueSession,
} from '../../../src/trading/venues/venuePort.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';

export function symbolOf(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  if (!symbol) throw new Error(`${text} is no symbol`);
  return symbol;
}

/** Returns the quote of BTC at a venue: the first asset of its wallets. */
function quoteOf(venue: VenueId): string {
  return walletsOf(venue).assets[0] ?? 'USDT';
}

export function btcOf(venue: VenueId, marketType: MarketType): InstrumentSymbol {
  const quote = quoteOf(venue);
  return symbolOf(marketType === 'spot' ? `BTC/${quote}` : `BTC/${quote}:${quote}`);
}

/** Returns a market with tick 0.01, lot 0.0001, and at least 5 in the quote. */
export function listedMarket(
  symbol: InstrumentSymbol,
  changes: Partial<ListedMarket> = {},
): ListedMarket {
  const [base = '', rest = ''] = symbol.split('/');
  const [quote = '', contract] = rest.split(':');
  const [settle, expiry] = contract?.split('-') ?? [];
  return {
    symbol,
    kind: settle === undefined ? 'spot' : expiry === undefined ? 'swap' : 'future',
    base,
    quote,
    settle,
    venueSymbol: symbol,
    isActive: true,
    priceTick: 0.01,
    quantityStep: 0.0001,
    quantityMin: 0.0001,
    notionalMin: 5,
    contractSize: 1,
    isInverse: false,
    ...changes,
  };
}

/** Books as a test writes them. */
export interface MadeUpBooks extends PaperBooks {
  show(
    symbol: InstrumentSymbol,
    venue: VenueId,
    sides: { bids?: readonly BookLevel[]; asks?: readonly BookLevel[] },
  ): void;
  flag(symbol: InstrumentSymbol, venue: VenueId, reason: string | undefined): void;
  /** Returns the books that are held now. */
  held(): string[];
}

function createMadeUpBooks(): MadeUpBooks {
  type Writable = { -readonly [Key in keyof PaperBook]: PaperBook[Key] };
  const books = new Map<string, Writable>();
  const holds = new Map<string, number>();
  const listeners = new Set<(book: PaperBook) => void>();
  const keyOf = (symbol: InstrumentSymbol, venue: VenueId) => `${venue} ${symbol}`;
  const tell = (book: Writable) => {
    book.version += 1;
    for (const listener of listeners) listener(book);
  };
  return {
    keep(symbol, venue) {
      const key = keyOf(symbol, venue);
      holds.set(key, (holds.get(key) ?? 0) + 1);
      return { release: () => holds.set(key, (holds.get(key) ?? 0) - 1) };
    },
    book: (symbol, venue) => books.get(keyOf(symbol, venue)),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(symbol, venue, { bids = [], asks = [] }) {
      const known = books.get(keyOf(symbol, venue));
      const book: Writable = known ?? {
        venue,
        symbol,
        version: 0,
        flagged: undefined,
        bids: () => [],
        asks: () => [],
        health: () => ({ quality: 'GOOD' }),
      };
      book.bids = (depth) => bids.slice(0, depth);
      book.asks = (depth) => asks.slice(0, depth);
      books.set(keyOf(symbol, venue), book);
      tell(book);
    },
    flag(symbol, venue, reason) {
      const book = books.get(keyOf(symbol, venue));
      if (!book) return;
      book.flagged = reason;
      tell(book);
    },
    held: () => [...holds].filter(([, count]) => count > 0).map(([key]) => key),
  };
}

export interface PaperBench {
  readonly clock: ManualClock;
  readonly books: MadeUpBooks;
  /** Errors of the store. */
  readonly failures: unknown[];
  /** @param ageMs How much later than usual the account was created. */
  open(venue: VenueId, balances?: Balances, ageMs?: number): OpenPaper;
  openAs(account: Account): OpenPaper;
}

/** An open account with the reports that it got. */
export interface OpenPaper {
  readonly session: VenueSession;
  readonly orders: VenueOrderState[];
  readonly fills: VenueFill[];
  /** Orders and fills in the order of their reports, as words. */
  readonly heard: string[];
  /** Submits a limit buy of 1 BTC spot at 95, with the given changes. */
  submit(order?: Partial<VenueOrder>): ReturnType<VenueSession['submit']>;
}

export const noSignal = new AbortController().signal;
const startMs = 1_750_000_000_000;

export function createPaperBench(options: {
  readonly store: Pick<Store, 'db' | 'write'>;
  readonly epoch: number;
  readonly faults?: PaperFaults;
  readonly rulesOf?: PaperDeps['rulesOf'];
  readonly books?: PaperBooks;
  readonly clock?: ManualClock;
  /** None by default. */
  readonly funding?: PaperDeps['funding']['rate'];
}): PaperBench {
  const clock = options.clock ?? createManualClock(startMs);
  const books = createMadeUpBooks();
  const failures: unknown[] = [];
  const connector = createPaperConnector({
    store: options.store,
    epoch: options.epoch,
    clock,
    ids: createIds(createSeededRandom('paper')),
    books: options.books ?? books,
    venueOf: paperVenueOf,
    rulesOf: options.rulesOf ?? ((_venue, symbol) => listedMarket(symbol)),
    funding: { rate: options.funding ?? (async () => undefined) },
    ...(options.faults && { faults: options.faults }),
    observe: { paperStoreFailed: (_id, error) => failures.push(error) },
  });
  const openAs = (account: Account) =>
    openPaper((events) => connector.open(account, events), account.venue);
  return {
    clock,
    books,
    failures,
    open(venue, balances, ageMs = 0) {
      const account = accountOf(venue, balances);
      return openAs({ ...account, createdAtMs: account.createdAtMs + ageMs });
    },
    openAs,
  };
}

function openPaper(open: (events: SessionEvents) => VenueSession, venue: VenueId): OpenPaper {
  const orders: VenueOrderState[] = [];
  const fills: VenueFill[] = [];
  const heard: string[] = [];
  const session = open({
    order(order) {
      orders.push(order);
      heard.push(`${order.type} ${order.status} ${order.filled}`);
    },
    fill(fill) {
      fills.push(fill);
      heard.push(`fill ${fill.quantity} at ${fill.price}`);
    },
  });
  let count = 0;
  return {
    session,
    orders,
    fills,
    heard,
    submit(order = {}) {
      count += 1;
      return session.submit(orderOf(venue, { clientId: clientIdOf(count), ...order }), noSignal);
    },
  };
}

export function clientIdOf(count: number): string {
  return count.toString(16).padStart(32, '0');
}

export function orderOf(venue: VenueId, changes: Partial<VenueOrder> = {}): VenueOrder {
  const { marketType = 'spot', type = 'limit' } = changes;
  return {
    clientId: clientIdOf(0),
    symbol: btcOf(venue, marketType),
    marketType,
    side: 'buy',
    type,
    quantity: '1',
    price: type === 'limit' ? '95' : undefined,
    stopPrice: undefined,
    trailingDelta: undefined,
    timeInForce: 'GTC',
    reduceOnly: false,
    ...changes,
  };
}

export function refOf(order: VenueOrderState, by: 'both' | 'client' = 'both'): OrderRef {
  const { clientId = '', venueOrderId, symbol, marketType } = order;
  const id = by === 'both' ? venueOrderId : undefined;
  return { clientId, venueOrderId: id, symbol, marketType };
}

/** Returns a paper account with the initial amounts per wallet: 1,000,000 of the quote, 10 BTC. */
export function accountOf(venue: VenueId, balances?: Balances): Account {
  const { names, assets } = walletsOf(venue);
  const amounts = Object.fromEntries(
    assets.map((asset) => [asset, asset === 'BTC' ? '10' : '1000000']),
  );
  return {
    id: `paper-${venue}` as AccountId,
    venue,
    mode: 'paper',
    environment: 'production',
    region: 'global',
    portfolioId: undefined,
    portfolioMargin: false,
    hedgeMode: false,
    dailyLimitMicroUsd: 10_000_000_000_000,
    limits: {
      maxOrderMicroUsd: undefined,
      priceCollarPct: 5,
      maxOpenOrders: undefined,
      cancelAfterS: undefined,
    },
    feeOverrides: undefined,
    paperBalances: balances ?? Object.fromEntries(names.map((name) => [name, amounts])),
    hasCredentials: false,
    hasFuturesCredentials: false,
    credentialsAtMs: undefined,
    halted: false,
    createdAtMs: startMs,
    updatedAtMs: startMs,
  };
}

/** Returns the order of an acknowledgement; anything else fails the test. */
export async function acknowledged(
  outcome: ReturnType<VenueSession['submit']>,
): Promise<VenueOrderState> {
  const known = await outcome;
  if (known.kind !== 'acknowledged') throw new Error(`not acknowledged: ${JSON.stringify(known)}`);
  return known.order;
}
