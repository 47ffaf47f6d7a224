import type { Position } from './account.ts';
import { accountOf, type Core, type Market } from './core.ts';
import { positionKey, positionsIn } from './legs.ts';
import { crossSums, notionalAt, type Standing, standingAt } from './margins.ts';
import type { Instrument } from './rules.ts';

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

export function riskOf(
  core: Core,
  { accountId, symbol, positionLeg }: Pick<Position, 'accountId' | 'symbol' | 'positionLeg'>,
): PositionRisk | undefined {
  const market = core.markets.get(symbol);
  const position = core.accounts.get(accountId)?.positions.get(positionKey(symbol, positionLeg));
  if (!market || !position || position.lots === 0) return undefined;
  const { instrument, mark } = market;
  const own = standingAt(instrument, position, mark);
  const backing = backingOf(core, market, position);
  return {
    markTicks: mark,
    notional: notionalAt(instrument, position, mark),
    unrealised: own.unrealised,
    initialMargin: position.margin,
    maintenance: own.maintenance,
    collateral: position.margin,
    equity: backing.equity + sumAt(backing.moving, instrument, mark).unrealised,
    liquidationTicks: liquidationTicks(market, position, backing),
  };
}

/** The equity and maintenance behind a position, apart from those that move with its mark. */
interface Backing {
  readonly equity: bigint;
  readonly maintenance: bigint;
  /** The position; of cross ones in hedge mode both legs, which share the mark. */
  readonly moving: readonly Position[];
}

function backingOf(core: Core, { instrument, mark }: Market, position: Position): Backing {
  if (position.marginMode === 'isolated') {
    return { equity: position.margin, maintenance: 0n, moving: [position] };
  }
  const { accountId, symbol } = position;
  const sums = crossSums(core, accountId, instrument.settle);
  const moving = positionsIn(accountOf(core, accountId), symbol);
  const own = sumAt(moving, instrument, mark);
  return {
    equity: sums.equity - own.unrealised,
    maintenance: sums.maintenance - own.maintenance,
    moving,
  };
}

function sumAt(
  positions: readonly Position[],
  instrument: Instrument,
  ticks: number | undefined,
): Standing {
  let [unrealised, maintenance] = [0n, 0n];
  for (const position of positions) {
    const standing = standingAt(instrument, position, ticks);
    unrealised += standing.unrealised;
    maintenance += standing.maintenance;
  }
  return { unrealised, maintenance };
}

/** Searches by halves: the further a price goes against a position, the less keeps it. */
function liquidationTicks(
  { instrument, mark }: Market,
  position: Position,
  backing: Backing,
): number | undefined {
  if (mark === undefined || instrument.tiers.length === 0) return undefined;
  const isDueAt = (ticks: number) => isDue(backing, sumAt(backing.moving, instrument, ticks));
  // A short that a large wallet backs is liquidated far above the mark, yet somewhere.
  let due = position.lots > 0 ? 1 : Number.MAX_SAFE_INTEGER;
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
