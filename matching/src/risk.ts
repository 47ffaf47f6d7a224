import type { Account, Position } from './account.ts';
import { amountFor, dollarsOf, linesOf, neededDollars, sumsOf, termsOf } from './collateral.ts';
import { accountOf, type Core, type Market } from './core.ts';
import { positionKey, positionsIn } from './legs.ts';
import { crossSums, notionalAt, type ProfitAndMargin, profitAndMarginAt } from './margins.ts';
import type { Instrument } from './rules.ts';

/** Risk of a position at the mark. */
export interface PositionRisk {
  readonly markTicks: number | undefined;
  /** In the quote; at cost without a mark. */
  readonly notional: bigint;
  /** In the settle asset, like all that follow. */
  readonly unrealised: bigint;
  readonly initialMargin: bigint;
  readonly maintenance: bigint;
  /** Margin that is set aside for the position alone. */
  readonly collateral: bigint;
  /**
   * The equity of an isolated position alone; otherwise the one that all cross positions of the
   * asset share. With collateral it is the whole account's, converted into the settle asset.
   */
  readonly equity: bigint;
  /**
   * The first price, in the direction of its loss, at which it is liquidated. Everything else is
   * assumed to stay: other marks, and the prices of collateral, including the contract's own coin.
   */
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
  const own = profitAndMarginAt(instrument, position, mark);
  const backing = backingOf(core, market, position);
  return {
    markTicks: mark,
    notional: notionalAt(instrument, position, mark),
    unrealised: own.unrealised,
    initialMargin: position.margin,
    maintenance: own.maintenance,
    collateral: position.margin,
    equity: backing.equityAt(sumAt(backing.moving, instrument, mark)),
    liquidationTicks: liquidationTicks(market, position, backing),
  };
}

/** The equity behind a position, as a function of the positions that move with its mark. */
interface Backing {
  /** The position; of cross ones in hedge mode both legs, which share the mark. */
  readonly moving: readonly Position[];
  /** Returns the equity in the settle asset. */
  equityAt(moving: ProfitAndMargin): bigint;
  isDueAt(moving: ProfitAndMargin): boolean;
}

function backingOf(core: Core, { instrument, mark }: Market, position: Position): Backing {
  if (position.marginMode === 'isolated') {
    return backingBy([position], { equity: position.margin, maintenance: 0n });
  }
  const { accountId, symbol } = position;
  const account = accountOf(core, accountId);
  const moving = positionsIn(account, symbol);
  const own = sumAt(moving, instrument, mark);
  if (termsOf(core, account, instrument.settle)) {
    return togetherBy(core, account, { moving, own, settle: instrument.settle });
  }
  const sums = crossSums(core, accountId, instrument.settle);
  return backingBy(moving, {
    equity: sums.equity - own.unrealised,
    maintenance: sums.maintenance - own.maintenance,
  });
}

/** @param apart Sums of the wallet that backs them, without the moving positions. */
function backingBy(
  moving: readonly Position[],
  apart: { readonly equity: bigint; readonly maintenance: bigint },
): Backing {
  const equityAt = ({ unrealised }: ProfitAndMargin) => apart.equity + unrealised;
  return {
    moving,
    equityAt,
    isDueAt: (standing) => equityAt(standing) <= apart.maintenance + standing.maintenance,
  };
}

interface Together {
  readonly moving: readonly Position[];
  /** Their sums now. */
  readonly own: ProfitAndMargin;
  readonly settle: string;
}

/** Returns the backing by all assets; only positions that settle in its own asset move with it. */
function togetherBy(core: Core, account: Account, { moving, own, settle }: Together): Backing {
  const lines = linesOf(core, account);
  const line = lines.get(settle);
  if (!line) throw new Error(`Must hold: ${settle} is collateral`);
  lines.delete(settle);
  const others = sumsOf(lines.values());
  const { terms, total } = line;
  const unrealised = line.unrealised - own.unrealised;
  const maintenance = line.maintenance - own.maintenance;
  const dollarsAt = (standing: ProfitAndMargin) =>
    others.equity + dollarsOf(terms, total + unrealised + standing.unrealised);
  return {
    moving,
    equityAt: (standing) => amountFor(terms, dollarsAt(standing)),
    isDueAt: (standing) => {
      const kept = neededDollars(terms, maintenance + standing.maintenance);
      return dollarsAt(standing) <= others.maintenance + kept;
    },
  };
}

function sumAt(
  positions: readonly Position[],
  instrument: Instrument,
  ticks: number | undefined,
): ProfitAndMargin {
  let [unrealised, maintenance] = [0n, 0n];
  for (const position of positions) {
    const standing = profitAndMarginAt(instrument, position, ticks);
    unrealised += standing.unrealised;
    maintenance += standing.maintenance;
  }
  return { unrealised, maintenance };
}

/** Searches by bisection: the further a price moves against a position, the less backs it. */
function liquidationTicks(
  { instrument, mark }: Market,
  position: Position,
  backing: Backing,
): number | undefined {
  if (mark === undefined || instrument.tiers.length === 0) return undefined;
  const isDueAt = (ticks: number) => backing.isDueAt(sumAt(backing.moving, instrument, ticks));
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
