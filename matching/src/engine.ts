import type { Account, Position, Wallet } from './account.ts';
import { cancel, cancelAll, forget, openAccount, setPositionMode } from './accountCommands.ts';
import { type CollateralSums, collateralSums } from './collateral.ts';
import { givePrice, setCollateral } from './collateralCommands.ts';
import type { BookLevel, CollateralRate, Command, FeedCommand } from './commands.ts';
import { allOpen, type Core, createCore, type DriverKind, ladderOf, type Market } from './core.ts';
import { define } from './define.ts';
import { dumpCore, dumpOrder, dumpState, restoreCore } from './dump.ts';
import type { EngineEvent } from './events.ts';
import { isCount, isOrderly, showBook } from './feedBook.ts';
import { fund } from './funding.ts';
import { type Funds, fundsOf, transferableOf } from './funds.ts';
import { setLeverage, setMarginMode } from './leverage.ts';
import { liquidate } from './liquidation.ts';
import { giveMark, markFromBook } from './marks.ts';
import { collect, deposit, transfer } from './moneyCommands.ts';
import { type Order, type OrderSnapshot, snapshotOf } from './order.ts';
import { followBook, followTrade } from './queue.ts';
import { type Reason, reasonTexts } from './reasons.ts';
import { type PositionRisk, riskOf } from './risk.ts';
import type { Instrument, PositionLeg } from './rules.ts';
import { settlePositions } from './settle.ts';
import { clientKey, submit } from './submit.ts';
import { runTriggers } from './triggers.ts';

/** The matching engine. Only `apply` changes it; the same commands give the same events. */
export interface Engine {
  readonly driver: DriverKind;
  apply(command: Command): readonly EngineEvent[];
  /** The whole state as JSON text, for `restoreEngine`. */
  dump(): string;
  /**
   * The same without the orders, each of which `orderDump` returns by itself, and without the books
   * of the feed: an engine restored from it has none until the next is shown.
   */
  stateDump(): string;
  orderDump(orderId: string): string | undefined;
  /** Returns the ids of orders to dump again: their record has changed since the last call. */
  takeChanged(): string[];
  /** An instrument as it was defined last. */
  instrument(symbol: string): Instrument | undefined;
  order(orderId: string): OrderSnapshot | undefined;
  orderByClientId(accountId: string, clientOrderId: string): OrderSnapshot | undefined;
  /** By rank: the oldest first. */
  openOrders(accountId: string, symbol?: string): readonly OrderSnapshot[];
  wallets(accountId: string): readonly Readonly<Wallet>[];
  positions(accountId: string): readonly Readonly<Position>[];
  /** Returns the risk of a position; undefined for a flat one. */
  risk(accountId: string, symbol: string, leg?: PositionLeg): PositionRisk | undefined;
  /** True for an account in hedge mode. */
  isHedged(accountId: string): boolean;
  /**
   * Returns the amount that may leave the account: free, less unrealised losses of cross positions.
   */
  transferable(accountId: string, asset: string): bigint;
  means(accountId: string, asset: string): Funds;
  /** Rates of the assets that back an account's contracts together; empty without collateral. */
  rates(accountId: string): readonly CollateralRate[];
  /** Returns the worth of a whole unit of an asset as collateral, in dollars of 10^-18. */
  price(asset: string): bigint | undefined;
  /** Returns undefined for an account whose wallets each stand by themselves. */
  collateral(accountId: string): CollateralSums | undefined;
  /** The mark of an instrument, in ticks. */
  marks(symbol: string): number | undefined;
  /** The closed book's best levels, and the sequence of the depth event they follow. */
  depth(symbol: string, levelsMax: number): Depth | undefined;
  /** Fees taken less rebates given, per asset. */
  fees(): ReadonlyMap<string, bigint>;
}

export interface Depth {
  readonly sequence: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export function createEngine(driver: DriverKind): Engine {
  return engineOn(createCore(driver));
}

/**
 * Continues from a dump: the same commands give the same events as they would have there.
 *
 * @param orders Dumps of the orders that a dump of the state leaves out, in any order.
 */
export function restoreEngine(text: string, orders: readonly string[] = []): Engine {
  return engineOn(restoreCore(text, orders));
}

function engineOn(core: Core): Engine {
  const shown = (order: Order | undefined) => order && snapshotOf(order);
  const account = (accountId: string): Account | undefined => core.accounts.get(accountId);
  return {
    driver: core.driver,
    apply: (command) => apply(core, command),
    dump: () => dumpCore(core),
    stateDump: () => dumpState(core),
    orderDump: (orderId) => dumpOrder(core, orderId),
    takeChanged() {
      const ids = [...core.changed];
      core.changed.clear();
      return ids;
    },
    instrument: (symbol) => core.markets.get(symbol)?.instrument,
    order: (orderId) => shown(core.orders.get(orderId)),
    orderByClientId: (accountId, clientOrderId) =>
      shown(core.orders.get(core.clientIds.get(clientKey(accountId, clientOrderId)) ?? '')),
    openOrders: (accountId, symbol) =>
      (core.accounts.has(accountId) ? allOpen(core, accountId) : [])
        .filter((order) => symbol === undefined || order.symbol === symbol)
        .sort((a, b) => a.rank - b.rank)
        .map(snapshotOf),
    wallets: (accountId) =>
      [...(account(accountId)?.wallets.values() ?? [])].map((wallet) => ({
        ...wallet,
        earned: { ...wallet.earned },
      })),
    positions: (accountId) =>
      [...(account(accountId)?.positions.values() ?? [])].map((position) => ({ ...position })),
    risk: (accountId, symbol, positionLeg) => riskOf(core, { accountId, symbol, positionLeg }),
    isHedged: (accountId) => account(accountId)?.isHedged === true,
    transferable: (accountId, asset) =>
      core.accounts.has(accountId) ? transferableOf(core, accountId, asset) : 0n,
    means: (accountId, asset) => fundsOf(core, accountId, asset),
    rates: (accountId) =>
      [...(account(accountId)?.collateral ?? [])].map(([asset, ratePpm]) => ({
        asset,
        ratePpm: Number(ratePpm),
      })),
    price: (asset) => core.prices.get(asset),
    collateral: (accountId) => collateralSums(core, accountId),
    marks: (symbol) => core.markets.get(symbol)?.mark,
    depth: (symbol, levelsMax) => {
      const market = core.markets.get(symbol);
      if (!market) return undefined;
      const { bids, asks, sequence } = market;
      return { sequence, bids: bids.depth(levelsMax), asks: asks.depth(levelsMax) };
    },
    fees: () => new Map(core.fees),
  };
}

function apply(core: Core, command: Command): readonly EngineEvent[] {
  // The caller forgets an order at any time: no event and no record bears that time.
  if (command.type !== 'forget') core.at = command.at;
  core.events = [];
  const refusal = carryOut(core, command);
  if (refusal !== undefined) {
    const text = reasonTexts[refusal];
    core.events.push({
      type: 'refused',
      at: core.at,
      command: command.type,
      reason: refusal,
      text,
    });
  }
  for (const market of marketsMovedBy(core, command)) runTriggers(core, market);
  settlePositions(core);
  liquidate(core);
  tellSums(core);
  return core.events;
}

function carryOut(core: Core, command: Command): Reason | undefined {
  switch (command.type) {
    case 'define':
      return define(core, command.rules);
    case 'openAccount':
      return openAccount(core, command);
    case 'deposit':
      return deposit(core, command);
    case 'transfer':
      return transfer(core, command);
    case 'collect':
      return collect(core, command);
    case 'setLeverage':
      return setLeverage(core, command);
    case 'setMarginMode':
      return setMarginMode(core, command);
    case 'setPositionMode':
      return setPositionMode(core, command);
    case 'setCollateral':
      return setCollateral(core, command);
    case 'price':
      return givePrice(core, command);
    case 'funding':
      return fund(core, command);
    case 'submit':
      return submit(core, command.order);
    case 'cancel':
      return cancel(core, command);
    case 'cancelAll':
      return cancelAll(core, command);
    case 'forget':
      return forget(core, command);
    case 'book':
    case 'trade':
    case 'last':
    case 'mark':
      return follow(core, command);
  }
}

function follow(core: Core, command: FeedCommand): Reason | undefined {
  const market = core.markets.get(command.symbol);
  if (!market) return 'UNKNOWN_SYMBOL';
  if (core.driver === 'closed' && command.type !== 'mark') return 'WRONG_DRIVER';
  if (command.type === 'book') {
    if (!isOrderly(command.bids, command.asks)) return 'BAD_BOOK';
    showBook(market.feed, command.bids, command.asks);
    markFromBook(core, market);
    followBook(core, market);
    return undefined;
  }
  if (!isCount(command.ticks)) return 'BAD_PRICE';
  if (command.type === 'mark') {
    giveMark(core, market, command.ticks);
    return undefined;
  }
  if (command.type === 'trade') {
    if (!isCount(command.lots)) return 'BAD_PRICE';
    followTrade(core, market, command);
  }
  market.last = command.ticks;
  return undefined;
}

/** Returns the markets whose price may have moved, or that may have a new trigger. */
function marketsMovedBy(core: Core, command: Command): Market[] {
  const symbol =
    'symbol' in command
      ? command.symbol
      : command.type === 'submit'
        ? command.order.symbol
        : undefined;
  const market = symbol === undefined ? undefined : core.markets.get(symbol);
  if (market) return [market];
  return [...core.touchedMarkets];
}

/** Reports wallets, positions and depth once per command, in their latest state. */
function tellSums(core: Core): void {
  const { at, events } = core;
  for (const { accountId, asset, total, reserved } of core.touchedWallets) {
    events.push({ type: 'wallet', at, accountId, asset, total, reserved });
  }
  for (const position of core.touchedPositions) {
    events.push({ type: 'position', at, ...position });
  }
  if (core.driver === 'closed') for (const market of core.touchedMarkets) tellDepth(core, market);
  core.touchedWallets.clear();
  core.touchedPositions.clear();
  core.touchedMarkets.clear();
  core.movedMarks.clear();
  core.movedPrices.clear();
}

function tellDepth(core: Core, market: Market): void {
  const bids = ladderOf(market, 'buy').takeChanges();
  const asks = ladderOf(market, 'sell').takeChanges();
  if (bids.length === 0 && asks.length === 0) return;
  market.sequence += 1;
  const { sequence } = market;
  const { symbol } = market.instrument.rules;
  core.events.push({ type: 'depth', at: core.at, symbol, sequence, bids, asks });
}
