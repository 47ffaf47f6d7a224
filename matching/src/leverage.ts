import type { Position } from './account.ts';
import type { Command } from './commands.ts';
import {
  accountOf,
  type Core,
  type Market,
  marginModeOf,
  openOrdersOf,
  positionOf,
  walletOf,
} from './core.ts';
import { isSpent, notionalAt, usableOf } from './margins.ts';
import { coverShortfall, holdMargin, setMargin } from './position.ts';
import type { Reason } from './reasons.ts';
import { needOf, reserve } from './reserve.ts';
import { tierAt } from './tiers.ts';

type Of<T extends Command['type']> = Extract<Command, { type: T }>;

/** Takes the leverage over for the position and its open orders, or for none of them. */
export function setLeverage(core: Core, command: Of<'setLeverage'>): Reason | undefined {
  const { accountId, symbol, leverage } = command;
  if (!core.accounts.has(accountId)) return 'UNKNOWN_ACCOUNT';
  const market = core.markets.get(symbol);
  if (!market) return 'UNKNOWN_SYMBOL';
  if (market.instrument.isSpot) return 'NOT_SUPPORTED';
  const most = mostFor(market, accountOf(core, accountId).positions.get(symbol));
  if (!Number.isSafeInteger(leverage) || leverage < 1 || leverage > most) return 'BAD_LEVERAGE';
  const { settle } = market.instrument;
  const position = positionOf(core, accountId, market.instrument);
  const before = { ...position, reserved: walletOf(core, accountId, settle).reserved };
  useLeverage(core, market, { accountId, leverage });
  const isRaised = leverage > before.leverage;
  if (isRaised && position.marginMode === 'isolated' && position.margin > before.margin) {
    // One that had given way to a loss is not asked for more by asking for less.
    holdMargin(core, { position, asset: settle }, before.margin);
  }
  const refusal = isRaised ? raisedRefusal(market, position) : loweredRefusal(core, market, before);
  if (refusal !== undefined) {
    useLeverage(core, market, { accountId, leverage: before.leverage });
    // One that had given way to a loss is not asked for its full size again.
    holdMargin(core, { position, asset: settle }, before.margin);
    return refusal;
  }
  if (leverage !== before.leverage) position.updatedAt = core.at;
  coverShortfall(core, accountId, settle);
  return undefined;
}

/** The larger a position, the less leverage its tier allows. */
function mostFor({ instrument, mark }: Market, position: Position | undefined): number {
  const { leverageMax, tiers } = instrument;
  const tier = tierAt(tiers, position ? notionalAt(instrument, position, mark) : 0n);
  return Math.min(leverageMax, tier?.leverageMax ?? leverageMax);
}

/** What an isolated position gives back must not be what keeps it. */
function raisedRefusal(market: Market, position: Position): Reason | undefined {
  if (position.lots === 0 || position.marginMode === 'cross') return undefined;
  return isSpent({ position, market }) ? 'BAD_LEVERAGE' : undefined;
}

function loweredRefusal(
  core: Core,
  { instrument }: Market,
  before: { readonly accountId: string; readonly leverage: number; readonly reserved: bigint },
): Reason | undefined {
  const { accountId } = before;
  const { reserved } = walletOf(core, accountId, instrument.settle);
  const isMore = reserved > before.reserved;
  const isBeyond = isMore && usableOf(core, accountId, instrument.settle) < 0n;
  return isBeyond ? 'INSUFFICIENT_BALANCE' : undefined;
}

function useLeverage(
  core: Core,
  market: Market,
  { accountId, leverage }: { readonly accountId: string; readonly leverage: number },
): void {
  const position = positionOf(core, accountId, market.instrument);
  position.leverage = leverage;
  setMargin(core, position, market.instrument);
  for (const order of openOrdersOf(core, accountId, position.symbol).all.values()) {
    reserve(core, order, needOf(core, order));
  }
}

/** Only where nothing is open: what an order or a position holds would be another's. */
export function setMarginMode(core: Core, command: Of<'setMarginMode'>): Reason | undefined {
  const { accountId, symbol, marginMode } = command;
  if (!core.accounts.has(accountId)) return 'UNKNOWN_ACCOUNT';
  const market = core.markets.get(symbol);
  if (!market) return 'UNKNOWN_SYMBOL';
  const { isSpot, marginModes } = market.instrument;
  if (isSpot || !marginModes.includes(marginMode)) return 'NOT_SUPPORTED';
  const open = accountOf(core, accountId).positions.get(symbol);
  if ((open?.marginMode ?? marginModeOf(market.instrument)) === marginMode) return undefined;
  if (open && open.lots !== 0) return 'POSITION_OPEN';
  if (openOrdersOf(core, accountId, symbol).all.size > 0) return 'ORDERS_OPEN';
  const position = positionOf(core, accountId, market.instrument);
  position.marginMode = marginMode;
  position.updatedAt = core.at;
  core.touchedPositions.add(position);
  return undefined;
}
