import { ceilDiv, wholeUnit } from './amounts.ts';
import type { FundingCommand } from './commands.ts';
import { type Core, earn } from './core.ts';
import { positionsIn } from './legs.ts';
import { valueAt } from './margins.ts';
import type { Reason } from './reasons.ts';

/** Lets every open position of a market pay or receive, at the mark. */
export function fund(core: Core, { symbol, rate, fundedAt }: FundingCommand): Reason | undefined {
  const market = core.markets.get(symbol);
  if (!market) return 'UNKNOWN_SYMBOL';
  const { instrument, mark: markTicks } = market;
  if (instrument.isSpot) return 'NOT_SUPPORTED';
  if (markTicks === undefined) return 'NO_MARK';
  if (market.fundedAt !== undefined && fundedAt <= market.fundedAt) return 'ALREADY_FUNDED';
  market.fundedAt = fundedAt;
  const held = [...core.accounts.values()].flatMap((account) => positionsIn(account, symbol));
  for (const position of held) {
    const { accountId, positionLeg, lots } = position;
    if (lots === 0) continue;
    const value = valueAt(instrument, position, markTicks);
    const amount = received(value, lots > 0 ? -rate : rate);
    earn(core, { accountId, instrument }, amount);
    position.funding += amount;
    core.touchedPositions.add(position);
    // A wallet that cannot pay lets orders and margins give way, as with any loss.
    core.unsettled.add(position);
    const asset = instrument.settle;
    const told = { accountId, symbol, positionLeg, asset, amount, rate, lots, markTicks, fundedAt };
    core.events.push({ type: 'funding', at: core.at, ...told });
  }
  return undefined;
}

/** Rounds payments up and receipts down, so that no rounding makes money. */
function received(value: bigint, rate: bigint): bigint {
  const exact = value * rate;
  return exact < 0n ? -ceilDiv(-exact, wholeUnit) : exact / wholeUnit;
}
