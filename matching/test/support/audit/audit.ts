import type { Position } from '../../../src/account.ts';
import type { Command } from '../../../src/commands.ts';
import type { Engine } from '../../../src/engine.ts';
import type { EngineEvent, LiquidatedEvent } from '../../../src/events.ts';
import type { OrderSnapshot } from '../../../src/order.ts';
import type { InstrumentRules, PositionLeg } from '../../../src/rules.ts';
import { expectedValue, settleOf, unit, units } from './expected.ts';
import { createLiquidityAudit } from './liquidity.ts';
import { createMarginAudit, type MarginAudit } from './margin.ts';

type Filled = Extract<EngineEvent, { type: 'filled' }>;

/** Follows an engine from outside with its own calculation, and reports what does not add up. */
export interface Audit {
  check(command: Command, events: readonly EngineEvent[]): string[];
  /**
   * Returns true when a position is due by the audit's own calculation, with the other marks as
   * they are.
   */
  readonly isDueAt: MarginAudit['isDueAt'];
  readonly carries: MarginAudit['carries'];
}

/** State that follows from an engine's events so far. */
interface Ledger {
  readonly engine: Engine;
  readonly rules: Map<string, InstrumentRules>;
  /** The amount that each account should have: wallet total, less the cost of its positions. */
  readonly equity: Map<string, bigint>;
  readonly paidIn: Map<string, bigint>;
  readonly lots: Map<string, number>;
  /** Accounts in hedge mode. */
  readonly hedged: Set<string>;
  readonly sums: Map<string, { filled: number; tickLots: bigint; fee: bigint; parts: bigint }>;
  /** Amount that rounding of funding took out of a closed book, per asset. */
  readonly rounded: Map<string, bigint>;
  /** Quantity of each order as it was accepted. */
  readonly asked: Map<string, number>;
}

export function createAudit(engine: Engine, accounts: readonly string[]): Audit {
  const liquidity = createLiquidityAudit();
  const ledger: Ledger = {
    engine,
    rules: new Map(),
    equity: new Map(),
    paidIn: new Map(),
    lots: new Map(),
    hedged: new Set(),
    sums: new Map(),
    rounded: new Map(),
    asked: new Map(),
  };
  const margins = createMarginAudit(engine, { accounts, rules: ledger.rules });
  return {
    isDueAt: margins.isDueAt,
    carries: margins.carries,
    check: (command, events) => {
      if (command.type === 'define') ledger.rules.set(command.rules.symbol, command.rules);
      if (command.type === 'deposit' && !events.some(({ type }) => type === 'refused')) {
        const { asset, amount } = command;
        move(ledger, [command.accountId, asset], amount);
        ledger.paidIn.set(asset, (ledger.paidIn.get(asset) ?? 0n) + amount);
      }
      if (command.type === 'setPositionMode' && !events.some(({ type }) => type === 'refused')) {
        if (command.isHedged) ledger.hedged.add(command.accountId);
        else ledger.hedged.delete(command.accountId);
      }
      for (const event of events) {
        if (event.type === 'accepted') ledger.asked.set(event.order.orderId, event.order.quantity);
      }
      const filled = events.filter((event): event is Filled => event.type === 'filled');
      return [
        ...filled.flatMap((event) => checkFill(ledger, event)),
        ...followMoney(ledger, events),
        ...margins.check(command, events),
        ...(engine.driver === 'feed' ? liquidity.check(command, filled) : []),
        ...checkOrders(ledger),
        ...accounts.flatMap((accountId) => checkAccount(ledger, margins, accountId)),
        ...checkTotals(ledger),
      ];
    },
  };
}

function move(ledger: Ledger, [accountId, asset]: readonly [string, string], amount: bigint): void {
  const key = `${accountId} ${asset}`;
  ledger.equity.set(key, (ledger.equity.get(key) ?? 0n) + amount);
}

function checkFill(ledger: Ledger, { order, fill }: Filled): string[] {
  const each = ledger.rules.get(order.symbol);
  if (!each) return ['a fill of an unknown symbol'];
  const wrong: string[] = [];
  const expected = expectedValue(each, fill.ticks, fill.lots);
  if (fill.value !== expected) wrong.push(`value ${fill.value}, not ${expected}`);
  const sign = order.side === 'buy' ? 1n : -1n;
  if (each.kind === 'spot') {
    move(ledger, [order.accountId, each.base], sign * BigInt(fill.lots) * units(each.lotSize));
    move(ledger, [order.accountId, each.quote], -sign * fill.value);
  } else {
    const settle = each.settle ?? each.quote;
    move(
      ledger,
      [order.accountId, settle],
      each.isInverse === true ? sign * fill.value : -sign * fill.value,
    );
    wrong.push(...checkReduce(ledger, order, fill.lots));
  }
  move(ledger, [order.accountId, fill.feeAsset], -fill.fee);
  if (order.price !== undefined && sign * BigInt(fill.ticks - order.price) > 0n) {
    wrong.push(`${fill.ticks} is worse than the limit ${order.price}`);
  }
  if (order.timeInForce === 'POST_ONLY' && fill.liquidity === 'taker') {
    wrong.push('a post-only order took');
  }
  return [...wrong, ...checkSums(ledger, { order, fill })];
}

/** Follows money that no order moved. */
function followMoney(ledger: Ledger, events: readonly EngineEvent[]): string[] {
  const funded: bigint[] = [];
  let fundedAsset = '';
  let roundings = 1;
  for (const event of events) {
    if (event.type === 'transferred') {
      move(ledger, [event.from, event.asset], -event.amount);
      move(ledger, [event.to, event.asset], event.amount);
    } else if (event.type === 'funding') {
      move(ledger, [event.accountId, event.asset], event.amount);
      funded.push(event.amount);
      fundedAsset = event.asset;
      // The worth of an inverse contract is rounded first, and then the payment on it.
      roundings = ledger.rules.get(event.symbol)?.isInverse === true ? 2 : 1;
    } else if (event.type === 'liquidated') {
      followLiquidation(ledger, event);
    } else if (event.type === 'exchanged') {
      move(ledger, [event.accountId, event.paidAsset], -event.paid);
      move(ledger, [event.accountId, event.asset], event.amount);
    } else if (event.type === 'covered') {
      move(ledger, [event.accountId, event.asset], event.amount);
    }
  }
  const lost = -funded.reduce((sum, amount) => sum + amount, 0n);
  if (ledger.engine.driver === 'feed') return [];
  ledger.rounded.set(fundedAsset, (ledger.rounded.get(fundedAsset) ?? 0n) + lost);
  const isRounding = lost >= 0n && lost < BigInt(Math.max(1, funded.length * roundings));
  return isRounding ? [] : [`funding lost ${lost} over ${funded.length} positions`];
}

function followLiquidation(ledger: Ledger, event: LiquidatedEvent): void {
  const { accountId, symbol, side, lots, value, fee, feeAsset, covered } = event;
  const isInflow = (side === 'sell') !== (ledger.rules.get(symbol)?.isInverse === true);
  move(ledger, [accountId, feeAsset], (isInflow ? value : -value) + covered - fee);
  const key = lotsKey(accountId, symbol, event.positionLeg);
  ledger.lots.set(key, (ledger.lots.get(key) ?? 0) + (side === 'buy' ? lots : -lots));
}

function lotsKey(accountId: string, symbol: string, leg: PositionLeg | undefined): string {
  return `${accountId} ${symbol} ${leg ?? 'net'}`;
}

function checkReduce(ledger: Ledger, order: OrderSnapshot, filled: number): string[] {
  const { accountId, symbol, side, reduceOnly, positionLeg } = order;
  const key = lotsKey(accountId, symbol, positionLeg);
  const before = ledger.lots.get(key) ?? 0;
  const after = before + (side === 'buy' ? filled : -filled);
  ledger.lots.set(key, after);
  const isReduced = before * after >= 0 && Math.abs(after) < Math.abs(before);
  const wrong = reduceOnly && !isReduced ? [`reduce-only made ${before} ${after}`] : [];
  if (positionLeg !== legMeant(ledger, order)) wrong.push(`${order.orderId} filled another leg`);
  const isTurned = positionLeg === 'long' ? after < 0 : positionLeg === 'short' && after > 0;
  return isTurned ? [...wrong, `a ${positionLeg} leg became ${after}`] : wrong;
}

/** Returns the leg that an order means, by the four cases as venues write them down. */
function legMeant(ledger: Ledger, order: OrderSnapshot): PositionLeg | undefined {
  if (!ledger.hedged.has(order.accountId)) return undefined;
  if (order.reduceOnly) return order.side === 'sell' ? 'long' : 'short';
  return order.side === 'sell' ? 'short' : 'long';
}

function checkSums(ledger: Ledger, { order, fill }: Pick<Filled, 'order' | 'fill'>): string[] {
  const sum = ledger.sums.get(order.orderId) ?? { filled: 0, tickLots: 0n, fee: 0n, parts: 0n };
  sum.filled += fill.lots;
  sum.tickLots += BigInt(fill.ticks) * BigInt(fill.lots);
  sum.fee += fill.fee;
  const each = ledger.rules.get(order.symbol);
  const isInBase = each?.kind === 'spot' && fill.feeAsset === each.base;
  const amount = isInBase ? BigInt(fill.lots) * units(each.lotSize) : fill.value;
  const ppm = fill.liquidity === 'maker' ? each?.makerFeePpm : each?.takerFeePpm;
  sum.parts += amount * BigInt(ppm ?? 0);
  ledger.sums.set(order.orderId, sum);
  // The fee is rounded up once: no less than owed, and less than a unit more.
  const excess = sum.fee * 1_000_000n - sum.parts;
  const isFeeRight = excess >= 0n && excess < 1_000_000n;
  const isTold =
    sum.filled === order.filled && sum.tickLots === order.tickLots && sum.fee === order.fee;
  const isWhole = order.filled < order.quantity || order.status === 'closed';
  return isTold && isWhole && isFeeRight ? [] : ['the order does not add up to its fills'];
}

function checkOrders(ledger: Ledger): string[] {
  const wrong: string[] = [];
  for (const orderId of ledger.asked.keys()) {
    const order = ledger.engine.order(orderId);
    if (!order) continue;
    const { status, filled, quantity } = order;
    if (filled < 0 || filled > quantity) wrong.push(`${orderId} filled ${filled} of ${quantity}`);
    if ((status === 'closed') !== (filled === quantity && quantity > 0)) {
      wrong.push(`${orderId} is ${status} with ${filled} of ${quantity}`);
    }
    if (order.timeInForce === 'FOK' && filled > 0 && filled < quantity) {
      wrong.push(`${orderId} was half filled`);
    }
    const sibling =
      order.siblingId === undefined ? undefined : ledger.engine.order(order.siblingId);
    if (sibling && filled + sibling.filled > (ledger.asked.get(orderId) ?? 0)) {
      wrong.push(`${orderId} filled both legs`);
    }
  }
  return wrong;
}

function checkAccount(ledger: Ledger, margins: MarginAudit, accountId: string): string[] {
  const wrong: string[] = [];
  const open = ledger.engine.openOrders(accountId);
  const positions = ledger.engine.positions(accountId);
  for (const { asset, total, reserved } of ledger.engine.wallets(accountId)) {
    const settled = positions.filter(({ symbol }) => settleOf(ledger.rules, symbol) === asset);
    const cost = settled.reduce((sum, position) => sum + position.cost, 0n);
    if (total - cost !== (ledger.equity.get(`${accountId} ${asset}`) ?? 0n)) {
      wrong.push(`${accountId} has ${total} ${asset}, which its fills do not give`);
    }
    const held =
      settled.reduce((sum, position) => sum + position.margin, 0n) +
      open.reduce((sum, each) => sum + (each.reservedAsset === asset ? each.reserved : 0n), 0n);
    if (held !== reserved) wrong.push(`${accountId} holds ${reserved} ${asset}, not ${held}`);
    // The held amount may exceed the wallet of an asset that others back too.
    const isBacked = margins.isBacked(accountId, asset);
    const isCovered = reserved >= 0n && (isBacked || reserved <= (total > 0n ? total : 0n));
    if (!isCovered) wrong.push(`${accountId} holds ${reserved} of ${total} ${asset}`);
  }
  for (const order of open) wrong.push(...checkNeed(ledger, order));
  for (const position of positions) wrong.push(...checkMargins(ledger, position, open));
  for (const { symbol, positionLeg, lots: held } of positions) {
    const counted = ledger.lots.get(lotsKey(accountId, symbol, positionLeg)) ?? 0;
    if (held !== counted) wrong.push(`${symbol} lots`);
  }
  return wrong;
}

/** Checks the amount that a spot order holds, calculated from its request alone. */
function checkNeed(ledger: Ledger, order: OrderSnapshot): string[] {
  const each = ledger.rules.get(order.symbol);
  if (each?.kind !== 'spot' || order.leg !== undefined) return [];
  const left = BigInt(order.quantity - order.filled);
  const isStop = order.price === undefined;
  const stop = BigInt(order.stop ?? 0);
  const ticks = isStop ? stop + (stop * 50_000n) / 1_000_000n : BigInt(order.price ?? 0);
  const value = (ticks * units(each.tickSize) * left * units(each.lotSize)) / unit;
  const worst = BigInt(Math.max(each.makerFeePpm, each.takerFeePpm, 0));
  const parts = order.feeParts + value * worst;
  const fee = each.spotFeeAsset === 'quote' ? (parts + 999_999n) / 1_000_000n - order.fee : 0n;
  const need = order.side === 'sell' ? left * units(each.lotSize) : value + fee;
  return order.reserved === need ? [] : [`${order.orderId} holds ${order.reserved}, not ${need}`];
}

/**
 * Checks the amounts that plain derivative orders hold: the oldest close the position, the others
 * open.
 */
function checkMargins(
  ledger: Ledger,
  position: Readonly<Position>,
  open: readonly OrderSnapshot[],
): string[] {
  const each = ledger.rules.get(position.symbol);
  if (!each) return ['a position of an unknown symbol'];
  const closable = { buy: Math.max(0, -position.lots), sell: Math.max(0, position.lots) };
  return open.flatMap((order) => {
    const isUntriggeredLeg = order.leg === 'stop' && !order.isTriggered;
    const isOfPosition =
      order.symbol === position.symbol && order.positionLeg === position.positionLeg;
    if (!isOfPosition || isUntriggeredLeg) return [];
    if (order.reduceOnly) return order.reserved === 0n ? [] : [`${order.orderId} holds`];
    const left = order.quantity - order.filled;
    const closed = Math.min(left, closable[order.side]);
    closable[order.side] -= closed;
    // The amount that an OCO holds follows from both of its legs.
    if (order.leg === 'limit') return [];
    const stop = BigInt(order.stop ?? 0);
    const slip = order.side === 'buy' ? (stop * 50_000n) / 1_000_000n : 0n;
    const value = expectedValue(each, order.price ?? Number(stop + slip), left - closed);
    const leverage = BigInt(position.leverage);
    const worst = BigInt(Math.max(each.makerFeePpm, each.takerFeePpm, 0));
    const fee = (value * worst + 999_999n) / 1_000_000n;
    const need = (value + leverage - 1n) / leverage + fee;
    return order.reserved === need ? [] : [`${order.orderId} holds ${order.reserved}: ${need}`];
  });
}

function checkTotals(ledger: Ledger): string[] {
  const totals = new Map<string, bigint>();
  for (const [key, amount] of ledger.equity) {
    const asset = key.split(' ')[1] ?? '';
    totals.set(asset, (totals.get(asset) ?? 0n) + amount);
  }
  const fees = ledger.engine.fees();
  return [...totals].flatMap(([asset, total]) => {
    const taken = (fees.get(asset) ?? 0n) + (ledger.rounded.get(asset) ?? 0n);
    const isSame = total + taken === (ledger.paidIn.get(asset) ?? 0n);
    return isSame || ledger.engine.driver === 'feed' ? [] : [`${asset} was made or lost`];
  });
}
