import type { Account, Position, Wallet } from './account.ts';
import { absolute, ceilDiv } from './amounts.ts';
import { freedBy, heldBeyond, overheldBy, termsOf } from './collateral.ts';
import {
  accountOf,
  allOpen,
  type Core,
  closableLots,
  marketOf,
  openOrdersOf,
  walletOf,
} from './core.ts';
import { cut, end } from './ending.ts';
import { isOpen, type Order } from './order.ts';
import { type Instrument, type MarginMode, type Side, worthOf } from './rules.ts';

export interface Trade {
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
  readonly value: bigint;
}

/**
 * Moves a position by a trade and returns the profit taken. Wallet total minus cost changes by
 * exactly the value traded, whatever is rounded when a part of the cost is released.
 */
export function movePosition(
  core: Core,
  { position, instrument }: { readonly position: Position; readonly instrument: Instrument },
  { side, ticks, lots, value }: Trade,
): bigint {
  const direction = (side === 'buy') === !instrument.isInverse ? 1n : -1n;
  const moved = side === 'buy' ? lots : -lots;
  const held = Math.abs(position.lots);
  const closing = position.lots * moved < 0 ? Math.min(held, lots) : 0;
  const closeValue =
    closing === 0 ? 0n : closing === lots ? value : worthOf(instrument, ticks, closing);
  const released =
    closing === held ? (closing === 0 ? 0n : position.cost) : partOf(position.cost, closing, held);
  const profit = closing === 0 ? 0n : -direction * closeValue - released;
  position.lots += moved;
  position.cost += direction * (value - closeValue) - released;
  position.realised += profit;
  position.updatedAt = core.at;
  setMargin(core, position, instrument);
  core.touchedPositions.add(position);
  core.unsettled.add(position);
  return profit;
}

function partOf(cost: bigint, closing: number, held: number): bigint {
  return (cost * BigInt(closing)) / BigInt(held);
}

/** Reserves the margin of the position at its leverage. */
export function setMargin(core: Core, position: Position, { settle }: Instrument): void {
  const margin = ceilDiv(absolute(position.cost), BigInt(position.leverage));
  holdMargin(core, { position, asset: settle }, margin);
}

export function holdMargin(
  core: Core,
  { position, asset }: { readonly position: Position; readonly asset: string },
  margin: bigint,
): void {
  const wallet = walletOf(core, position.accountId, asset);
  wallet.reserved += margin - position.margin;
  position.margin = margin;
  core.touchedWallets.add(wallet);
  core.touchedPositions.add(position);
}

/** Cuts reduce-only orders to the rest of the position, so that none can reverse it. */
export function cutReduceOnly(core: Core, { accountId, symbol, positionLeg }: Position): void {
  const { reducing } = openOrdersOf(core, accountId, symbol);
  if (reducing.size === 0) return;
  const [buy, sell] = (['buy', 'sell'] as const).map((side) =>
    closableLots(core, { accountId, symbol, positionLeg, side }),
  );
  // An order that is cut to nothing leaves the list, which continues with the next.
  for (const order of reducing.values()) {
    if (order.positionLeg !== positionLeg) continue;
    const lots = (order.side === 'buy' ? buy : sell) ?? 0;
    cut(core, order, { lots, reason: 'REDUCE_ONLY_NOTHING' });
  }
}

/**
 * Margins of many fills, each rounded up, may require a few units of 10^-18 more than the order
 * did. No order is cancelled for less than this.
 */
const roundingSlack = 1_000n;

/**
 * Reduces the reserved amount to the available one after a loss: the newest orders are cancelled
 * first, then margins of positions are cut, those of isolated ones last.
 */
export function coverShortfall(core: Core, accountId: string, asset: string): void {
  const account = accountOf(core, accountId);
  if (termsOf(core, account, asset)) {
    coverTogether(core, account);
    return;
  }
  const wallet = walletOf(core, accountId, asset);
  if (shortfallOf(wallet) > roundingSlack) cancelNewest(core, wallet);
  yieldMargins(core, wallet, 'cross');
  yieldMargins(core, wallet, 'isolated');
  cancelNewest(core, wallet);
}

/**
 * Does the same for an account that its collateral backs: spot orders are limited by their wallets,
 * and all that is held by the worth of the collateral. Margins stay: a liquidation handles them.
 */
function coverTogether(core: Core, account: Account): void {
  const orders = allOpen(core, account.accountId).sort((a, b) => b.rank - a.rank);
  if (orders.length === 0) return;
  const endNewest = (isMeant: (order: Order) => boolean) => {
    const newest = orders.find((order) => isOpen(order) && order.reserved > 0n && isMeant(order));
    if (newest) end(core, newest, { status: 'canceled', reason: 'INSUFFICIENT_BALANCE' });
    return newest !== undefined;
  };
  for (const asset of overheldBy(core, account)) {
    const isInIt = (order: Order) =>
      order.reservedAsset === asset && marketOf(core, order.symbol).instrument.isSpot;
    while (overheldBy(core, account).includes(asset) && endNewest(isInIt));
  }
  const isFreeing = (order: Order) => freedBy(core, account, order) > 0n;
  while (heldBeyond(core, account) > roundingSlack && endNewest(isFreeing));
}

function shortfallOf({ total, reserved }: Wallet): bigint {
  return reserved - (total > 0n ? total : 0n);
}

function yieldMargins(core: Core, wallet: Wallet, mode: MarginMode): void {
  for (const position of accountOf(core, wallet.accountId).positions.values()) {
    const missing = shortfallOf(wallet);
    if (missing <= 0n) return;
    const { settle } = marketOf(core, position.symbol).instrument;
    if (settle !== wallet.asset || position.marginMode !== mode) continue;
    const less = missing < position.margin ? missing : position.margin;
    holdMargin(core, { position, asset: settle }, position.margin - less);
  }
}

function cancelNewest(core: Core, wallet: Wallet): void {
  if (shortfallOf(wallet) <= 0n) return;
  const orders = allOpen(core, wallet.accountId).filter(
    (order) => order.reserved > 0n && order.reservedAsset === wallet.asset,
  );
  for (const order of orders.sort((a, b) => b.rank - a.rank)) {
    if (shortfallOf(wallet) <= 0n) return;
    end(core, order, { status: 'canceled', reason: 'INSUFFICIENT_BALANCE' });
  }
}
