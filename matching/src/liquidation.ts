import type { Account } from './account.ts';
import { ceilDiv, ppmWhole } from './amounts.ts';
import { allOpen, type Core, earn } from './core.ts';
import { end } from './ending.ts';
import type { LiquidatedEvent } from './events.ts';
import { positionsIn } from './legs.ts';
import {
  type CrossSums,
  crossSums,
  type Held,
  isSpent,
  openPositions,
  standingAt,
  valueAt,
} from './margins.ts';
import type { Order } from './order.ts';
import { movePosition } from './position.ts';
import { settlePositions } from './settle.ts';

/**
 * Closes what accounts can no longer keep, after a command that moved a mark, a wallet or a
 * position. Only against a feed: a book of its own would have to find someone to trade with.
 */
export function liquidate(core: Core): void {
  if (core.driver === 'closed') return;
  const moved = new Set<string>();
  for (const { accountId } of core.touchedWallets) moved.add(accountId);
  for (const { accountId } of core.touchedPositions) moved.add(accountId);
  for (const account of core.accounts.values()) {
    if (moved.has(account.accountId) || hasMoved(core, account)) liquidateAccount(core, account);
  }
}

function hasMoved(core: Core, account: Account): boolean {
  for (const { instrument } of core.movedMarks) {
    if (positionsIn(account, instrument.rules.symbol).some(({ lots }) => lots !== 0)) return true;
  }
  return false;
}

/** Isolated positions first: they never take from what the cross positions share. */
function liquidateAccount(core: Core, { accountId }: Account): void {
  const assets = new Set<string>();
  for (const held of openPositions(core, accountId)) {
    if (!canClose(held)) continue;
    if (held.position.marginMode === 'cross') assets.add(held.market.instrument.settle);
    else if (isSpent(held)) liquidateIsolated(core, held);
  }
  for (const asset of assets) {
    const sums = crossSums(core, accountId, asset);
    if (sums.equity <= sums.maintenance) liquidateCross(core, accountId, asset);
  }
  settlePositions(core);
}

/** A position without tiers is never liquidated, one without a mark has no price to close at. */
function canClose({ market }: Held): boolean {
  return market.mark !== undefined && market.instrument.tiers.length > 0;
}

function liquidateIsolated(core: Core, held: Held): void {
  const { position } = held;
  const { accountId, symbol, positionLeg, margin } = position;
  const isOfPosition = (order: Order) =>
    order.symbol === symbol && order.positionLeg === positionLeg;
  endOrders(core, accountId, isOfPosition);
  close(core, held, (profit) => {
    const left = margin + profit;
    return { left, missing: left < 0n ? -left : 0n };
  });
}

/**
 * Largest maintenance first, until the rest can be kept. Profit of another position that is not
 * taken yet pays no loss, so a wallet below zero goes on; what the last one leaves is covered.
 */
function liquidateCross(core: Core, accountId: string, asset: string): void {
  const isOfAsset = (order: Order) =>
    order.reservedAsset === asset || settlesIn(core, order.symbol, asset);
  endOrders(core, accountId, isOfAsset);
  for (;;) {
    const held = openPositions(core, accountId, asset)
      .filter((each) => each.position.marginMode === 'cross' && canClose(each))
      .sort(byMaintenance);
    const [largest] = held;
    if (!largest) return;
    close(core, largest, () => {
      const { share, equity } = crossSums(core, accountId, asset);
      const missing = share < 0n && held.length === 1 ? -share : 0n;
      return { left: share < equity ? share : equity, missing };
    });
    const sums: CrossSums = crossSums(core, accountId, asset);
    if (sums.share >= 0n && sums.equity > sums.maintenance) return;
  }
}

function settlesIn(core: Core, symbol: string, asset: string): boolean {
  const instrument = core.markets.get(symbol)?.instrument;
  return instrument !== undefined && !instrument.isSpot && instrument.settle === asset;
}

function byMaintenance(a: Held, b: Held): number {
  const [one, other] = [a, b].map(
    ({ position, market }) => standingAt(market.instrument, position, market.mark).maintenance,
  );
  return (one ?? 0n) > (other ?? 0n) ? -1 : (one ?? 0n) < (other ?? 0n) ? 1 : 0;
}

function endOrders(core: Core, accountId: string, isMeant: (order: Order) => boolean): void {
  const orders = allOpen(core, accountId).filter(isMeant);
  for (const order of orders.sort((a, b) => a.rank - b.rank)) {
    end(core, order, { status: 'canceled', reason: 'LIQUIDATION' });
  }
}

/** What a loss has left of the means it was taken from, and what it went beyond them. */
interface Remains {
  readonly left: bigint;
  readonly missing: bigint;
}

/** Closes a position whole at the mark: no book is consumed. */
function close(
  core: Core,
  { position, market }: Held,
  remainsAfter: (profit: bigint) => Remains,
): void {
  const { instrument, mark: ticks = 0 } = market;
  const { accountId, symbol, positionLeg } = position;
  const side = position.lots > 0 ? 'sell' : 'buy';
  const lots = Math.abs(position.lots);
  const value = valueAt(instrument, position, ticks);
  const profit = movePosition(core, { position, instrument }, { side, ticks, lots, value });
  earn(core, { accountId, instrument }, profit);
  const { left, missing: covered } = remainsAfter(profit);
  const fee = feeOf(value, { ppm: instrument.liquidationFeePpm, left });
  earn(core, { accountId, instrument }, covered - fee);
  position.realised += covered;
  const feeAsset = instrument.settle;
  core.fees.set(feeAsset, (core.fees.get(feeAsset) ?? 0n) + fee);
  core.tradeCount += 1;
  core.events.push({
    ...{
      type: 'liquidated',
      at: core.at,
      accountId,
      symbol,
      tradeId: core.tradeCount,
      positionLeg,
    },
    ...{ side, ticks, lots, value, fee, feeAsset, realised: profit + covered, covered },
  } satisfies LiquidatedEvent);
}

/** Rounded up, and never more than is left. */
function feeOf(value: bigint, { ppm, left }: { ppm: bigint; left: bigint }): bigint {
  const full = ceilDiv(value * ppm, ppmWhole);
  if (left <= 0n) return 0n;
  return full < left ? full : left;
}
