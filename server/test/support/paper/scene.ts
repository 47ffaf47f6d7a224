import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Store } from '../../../src/store/types.ts';
import type { Account, Balances } from '../../../src/trading/model/account.ts';
import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import type { VenueId } from '../../../src/trading/model/venue.ts';
import { openMemoryStore } from '../databases/memoryStore.ts';
import { accountOf, btcOf, createPaperBench, type OpenPaper, type PaperBench } from './fixture.ts';

export const binance = 'binance';

/** The perpetual that is shown unless a test names another market. */
export const binanceSwap = {
  symbol: btcOf(binance, 'swap'),
  marketType: 'swap',
} as const;

interface Shown {
  readonly venue?: VenueId;
  readonly symbol?: InstrumentSymbol;
}

interface Opened {
  readonly venue?: VenueId;
  readonly balances?: Balances | undefined;
  readonly changes?: Partial<Account>;
}

/** One store for a file of tests; each test has its own surroundings and accounts in it. */
export interface PaperScene {
  readonly store: Store;
  readonly bench: PaperBench;
  /** The milliseconds by which the accounts of this test are younger than usual. */
  readonly life: number;
  /** Replaces the surroundings of the test. */
  renew(options?: Partial<Parameters<typeof createPaperBench>[0]>): PaperBench;
  /** Shows a book of one step around a price, ten deep, and lets the exchange look at it. */
  show(price: number, at?: Shown): Promise<void>;
  /** Opens the test's account at a venue, for the first time or again. */
  open(account?: Opened): OpenPaper;
}

/** Registers the hooks that open a store for the file and surroundings for each test. */
export function paperScene(): PaperScene {
  let opened: { readonly store: Store; readonly epoch: number } | undefined;
  let bench: PaperBench | undefined;
  let life = 0;
  const renew: PaperScene['renew'] = (options) => {
    bench = createPaperBench({ ...present(opened), ...options });
    return bench;
  };
  beforeAll(async () => {
    const store = await openMemoryStore();
    const { epoch } = await store.own();
    opened = { store, epoch };
  });
  afterAll(() => opened?.store.close());
  beforeEach(() => {
    renew();
    life += 1;
  });
  return {
    get store() {
      return present(opened).store;
    },
    get bench() {
      return present(bench);
    },
    get life() {
      return life;
    },
    renew,
    async show(price, { venue = binance, symbol = binanceSwap.symbol } = {}) {
      const { books, clock } = present(bench);
      books.show(symbol, venue, { bids: [[price - 1, 10]], asks: [[price + 1, 10]] });
      await clock.advance(100);
    },
    open({ venue = binance, balances, changes } = {}) {
      const account = accountOf(venue, balances);
      const createdAtMs = account.createdAtMs + life;
      return present(bench).openAs({ ...account, ...changes, createdAtMs });
    },
  };
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the surroundings are there only while a test runs');
  return value;
}
