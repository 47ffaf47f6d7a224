import type { Position } from './account.ts';
import type { Core, Market } from './core.ts';
import { crossSums, notionalAt, type Standing, standingAt } from './margins.ts';

/** How a position stands at the mark. */
export interface PositionRisk {
  readonly markTicks: number | undefined;
  /** In the quote; at cost without a mark. */
  readonly notional: bigint;
  /** In the settle asset, as all that follows. */
  readonly unrealised: bigint;
  readonly initialMargin: bigint;
  readonly maintenance: bigint;
  /** What is set aside for the position alone. */
  readonly collateral: bigint;
  /** Of an isolated position its own; else what all cross positions of the asset share. */
  readonly equity: bigint;
  /** The first price, in the direction of its loss, at which it is liquidated. */
  readonly liquidationTicks: number | undefined;
}

/** How far above the mark a liquidation price is looked for: a short is bankrupt long before. */
const reachMax = 100;

export function riskOf(core: Core, accountId: string, symbol: string): PositionRisk | undefined {
  const market = core.markets.get(symbol);
  const position = core.accounts.get(accountId)?.positions.get(symbol);
  if (!market || !position || position.lots === 0) return undefined;
  const { instrument, mark } = market;
  const now = standingAt(instrument, position, mark);
  const backing = backingOf(core, market, position);
  return {
    markTicks: mark,
    notional: notionalAt(instrument, position, mark),
    unrealised: now.unrealised,
    initialMargin: position.margin,
    maintenance: now.maintenance,
    collateral: position.margin,
    equity: backing.equity + now.unrealised,
    liquidationTicks: liquidationTicks(market, position, backing),
  };
}

/** What else a position is judged by, itself at any price left out. */
interface Backing {
  readonly equity: bigint;
  readonly maintenance: bigint;
}

function backingOf(core: Core, { instrument, mark }: Market, position: Position): Backing {
  if (position.marginMode === 'isolated') return { equity: position.margin, maintenance: 0n };
  const sums = crossSums(core, position.accountId, instrument.settle);
  const own = standingAt(instrument, position, mark);
  return {
    equity: sums.equity - own.unrealised,
    maintenance: sums.maintenance - own.maintenance,
  };
}

/** Searches by halves: the further a price goes against a position, the less keeps it. */
function liquidationTicks(
  { instrument, mark }: Market,
  position: Position,
  backing: Backing,
): number | undefined {
  if (mark === undefined || instrument.tiers.length === 0) return undefined;
  const isDueAt = (ticks: number) => isDue(backing, standingAt(instrument, position, ticks));
  const highest = Math.min(mark * reachMax, Number.MAX_SAFE_INTEGER);
  let due = position.lots > 0 ? 1 : highest;
  let safe = mark;
  if (isDueAt(safe)) return safe;
  if (!isDueAt(due)) return undefined;
  while (Math.abs(due - safe) > 1) {
    const middle = safe + Math.trunc((due - safe) / 2);
    if (isDueAt(middle)) due = middle;
    else safe = middle;
  }
  return due;
}

function isDue(backing: Backing, { unrealised, maintenance }: Standing): boolean {
  return backing.equity + unrealised <= backing.maintenance + maintenance;
}
