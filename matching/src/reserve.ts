import type { Position } from './account.ts';
import { absolute, ceilDiv, ppmWhole } from './amounts.ts';
import { bought, incomingOf, isSpared, sold } from './collateral.ts';
import {
  accountOf,
  type Core,
  closableLots,
  marketOf,
  openOrdersOf,
  positionFor,
  walletOf,
} from './core.ts';
import { usableOf } from './funds.ts';
import { legIn, positionsIn } from './legs.ts';
import { ownOf, unrealisedAt } from './margins.ts';
import { isOpen, type Order, remainingLots } from './order.ts';
import { baseOf, type Instrument, worthOf } from './rules.ts';

/** Something an order could take at once: so many lots at a price. */
export interface Step {
  readonly ticks: number;
  readonly lots: number;
}

/** Sets the amount of its wallet that an order holds. */
export function reserve(core: Core, order: Order, amount: bigint): void {
  if (amount === order.reserved) return;
  const wallet = walletOf(core, order.accountId, order.reservedAsset);
  wallet.reserved += amount - order.reserved;
  order.reserved = amount;
  core.changed.add(order.orderId);
  core.touchedWallets.add(wallet);
}

/** Returns the amount that a resting or waiting order has to hold. */
export function needOf(core: Core, order: Order): bigint {
  if (order.reduceOnly || (order.leg === 'stop' && !order.isTriggered)) return 0n;
  const { instrument } = marketOf(core, order.symbol);
  const own = needAt(core, instrument, { order, ticks: worstPrice(instrument, order) });
  const stopLeg = order.leg === 'limit' && core.orders.get(order.siblingId ?? '');
  if (!stopLeg || !isOpen(stopLeg)) return own;
  // One reservation covers both legs: the larger need of the two.
  const ticks = worstPrice(instrument, stopLeg);
  const other = needAt(core, instrument, { order, ticks });
  return own > other ? own : other;
}

interface Need {
  readonly order: Order;
  readonly ticks: number;
}

function needAt(core: Core, instrument: Instrument, { order, ticks }: Need): bigint {
  const lots = remainingLots(order);
  if (instrument.isSpot) return spotNeed(instrument, order, { ticks, lots });
  const opening = Math.max(0, lots - order.closing);
  const value = opening === 0 ? 0n : worthOf(instrument, ticks, opening);
  return marginFor(core, order, value) + ceilDiv(value * instrument.worstPpm, ppmWhole);
}

function spotNeed(instrument: Instrument, order: Order, { ticks, lots }: Step): bigint {
  if (lots === 0) return 0n;
  if (order.side === 'sell') return baseOf(instrument, lots);
  const value = worthOf(instrument, ticks, lots);
  if (order.feeAsset !== instrument.rules.quote) return value;
  // The fee of all fills is rounded up once, so the rest to pay is known to the last digit.
  const fee = ceilDiv(order.feeParts + value * instrument.worstPpm, ppmWhole) - order.fee;
  return value + (fee > 0n ? fee : 0n);
}

/** Returns the margin that opening a position of that worth takes. */
function marginFor(core: Core, order: Order, value: bigint): bigint {
  return ceilDiv(absolute(value), BigInt(leverageOf(core, order.accountId, order.symbol)));
}

function leverageOf(core: Core, accountId: string, symbol: string): number {
  const [position] = positionsIn(accountOf(core, accountId), symbol);
  return position?.leverage ?? marketOf(core, symbol).instrument.leverageDefault;
}

/**
 * Returns the price at which a resting order is valued; a stop without a limit may slip by the
 * bound.
 */
function worstPrice(instrument: Instrument, order: Order): number {
  if (order.price !== undefined) return order.price;
  const stop = order.stop ?? 0;
  return order.side === 'buy' ? boundPrice(instrument, 'buy', stop) : stop;
}

/** Returns the worst price that a market order of the side may trade at, seen from a price. */
export function boundPrice(
  { marketBoundPpm }: Instrument,
  side: 'buy' | 'sell',
  ticks: number,
): number {
  const slip = Number((BigInt(ticks) * marketBoundPpm) / ppmWhole);
  return side === 'buy' ? ticks + slip : Math.max(1, ticks - slip);
}

/** True when the free balance covers an order that takes the steps and rests with the remainder. */
export function isAffordable(core: Core, order: Order, steps: readonly Step[]): boolean {
  if (order.reduceOnly) return true;
  const { accountId, reservedAsset } = order;
  const { instrument } = marketOf(core, order.symbol);
  if (!instrument.isSpot) {
    const need = derivativeNeed(core, instrument, { order, steps });
    // An order that needs nothing more may run whatever the losses are.
    return need <= 0n || need <= usableOf(core, accountId, reservedAsset);
  }
  const { need, ...exchange } = spotExchange(core, instrument, { order, steps });
  if (need > ownOf(core, accountId, reservedAsset)) return false;
  return isSpared(core, accountId, { ...exchange, asset: reservedAsset });
}

/** Returns the amount a spot order must have free, the amount it would take, and its proceeds. */
function spotExchange(core: Core, instrument: Instrument, { order, steps }: Taking) {
  if (order.price !== undefined) {
    const lots = remainingLots(order);
    const need = spotNeed(instrument, order, { ticks: order.price, lots });
    return { need, out: need, incoming: incomingOf(core, order) };
  }
  let [value, lots] = [0n, 0];
  for (const step of steps) {
    value += worthOf(instrument, step.ticks, step.lots);
    lots += step.lots;
  }
  if (order.side === 'sell') {
    const need = baseOf(instrument, remainingLots(order));
    return { need, out: baseOf(instrument, lots), incoming: sold(instrument, value) };
  }
  const paysOnTop = order.feeAsset === instrument.rules.quote && instrument.takerPpm > 0n;
  const need = value + (paysOnTop ? ceilDiv(value * instrument.takerPpm, ppmWhole) : 0n);
  return { need, out: need, incoming: bought(instrument, order, lots) };
}

interface Taking {
  readonly order: Order;
  readonly steps: readonly Step[];
}

/**
 * Its immediate fills close first, which releases margin; the rest opens, at the prices it would
 * take. The part left in the book closes only lots that no older order is to close. Profit of the
 * closed part is not counted.
 */
function derivativeNeed(core: Core, instrument: Instrument, { order, steps }: Taking): bigint {
  const closable = closableLots(core, order);
  let closing = closable;
  let opened = 0n;
  let fees = 0n;
  let rest = remainingLots(order);
  for (const { ticks, lots } of steps) {
    const closed = Math.min(closing, lots);
    closing -= closed;
    rest -= lots;
    if (lots > closed) opened += worthOf(instrument, ticks, lots - closed);
    fees += worthOf(instrument, ticks, lots) * instrument.takerPpm;
  }
  const position = positionFor(core, order);
  const taken = BigInt(closable - closing);
  const given = position && taken > 0n ? releasable(core, position) : 0n;
  const released = taken > 0n ? (given * taken) / BigInt(closable) : 0n;
  if (order.price !== undefined && order.timeInForce !== 'IOC') {
    const opening = rest - Math.max(0, closing - claimedLots(core, order));
    const value = opening > 0 ? worthOf(instrument, order.price, opening) : 0n;
    opened += value;
    fees += value * instrument.worstPpm;
  }
  return marginFor(core, order, opened) + ceilDiv(fees, ppmWhole) - released;
}

/**
 * Returns the margin that closing releases: for an isolated position less its loss, which no order
 * counts.
 */
function releasable(core: Core, position: Position): bigint {
  const { margin, marginMode, symbol } = position;
  const { instrument, mark } = marketOf(core, symbol);
  const unrealised = marginMode === 'cross' ? 0n : unrealisedAt(instrument, position, mark);
  if (unrealised >= 0n) return margin;
  return margin + unrealised > 0n ? margin + unrealised : 0n;
}

/** Returns the lots of the position that older orders of the side are expected to close. */
function claimedLots(core: Core, { accountId, symbol, side }: Order): number {
  return openOrdersOf(core, accountId, symbol)[side].lots;
}

/**
 * Distributes a position again over the orders that would close it, the oldest first, and
 * recalculates the holdings of those whose share changed. The others keep theirs.
 */
export function refreshNeeds(core: Core, accountId: string, symbol: string): void {
  const account = accountOf(core, accountId);
  const orders = openOrdersOf(core, accountId, symbol);
  for (const side of ['buy', 'sell'] as const) {
    // In hedge mode none of them closes anything: closing orders are reduce-only and hold nothing.
    const positionLeg = legIn(account, marketOf(core, symbol).instrument, { side });
    const closable = closableLots(core, { accountId, side, symbol, positionLeg });
    orders[side].share(closable, (order) => {
      core.changed.add(order.orderId);
      reserve(core, order, needOf(core, order));
    });
  }
}
