import type { Account } from './account.ts';
import { canClose, close, endOrders } from './closing.ts';
import { termsOf } from './collateral.ts';
import { liquidateTogether } from './collateralLiquidation.ts';
import type { Core } from './core.ts';
import { positionsIn } from './legs.ts';
import {
  type CrossSums,
  crossSums,
  type Held,
  isSpent,
  openPositions,
  profitAndMarginAt,
} from './margins.ts';
import type { Order } from './order.ts';
import { settlePositions } from './settle.ts';

/**
 * Closes positions that accounts can no longer keep, after a command that moved a mark, a wallet or
 * a position. Only against a feed: a closed book would have to find someone to trade with.
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
  if (!account.collateral) return false;
  for (const asset of core.movedPrices) if (account.collateral.has(asset)) return true;
  return false;
}

/** Liquidates isolated positions first: they never take from the share of the cross positions. */
function liquidateAccount(core: Core, account: Account): void {
  const { accountId } = account;
  const assets = new Set<string>();
  for (const held of openPositions(core, accountId)) {
    if (!canClose(held)) continue;
    if (held.position.marginMode === 'cross') assets.add(held.market.instrument.settle);
    else if (isSpent(held)) liquidateIsolated(core, held);
  }
  for (const asset of assets) {
    if (termsOf(core, account, asset)) continue;
    const sums = crossSums(core, accountId, asset);
    if (sums.equity <= sums.maintenance) liquidateCross(core, accountId, asset);
  }
  if (account.collateral) liquidateTogether(core, account);
  settlePositions(core);
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
 * Closes the largest maintenance first, until the rest can be kept. Unrealised profit of another
 * position pays no loss, so a wallet below zero goes on; the debt that the last one leaves is
 * covered.
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
    ({ position, market }) =>
      profitAndMarginAt(market.instrument, position, market.mark).maintenance,
  );
  return (one ?? 0n) > (other ?? 0n) ? -1 : (one ?? 0n) < (other ?? 0n) ? 1 : 0;
}
