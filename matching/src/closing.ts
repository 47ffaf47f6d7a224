import { ceilDiv, ppmWhole } from './amounts.ts';
import { allOpen, type Core, earn } from './core.ts';
import { end } from './ending.ts';
import type { LiquidatedEvent } from './events.ts';
import { type Held, valueAt } from './margins.ts';
import type { Order } from './order.ts';
import { movePosition } from './position.ts';

/**
 * Returns true for positions that can be closed: without tiers there is no liquidation, and without
 * a mark no price to close at.
 */
export function canClose({ market }: Held): boolean {
  return market.mark !== undefined && market.instrument.tiers.length > 0;
}

export function endOrders(core: Core, accountId: string, isMeant: (order: Order) => boolean): void {
  const orders = allOpen(core, accountId).filter(isMeant);
  for (const order of orders.sort((a, b) => a.rank - b.rank)) {
    end(core, order, { status: 'canceled', reason: 'LIQUIDATION' });
  }
}

/** The rest of the funds that paid a loss, and the part of the loss beyond them. */
export interface Remains {
  readonly left: bigint;
  readonly missing: bigint;
}

/** Closes a whole position at the mark: no book is consumed. */
export function close(
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
    type: 'liquidated',
    at: core.at,
    accountId,
    symbol,
    tradeId: core.tradeCount,
    positionLeg,
    side,
    ticks,
    lots,
    value,
    fee,
    feeAsset,
    realised: profit + covered,
    covered,
  } satisfies LiquidatedEvent);
}

/** Returns the fee, rounded up, and never more than is left. */
function feeOf(value: bigint, { ppm, left }: { ppm: bigint; left: bigint }): bigint {
  const full = ceilDiv(value * ppm, ppmWhole);
  if (left <= 0n) return 0n;
  return full < left ? full : left;
}
