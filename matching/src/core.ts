import type { Account, OpenOrders, Position, Wallet } from './account.ts';
import { Closers } from './closers.ts';
import type { EngineEvent } from './events.ts';
import { createFeedBook, type FeedBook } from './feedBook.ts';
import { Ladder } from './ladder.ts';
import { legIn, positionKey, positionsIn } from './legs.ts';
import { type Order, snapshotOf } from './order.ts';
import { type Reason, reasonTexts } from './reasons.ts';
import type { Instrument, MarginMode, Side } from './rules.ts';

/**
 * Source of fills. `feed`: a book from outside, in which the engine's orders do not meet each
 * other. `closed`: the orders themselves, price first, then time.
 */
export type DriverKind = 'feed' | 'closed';

/** An instrument, its resting and waiting orders, and what the feed says. */
export interface Market {
  instrument: Instrument;
  readonly bids: Ladder;
  readonly asks: Ladder;
  /** Orders that have not been triggered, by id. */
  readonly waiting: Map<string, Order>;
  readonly feed: FeedBook;
  last: number | undefined;
  mark: number | undefined;
  /** True when a command gave the mark: books then do not change it. */
  isMarkGiven: boolean;
  /** The latest funding window that is settled. */
  fundedAt: number | undefined;
  /** Counts changes of the closed book. */
  sequence: number;
}

/** The state of an engine, its indexes, and the effects of the running command. */
export interface Core {
  readonly driver: DriverKind;
  readonly markets: Map<string, Market>;
  readonly accounts: Map<string, Account>;
  readonly orders: Map<string, Order>;
  /** First order of each (account, client id), kept for ever. */
  readonly clientIds: Map<string, string>;
  /** Fees taken per asset, less rebates. */
  readonly fees: Map<string, bigint>;
  /** Prices of assets as collateral: dollars of 10^-18 a whole unit. */
  readonly prices: Map<string, bigint>;
  rank: number;
  tradeCount: number;
  /** Ids of orders whose record has changed since this was last asked for. */
  readonly changed: Set<string>;

  at: number;
  events: EngineEvent[];
  readonly touchedWallets: Set<Wallet>;
  readonly touchedPositions: Set<Position>;
  readonly touchedMarkets: Set<Market>;
  /** Markets whose mark or rules have changed. */
  readonly movedMarks: Set<Market>;
  /** Assets whose price, or whose rate as collateral, has changed. */
  readonly movedPrices: Set<string>;
  /** Positions whose open orders' needs are to be calculated again. */
  readonly unsettled: Set<Position>;
}

export function createCore(driver: DriverKind): Core {
  return {
    driver,
    markets: new Map(),
    accounts: new Map(),
    orders: new Map(),
    clientIds: new Map(),
    fees: new Map(),
    prices: new Map(),
    rank: 0,
    tradeCount: 0,
    changed: new Set(),
    at: 0,
    events: [],
    touchedWallets: new Set(),
    touchedPositions: new Set(),
    touchedMarkets: new Set(),
    movedMarks: new Set(),
    movedPrices: new Set(),
    unsettled: new Set(),
  };
}

export function createMarket(instrument: Instrument): Market {
  return {
    instrument,
    bids: new Ladder('buy'),
    asks: new Ladder('sell'),
    waiting: new Map(),
    feed: createFeedBook(),
    last: undefined,
    mark: undefined,
    isMarkGiven: false,
    fundedAt: undefined,
    sequence: 0,
  };
}

/** Returns the market of an order or position that was accepted. */
export function marketOf(core: Core, symbol: string): Market {
  return known(core.markets.get(symbol), symbol);
}

export function accountOf(core: Core, accountId: string): Account {
  return known(core.accounts.get(accountId), accountId);
}

function known<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`Must hold: ${name} is known`);
  return value;
}

export function walletOf(core: Core, accountId: string, asset: string): Wallet {
  const { wallets } = accountOf(core, accountId);
  let wallet = wallets.get(asset);
  if (!wallet) {
    const earned = { linear: 0n, inverse: 0n };
    wallet = { accountId, asset, total: 0n, reserved: 0n, earned };
    wallets.set(asset, wallet);
  }
  return wallet;
}

export function freeOf(core: Core, accountId: string, asset: string): bigint {
  const wallet = accountOf(core, accountId).wallets.get(asset);
  return wallet ? wallet.total - wallet.reserved : 0n;
}

export function credit(core: Core, wallet: Wallet, amount: bigint): void {
  if (amount === 0n) return;
  wallet.total += amount;
  core.touchedWallets.add(wallet);
}

/** Credits a contract's profit or loss to the settle wallet, and counts it as earned. */
export function earn(
  core: Core,
  { accountId, instrument }: { readonly accountId: string; readonly instrument: Instrument },
  amount: bigint,
): void {
  const wallet = walletOf(core, accountId, instrument.settle);
  wallet.earned[instrument.isInverse ? 'inverse' : 'linear'] += amount;
  credit(core, wallet, amount);
}

/** The account of a position, and its leg where there are two. */
export type Holder = Pick<Position, 'accountId' | 'positionLeg'>;

/** Returns the position of an account; creates a flat one when there is none yet. */
export function positionOf(core: Core, holder: Holder, instrument: Instrument): Position {
  const { accountId, positionLeg } = holder;
  const account = accountOf(core, accountId);
  const { symbol } = instrument.rules;
  const key = positionKey(symbol, positionLeg);
  const known = account.positions.get(key);
  if (known) return known;
  // Leverage and mode are those of the symbol: a new leg takes them from the other one.
  const [other] = positionsIn(account, symbol);
  const position: Position = {
    accountId,
    symbol,
    positionLeg,
    lots: 0,
    cost: 0n,
    margin: 0n,
    realised: 0n,
    leverage: other?.leverage ?? instrument.leverageDefault,
    marginMode: other?.marginMode ?? (account.collateral ? 'cross' : marginModeOf(instrument)),
    funding: 0n,
    updatedAt: core.at,
  };
  account.positions.set(key, position);
  return position;
}

/**
 * Returns every position that an account can have in a contract; creates flat ones where there are
 * none yet.
 */
export function allPositionsOf(core: Core, accountId: string, instrument: Instrument): Position[] {
  const account = accountOf(core, accountId);
  const sides = ['buy', 'sell'] as const;
  const legs = new Set(sides.map((side) => legIn(account, instrument, { side })));
  return [...legs].map((positionLeg) => positionOf(core, { accountId, positionLeg }, instrument));
}

/** Returns the position that an order opens or reduces, once there is one. */
export function positionFor(core: Core, order: Pick<Order, Meant>): Position | undefined {
  const { accountId, symbol, positionLeg } = order;
  return accountOf(core, accountId).positions.get(positionKey(symbol, positionLeg));
}

type Meant = 'accountId' | 'positionLeg' | 'symbol';

/** Returns the mode of a position for which nobody chose one. */
export function marginModeOf({ marginModes }: Instrument): MarginMode {
  return marginModes.includes('cross') ? 'cross' : 'isolated';
}

/** Returns the lots of its position that an order of the side would close. */
export function closableLots(core: Core, order: Pick<Order, Meant | 'side'>): number {
  const lots = positionFor(core, order)?.lots ?? 0;
  return Math.max(0, order.side === 'buy' ? -lots : lots);
}

export function ladderOf(market: Market, side: Side): Ladder {
  return side === 'buy' ? market.bids : market.asks;
}

export function openOrdersOf(core: Core, accountId: string, symbol: string): OpenOrders {
  const { open } = accountOf(core, accountId);
  let orders = open.get(symbol);
  if (!orders) {
    orders = {
      all: new Map(),
      reducing: new Map(),
      buy: new Closers(),
      sell: new Closers(),
    };
    open.set(symbol, orders);
  }
  return orders;
}

/** Returns all open orders of an account, by symbol. */
export function allOpen(core: Core, accountId: string): Order[] {
  const { open } = accountOf(core, accountId);
  return [...open.values()].flatMap(({ all }) => [...all.values()]);
}

export function tell(core: Core, type: 'accepted' | 'triggered' | 'trailed', order: Order): void {
  order.updatedAt = core.at;
  core.changed.add(order.orderId);
  core.events.push({ type, at: core.at, order: snapshotOf(order) });
}

export function tellWhy(
  core: Core,
  type: 'rejected' | 'canceled' | 'expired' | 'amended',
  { order, reason }: { readonly order: Order; readonly reason: Reason },
): void {
  order.updatedAt = core.at;
  core.changed.add(order.orderId);
  const text = reasonTexts[reason];
  core.events.push({ type, at: core.at, order: snapshotOf(order), reason, text });
}
