import type { Command, ContractKind } from '../../../src/commands.ts';
import type { Engine } from '../../../src/engine.ts';
import type { EngineEvent, FundingEvent } from '../../../src/events.ts';
import type { OrderRequest } from '../../../src/order.ts';
import { carries } from './carrying.ts';
import {
  checkCollateral,
  followCover,
  followExchange,
  isBacked,
  sparedOf,
  togetherOf,
} from './collateral.ts';
import {
  ceiling,
  expectedFunding,
  expectedMaintenance,
  expectedNotional,
  expectedProfit,
  expectedValue,
  magnitude,
  settleOf,
  unit,
  units,
} from './expected.ts';
import { followLiquidation } from './liquidation.ts';
import {
  type Books,
  crossOf,
  earn,
  type Holding,
  holdingOf,
  isolatedLeft,
  openOf,
  purseOf,
  rulesOf,
  trade,
} from './marginBooks.ts';

/** Follows wallets, positions and marks from events alone, and reports where the engine differs. */
export interface MarginAudit {
  check(command: Command, events: readonly EngineEvent[]): string[];
  /** True when a position, or what it shares, would no longer be kept at a price. */
  isDueAt(position: Parameters<typeof holdingOf>[1], ticks: number): boolean;
  /** True when an asset backs the contracts that settle in it together with others. */
  isBacked(accountId: string, asset: string): boolean;
  /** True when the funds of an account cover a limit order that waits in the book. */
  carries(order: OrderRequest): boolean;
}

export function createMarginAudit(
  engine: Engine,
  { accounts, rules }: Pick<Books, 'rules'> & { readonly accounts: readonly string[] },
): MarginAudit {
  const books: Books = {
    engine,
    rules,
    purses: new Map(),
    holdings: new Map(),
    marks: new Map(),
    given: new Set(),
    fundedAt: new Map(),
    collateral: new Map(),
    prices: new Map(),
    hedged: new Set(),
  };
  return {
    check: (command, events) => {
      const isRefused = events.some(({ type }) => type === 'refused');
      const wrong: string[] = [];
      if (!isRefused) wrong.push(...followCommand(books, command, events));
      for (const event of events) wrong.push(...followEvent(books, command, { event, events }));
      for (const accountId of accounts) wrong.push(...checkAccount(books, command, accountId));
      for (const event of events) wrong.push(...checkPaid(books, event));
      for (const accountId of accounts) wrong.push(...checkCollateral(books, command, accountId));
      return wrong;
    },
    isBacked: (accountId, asset) => isBacked(books, accountId, asset),
    carries: (order) => carries(books, order),
    isDueAt: (position, ticks) => {
      const { accountId, symbol } = position;
      const moved = { ...books, marks: new Map(books.marks).set(symbol, ticks) };
      const holding = holdingOf(moved, position);
      if (holding.told.mode === 'isolated') return isolatedLeft(moved, holding) <= 0n;
      const { equity, maintenance } = backingOf(moved, accountId, settleOf(books.rules, symbol));
      return equity <= maintenance;
    },
  };
}

function followCommand(books: Books, command: Command, events: readonly EngineEvent[]): string[] {
  switch (command.type) {
    case 'deposit': {
      const purse = purseOf(books, command.accountId, command.asset);
      purse.total += command.amount;
      if (command.part !== undefined) purse[command.part] += command.amount;
      return [];
    }
    case 'mark':
      books.given.add(command.symbol);
      books.marks.set(command.symbol, command.ticks);
      return [];
    case 'book': {
      const [bid, ask] = [command.bids[0]?.[0], command.asks[0]?.[0]];
      if (books.given.has(command.symbol) || bid === undefined || ask === undefined) return [];
      books.marks.set(command.symbol, Math.floor((bid + ask) / 2));
      return [];
    }
    case 'setPositionMode':
      return followMode(books, command);
    case 'setCollateral': {
      const rates = command.assets.map(({ asset, ratePpm }) => [asset, ratePpm] as const);
      if (rates.length === 0) books.collateral.delete(command.accountId);
      else books.collateral.set(command.accountId, new Map(rates));
      return [];
    }
    case 'price':
      books.prices.set(command.asset, command.price);
      return [];
    case 'funding': {
      const { symbol, fundedAt } = command;
      const isLater = fundedAt > (books.fundedAt.get(symbol) ?? Number.NEGATIVE_INFINITY);
      books.fundedAt.set(symbol, fundedAt);
      const told = events.filter(({ type }) => type === 'funding').length;
      const open = [...books.holdings.values()].filter(
        (each) => each.symbol === symbol && each.lots !== 0,
      );
      return isLater && told === open.length ? [] : ['funding twice, or not for every position'];
    }
    default:
      return [];
  }
}

/** Changes the mode and forgets flat positions, with the profit and funding they had taken. */
function followMode(
  { engine, hedged, holdings }: Books,
  { accountId, isHedged }: Extract<Command, { type: 'setPositionMode' }>,
): string[] {
  if (engine.isHedged(accountId) !== isHedged) return [`${accountId} kept its mode`];
  if (hedged.has(accountId) === isHedged) return [];
  if (isHedged) hedged.add(accountId);
  else hedged.delete(accountId);
  for (const [key, holding] of holdings) {
    if (holding.accountId !== accountId) continue;
    if (holding.lots !== 0) return [`${accountId} changed its mode with ${holding.lots} lots`];
    holdings.delete(key);
  }
  return [];
}

interface InCommand<E> {
  readonly event: E;
  readonly events: readonly EngineEvent[];
}

function followEvent(
  books: Books,
  command: Command,
  { event, events }: InCommand<EngineEvent>,
): string[] {
  switch (event.type) {
    case 'transferred':
      purseOf(books, event.from, event.asset).total -= event.amount;
      purseOf(books, event.to, event.asset).total += event.amount;
      return event.amount > 0n ? [] : ['a transfer of nothing'];
    case 'collected': {
      const purse = purseOf(books, event.accountId, event.asset);
      const asked = command.type === 'collect' ? command.kinds : undefined;
      const of = (kind: ContractKind) =>
        asked === undefined || asked.includes(kind) ? positive(purse[kind]) : 0n;
      const [linear, inverse] = [of('linear'), of('inverse')];
      purse.linear -= linear;
      purse.inverse -= inverse;
      return linear === event.linear && inverse === event.inverse ? [] : ['collected otherwise'];
    }
    case 'funding':
      return followFunding(books, event);
    case 'filled':
      return followFill(books, event);
    case 'liquidated':
      return followLiquidation(books, command, { event, events });
    case 'exchanged':
      return followExchange(books, event);
    case 'covered':
      return followCover(books, event);
    default:
      return [];
  }
}

/**
 * Checks that no liquidation leaves less in a wallet than the margins of its isolated positions.
 */
function checkPaid(books: Books, event: EngineEvent): string[] {
  if (event.type !== 'liquidated') return [];
  if (isBacked(books, event.accountId, event.feeAsset)) {
    const { hasDebt } = togetherOf(books, event.accountId);
    return hasDebt ? [`${event.accountId} was left owing`] : [];
  }
  const { share } = crossOf(books, event.accountId, event.feeAsset);
  return share < 0n ? [`${event.accountId} was left with ${share} ${event.feeAsset}`] : [];
}

function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

function followFunding(books: Books, event: FundingEvent): string[] {
  const { accountId, symbol, amount, rate, lots, markTicks } = event;
  const holding = holdingOf(books, event);
  const value = expectedValue(rulesOf(books, symbol), markTicks, Math.abs(holding.lots));
  const expected = expectedFunding(value, rate, holding.lots);
  holding.funding += amount;
  earn(books, holding, amount);
  const isRight =
    amount === expected && lots === holding.lots && markTicks === books.marks.get(symbol);
  return isRight ? [] : [`funding ${amount} of ${accountId}, not ${expected}`];
}

function followFill(
  books: Books,
  { order, fill }: Extract<EngineEvent, { type: 'filled' }>,
): string[] {
  const { accountId, symbol, side } = order;
  const rules = rulesOf(books, symbol);
  if (rules.kind === 'spot') {
    const sign = side === 'buy' ? 1n : -1n;
    const base = BigInt(fill.lots) * units(rules.lotSize);
    purseOf(books, accountId, rules.base).total += sign * base;
    purseOf(books, accountId, rules.quote).total -= sign * fill.value;
    purseOf(books, accountId, fill.feeAsset).total -= fill.fee;
    return [];
  }
  const holding = holdingOf(books, order);
  const profit = trade(books, holding, { side, ticks: fill.ticks, lots: fill.lots });
  holding.realised += fill.realised;
  earn(books, holding, fill.realised - fill.fee);
  return profit === fill.realised ? [] : [`${order.orderId} took ${fill.realised}, not ${profit}`];
}

function checkAccount(books: Books, command: Command, accountId: string): string[] {
  const { engine } = books;
  const wrong = engine.wallets(accountId).flatMap(({ asset, total, reserved, earned }) => {
    const purse = purseOf(books, accountId, asset);
    const { unrealised } = crossOf(books, accountId, asset);
    const loss = unrealised < 0n ? unrealised : 0n;
    const free = { asset, amount: total - reserved + loss };
    const usable = sparedOf(books, accountId, free);
    const isSame =
      total === purse.total && earned.linear === purse.linear && earned.inverse === purse.inverse;
    return [
      ...(isSame ? [] : [`${accountId} has ${total} ${asset}, its events give ${purse.total}`]),
      ...(engine.transferable(accountId, asset) === positive(usable) ? [] : ['transferable']),
    ];
  });
  for (const position of engine.positions(accountId)) {
    const holding = holdingOf(books, position);
    wrong.push(...checkPosition(books, { command, position, holding }));
  }
  return [...wrong, ...openOf(books, accountId).flatMap((each) => checkRisk(books, each))];
}

interface Checked {
  readonly command: Command;
  readonly position: ReturnType<Engine['positions']>[number];
  readonly holding: Holding;
}

function checkPosition(books: Books, { command, position, holding }: Checked): string[] {
  const wrong: string[] = [];
  const { symbol, lots, cost, margin, leverage, marginMode, updatedAt } = position;
  const isSame =
    lots === holding.lots &&
    cost === holding.cost &&
    position.realised === holding.realised &&
    position.funding === holding.funding;
  if (!isSame) wrong.push(`${symbol} is not what its events give`);
  const full = ceiling(magnitude(cost), BigInt(leverage));
  if (margin < 0n || margin > full) wrong.push(`${symbol} holds ${margin} of ${full}`);
  const state = `${lots} ${leverage} ${marginMode}`;
  if (state !== holding.told.state && updatedAt !== command.at && holding.told.state !== '') {
    wrong.push(`${symbol} changed at ${command.at}, not ${updatedAt}`);
  }
  const isModeKept = marginMode === holding.told.mode || holding.told.state === '';
  if (!isModeKept && lots !== 0) wrong.push(`${symbol} changed its mode while open`);
  if (books.engine.driver === 'closed' && lots !== 0 && command.type === 'funding') {
    if (updatedAt === command.at) wrong.push(`${symbol} is no other for its funding`);
  }
  holding.told = { margin, mode: marginMode, updatedAt, state };
  return wrong;
}

/** Returns the backing of the cross positions of an asset; collateral is converted into it. */
function backingOf(books: Books, accountId: string, asset: string) {
  if (!isBacked(books, accountId, asset)) {
    const { equity, maintenance } = crossOf(books, accountId, asset);
    return { equity, maintenance, told: equity };
  }
  const { equity, maintenance } = togetherOf(books, accountId);
  const price = books.prices.get(asset) ?? 1n;
  const told = equity < 0n ? -ceiling(-equity * unit, price) : (equity * unit) / price;
  return { equity, maintenance, told };
}

/** Checks the engine's risk of a position against the audit's own, and that none due is left. */
function checkRisk(books: Books, holding: Holding): string[] {
  const { accountId, symbol, positionLeg, told } = holding;
  const rules = rulesOf(books, symbol);
  const mark = books.marks.get(symbol);
  const risk = books.engine.risk(accountId, symbol, positionLeg);
  const unrealised = expectedProfit(rules, holding, mark);
  const cross = backingOf(books, accountId, settleOf(books.rules, symbol));
  const isIsolated = told.mode === 'isolated';
  const isRight =
    risk?.markTicks === mark &&
    risk?.notional === expectedNotional(rules, holding, mark) &&
    risk.unrealised === unrealised &&
    risk.maintenance === expectedMaintenance(rules, holding, mark) &&
    risk.initialMargin === told.margin &&
    risk.collateral === told.margin &&
    risk.equity === (isIsolated ? told.margin + unrealised : cross.told);
  const isClosable = mark !== undefined && rules.maintenanceTiers !== undefined;
  const isKept = isIsolated ? isolatedLeft(books, holding) > 0n : cross.equity > cross.maintenance;
  const isDue = books.engine.driver === 'feed' && isClosable && !isKept;
  return [
    ...(isRight ? [] : [`the risk of ${accountId} in ${symbol}`]),
    ...(isDue ? [`${accountId} keeps ${symbol} beyond its means`] : []),
  ];
}
