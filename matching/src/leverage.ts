import type { Position } from './account.ts';
import type { Command } from './commands.ts';
import {
  accountOf,
  allPositionsOf,
  type Core,
  type Market,
  marginModeOf,
  marketOf,
  openOrdersOf,
  walletOf,
} from './core.ts';
import { usableOf } from './funds.ts';
import { positionsIn } from './legs.ts';
import { isSpent, notionalAt } from './margins.ts';
import { coverShortfall, holdMargin, setMargin } from './position.ts';
import type { Reason } from './reasons.ts';
import { needOf, reserve } from './reserve.ts';
import { tierAt } from './tiers.ts';

type Of<T extends Command['type']> = Extract<Command, { type: T }>;

/** Sets the leverage of the symbol's positions and open orders, or of none when it is refused. */
export function setLeverage(core: Core, command: Of<'setLeverage'>): Reason | undefined {
  const { accountId, symbol, leverage } = command;
  const account = core.accounts.get(accountId);
  if (!account) return 'UNKNOWN_ACCOUNT';
  const market = core.markets.get(symbol);
  if (!market) return 'UNKNOWN_SYMBOL';
  if (market.instrument.isSpot) return 'NOT_SUPPORTED';
  const leverageMax = leverageMaxFor(market, positionsIn(account, symbol));
  const isAllowed = Number.isSafeInteger(leverage) && leverage >= 1 && leverage <= leverageMax;
  if (!isAllowed) return 'BAD_LEVERAGE';
  const { settle } = market.instrument;
  const positions = allPositionsOf(core, accountId, market.instrument);
  const before = positions.map((position) => ({ position, former: { ...position } }));
  const formerLeverage = before[0]?.former.leverage ?? leverage;
  const { reserved } = walletOf(core, accountId, settle);
  applyLeverage(core, positions, leverage);
  const isRaised = leverage > formerLeverage;
  for (const { position, former } of before) {
    if (!isRaised || position.marginMode === 'cross' || position.margin <= former.margin) continue;
    // A higher leverage needs less margin: it must not refill one that was cut to cover a loss.
    holdMargin(core, { position, asset: settle }, former.margin);
  }
  const refusal = isRaised
    ? raisedRefusal(market, positions)
    : loweredRefusal(core, { accountId, settle, reserved });
  if (refusal !== undefined) {
    applyLeverage(core, positions, formerLeverage);
    for (const { position, former } of before) {
      // Going back must not refill a margin that was cut to cover a loss.
      holdMargin(core, { position, asset: settle }, former.margin);
    }
    return refusal;
  }
  if (isRaised || leverage < formerLeverage) {
    for (const position of positions) position.updatedAt = core.at;
  }
  coverShortfall(core, accountId, settle);
  return undefined;
}

/**
 * Returns the maximum leverage: the larger a position, the less its tier allows; each leg counts by
 * itself.
 */
function leverageMaxFor({ instrument, mark }: Market, positions: readonly Position[]): number {
  const { leverageMax, tiers } = instrument;
  const notionals = positions.map((position) => notionalAt(instrument, position, mark));
  const counted = notionals.length === 0 ? [0n] : notionals;
  const allowed = counted.map((each) => tierAt(tiers, each)?.leverageMax ?? leverageMax);
  return Math.min(leverageMax, ...allowed);
}

/** Refuses when an isolated position would be left with its maintenance margin or less. */
function raisedRefusal(market: Market, positions: readonly Position[]): Reason | undefined {
  const isUnderMargined = positions.some((position) => {
    const isIsolated = position.lots !== 0 && position.marginMode === 'isolated';
    return isIsolated && isSpent({ position, market });
  });
  return isUnderMargined ? 'BAD_LEVERAGE' : undefined;
}

/** Refuses when more is reserved than before and the account does not have it. */
function loweredRefusal(
  core: Core,
  before: { readonly accountId: string; readonly settle: string; readonly reserved: bigint },
): Reason | undefined {
  const { accountId, settle } = before;
  const { reserved } = walletOf(core, accountId, settle);
  const isMore = reserved > before.reserved;
  const isUnfunded = isMore && usableOf(core, accountId, settle) < 0n;
  return isUnfunded ? 'INSUFFICIENT_BALANCE' : undefined;
}

function applyLeverage(core: Core, positions: readonly Position[], leverage: number): void {
  for (const position of positions) {
    position.leverage = leverage;
    setMargin(core, position, marketOf(core, position.symbol).instrument);
  }
  const [first] = positions;
  if (!first) return;
  for (const order of openOrdersOf(core, first.accountId, first.symbol).all.values()) {
    reserve(core, order, needOf(core, order));
  }
}

/**
 * Sets the margin mode. Refused while a position or an order is open: the margin held for it would
 * belong elsewhere.
 */
export function setMarginMode(core: Core, command: Of<'setMarginMode'>): Reason | undefined {
  const { accountId, symbol, marginMode } = command;
  if (!core.accounts.has(accountId)) return 'UNKNOWN_ACCOUNT';
  const market = core.markets.get(symbol);
  if (!market) return 'UNKNOWN_SYMBOL';
  const { isSpot, marginModes } = market.instrument;
  const account = accountOf(core, accountId);
  // An account backed by all assets together has nothing set aside for a position.
  if (account.collateral && marginMode === 'isolated') return 'NOT_SUPPORTED';
  if (isSpot || !marginModes.includes(marginMode)) return 'NOT_SUPPORTED';
  const positions = positionsIn(account, symbol);
  const [open] = positions;
  if ((open?.marginMode ?? marginModeOf(market.instrument)) === marginMode) return undefined;
  if (positions.some(({ lots }) => lots !== 0)) return 'POSITION_OPEN';
  if (openOrdersOf(core, accountId, symbol).all.size > 0) return 'ORDERS_OPEN';
  for (const position of allPositionsOf(core, accountId, market.instrument)) {
    position.marginMode = marginMode;
    position.updatedAt = core.at;
    core.touchedPositions.add(position);
  }
  return undefined;
}
