import type { Account, Earned, Position, Wallet } from './account.ts';
import type { BookLevel } from './commands.ts';
import { type Core, createCore, createMarket, type DriverKind } from './core.ts';
import type { FeedBook } from './feedBook.ts';
import { positionKey } from './legs.ts';
import { type Order, snapshotOf } from './order.ts';
import { joinAgain } from './regrid.ts';
import { defineInstrument, type InstrumentRules } from './rules.ts';

/** Increased when the shape below changes: a dump of another shape is refused, not misread. */
const version = 5;
/** Version of a dump with collateral, which an older engine would lose. */
const versionWithCollateral = 6;
/**
 * Version 4 knew nothing of hedge mode, version 3 nothing of margin; version 2 also had the feed's
 * book in every dump.
 */
const versionsRead: readonly number[] = [2, 3, 4, version, versionWithCollateral];

interface Dump {
  readonly version: number;
  readonly driver: DriverKind;
  readonly at: number;
  readonly rank: number;
  readonly tradeCount: number;
  readonly markets: readonly DumpedMarket[];
  readonly accounts: readonly DumpedAccount[];
  readonly orders: readonly Order[];
  readonly clientIds: readonly (readonly [string, string])[];
  readonly fees: readonly (readonly [string, bigint])[];
  /** Absent where no asset has a price as collateral. */
  readonly prices?: readonly (readonly [string, bigint])[] | undefined;
}

interface DumpedMarket {
  /** As JSON text of its own: it is long and hardly ever changes. */
  readonly rulesText?: string;
  /** Up to version 2. */
  readonly rules?: InstrumentRules;
  readonly last: number | undefined;
  readonly mark: number | undefined;
  /** From version 4 on. In older dumps every mark was given. */
  readonly isMarkGiven?: boolean;
  readonly fundedAt?: number | undefined;
  readonly sequence: number;
  /** `DumpedBook` as JSON text of its own; not in a dump of the state alone. */
  readonly book: string | undefined;
  readonly takenBids: readonly (readonly [number, number])[];
  readonly takenAsks: readonly (readonly [number, number])[];
}

interface DumpedAccount {
  readonly accountId: string;
  /** Absent in one-way mode, and up to version 4. */
  readonly isHedged?: true | undefined;
  readonly collateral?: readonly (readonly [string, bigint])[] | undefined;
  readonly wallets: readonly (Omit<Wallet, 'earned'> & { readonly earned?: Earned })[];
  readonly positions: readonly (Omit<Position, NewerField> & Partial<Pick<Position, NewerField>>)[];
}

/** Fields of a position since version 4, and its leg in hedge mode since version 5. */
type NewerField = 'marginMode' | 'funding' | 'updatedAt' | 'positionLeg';

interface DumpedBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** Writes the whole state as JSON text. Indexes are left out: they follow from the orders. */
export function dumpCore(core: Core): string {
  const orders = [...core.orders.values()];
  return toText({ ...dumpOf(core, bookText), orders });
}

/**
 * Writes the state without its orders and without the books of the feed, which are most of it and
 * out of date by the time they are read.
 */
export function dumpState(core: Core): string {
  return toText(dumpOf(core, () => undefined));
}

export function dumpOrder(core: Core, orderId: string): string | undefined {
  const order = core.orders.get(orderId);
  return order && toText(order);
}

function dumpOf(core: Core, bookOf: (feed: FeedBook) => string | undefined): Dump {
  const accounts = [...core.accounts.values()];
  const hasCollateral = core.prices.size > 0 || accounts.some(({ collateral }) => collateral);
  return {
    version: hasCollateral ? versionWithCollateral : version,
    driver: core.driver,
    at: core.at,
    rank: core.rank,
    tradeCount: core.tradeCount,
    markets: [...core.markets.values()].map((market) => ({
      rulesText: market.instrument.rulesText,
      last: market.last,
      mark: market.mark,
      isMarkGiven: market.isMarkGiven,
      fundedAt: market.fundedAt,
      sequence: market.sequence,
      book: bookOf(market.feed),
      takenBids: [...market.feed.takenBids],
      takenAsks: [...market.feed.takenAsks],
    })),
    accounts: accounts.map(({ accountId, isHedged, collateral, wallets, positions }) => ({
      accountId,
      isHedged: isHedged ? true : undefined,
      collateral: collateral && [...collateral],
      wallets: [...wallets.values()],
      positions: [...positions.values()],
    })),
    orders: [],
    clientIds: [...core.clientIds],
    fees: [...core.fees],
    prices: core.prices.size > 0 ? [...core.prices] : undefined,
  };
}

function bookText({ bids, asks }: FeedBook): string {
  return JSON.stringify({ bids, asks } satisfies DumpedBook);
}

/** Creates a core that continues exactly where the dumped one was. */
export function restoreCore(text: string, orders: readonly string[]): Core {
  const dump = fromText(text) as Dump;
  if (!versionsRead.includes(dump.version)) {
    const read = `${versionsRead.slice(0, -1).join(', ')} and ${versionsRead.at(-1)}`;
    throw new RangeError(`The dump has version ${dump.version}, this engine reads ${read}`);
  }
  const core = createCore(dump.driver);
  core.at = dump.at;
  core.rank = dump.rank;
  core.tradeCount = dump.tradeCount;
  for (const market of dump.markets) restoreMarket(core, market);
  for (const account of dump.accounts) restoreAccount(core, account);
  const dumped = orders.map((order) => fromText(order) as Order);
  for (const order of [...dump.orders, ...dumped])
    core.orders.set(order.orderId, snapshotOf(order));
  for (const [key, orderId] of dump.clientIds) core.clientIds.set(key, orderId);
  for (const [asset, fee] of dump.fees) core.fees.set(asset, fee);
  for (const [asset, price] of dump.prices ?? []) core.prices.set(asset, price);
  restoreIndexes(core);
  return core;
}

function restoreMarket(core: Core, dumped: DumpedMarket): void {
  const rules = rulesIn(dumped);
  const market = createMarket(defineInstrument(rules));
  market.last = dumped.last;
  market.mark = dumped.mark;
  market.isMarkGiven = dumped.isMarkGiven ?? dumped.mark !== undefined;
  market.fundedAt = dumped.fundedAt;
  market.sequence = dumped.sequence;
  if (dumped.book !== undefined) {
    const { bids, asks } = JSON.parse(dumped.book) as DumpedBook;
    market.feed.bids = bids;
    market.feed.asks = asks;
  }
  for (const [ticks, lots] of dumped.takenBids) market.feed.takenBids.set(ticks, lots);
  for (const [ticks, lots] of dumped.takenAsks) market.feed.takenAsks.set(ticks, lots);
  core.markets.set(rules.symbol, market);
}

function rulesIn({ rules, rulesText: text }: DumpedMarket): InstrumentRules {
  return rules ?? (JSON.parse(text ?? '') as InstrumentRules);
}

function restoreAccount(core: Core, dumped: DumpedAccount): void {
  const { accountId, isHedged = false, collateral, wallets, positions } = dumped;
  const account: Account = {
    accountId,
    isHedged,
    collateral: collateral && new Map(collateral),
    wallets: new Map(),
    positions: new Map(),
    open: new Map(),
  };
  for (const wallet of wallets) {
    const { linear, inverse } = wallet.earned ?? { linear: 0n, inverse: 0n };
    account.wallets.set(wallet.asset, { ...wallet, earned: { linear, inverse } });
  }
  for (const position of positions) {
    const { symbol, positionLeg, marginMode = 'cross' } = position;
    const { funding = 0n, updatedAt = core.at } = position;
    const restored = { ...position, positionLeg, marginMode, funding, updatedAt };
    account.positions.set(positionKey(symbol, positionLeg), restored);
  }
  core.accounts.set(accountId, account);
}

function restoreIndexes(core: Core): void {
  joinAgain(core, [...core.orders.values()]);
  for (const { bids, asks } of core.markets.values()) {
    bids.takeChanges();
    asks.takeChanges();
  }
}

/**
 * Returns JSON in which a bigint is a # and its digits. A string that begins with # or ~ gets a ~
 * in front.
 */
export function toText(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'bigint') return `#${item}`;
    return typeof item === 'string' && /^[#~]/.test(item) ? `~${item}` : item;
  });
}

export function fromText(text: string): unknown {
  return JSON.parse(text, (_key, item: unknown) => {
    if (typeof item !== 'string') return item;
    if (item.startsWith('#')) return BigInt(item.slice(1));
    return item.startsWith('~') ? item.slice(1) : item;
  });
}
