import { symbolParts } from '../../model/symbol.ts';
import type { VenuePosition } from '../../venues/perpsPort.ts';
import { marginHealthScore, riskScore } from './health.ts';

export interface RiskSummary {
  readonly notional: number;
  readonly unrealizedPnl: number;
  /** Undefined without positions that report theirs. */
  readonly avgLeverage: number | undefined;
  readonly atRisk: number;
  readonly lowestHealth: number | undefined;
  readonly count: number;
}

/** USD of one unit of an asset. */
export type UsdOf = (asset: string) => Promise<number>;

/**
 * Sums up all positions (Trading §2.5). Amounts stay in their asset while there is only one, and
 * are converted to USD where there are several. Rejects as `usdOf` does when the worth of one is
 * not known, because a sum without it would look safe.
 */
export async function summarizeRisk(
  positions: readonly VenuePosition[],
  usdOf: UsdOf,
): Promise<RiskSummary> {
  const rates = await ratesOf(positions, usdOf);
  const valued = positions.map((position) => toValued(position, rates));
  const scores = positions.flatMap((position) => marginHealthScore(position) ?? []);
  return {
    notional: sum(valued.map(({ notional }) => notional ?? 0)),
    unrealizedPnl: sum(valued.map(({ unrealizedPnl }) => unrealizedPnl)),
    avgLeverage: averageLeverage(valued),
    atRisk: scores.filter((score) => score < riskScore).length,
    lowestHealth: scores.length === 0 ? undefined : Math.min(...scores),
    count: positions.length,
  };
}

interface Valued {
  readonly notional: number | undefined;
  readonly unrealizedPnl: number;
  readonly leverage: number | undefined;
}

type Rates = ReadonlyMap<string, number>;

/** Returns the rates by asset; 1 for a single one. */
async function ratesOf(positions: readonly VenuePosition[], usdOf: UsdOf): Promise<Rates> {
  const assets = [...new Set(positions.flatMap(assetsOf))];
  if (assets.length === 1) return new Map(assets.map((asset) => [asset, 1]));
  const rates = assets.map(async (asset) => [asset, await usdOf(asset)] as const);
  return new Map(await Promise.all(rates));
}

/** Returns the assets of its notional and of its profit. */
function assetsOf({ symbol }: VenuePosition): readonly [quote: string, settle: string] {
  const { quote, settle = quote } = symbolParts(symbol);
  return [quote, settle];
}

function toValued(position: VenuePosition, rates: Rates): Valued {
  const { notional, unrealizedPnl = 0, leverage } = position;
  const [quoteRate = 0, settleRate = 0] = assetsOf(position).map((asset) => rates.get(asset));
  return {
    notional: notional === undefined ? undefined : notional * quoteRate,
    unrealizedPnl: unrealizedPnl * settleRate,
    leverage,
  };
}

/** Returns the mean weighted by notional, over the positions that report both. */
function averageLeverage(positions: readonly Valued[]): number | undefined {
  const told = positions.flatMap(({ notional = 0, leverage }) =>
    leverage === undefined ? [] : [{ notional, leverage }],
  );
  const notional = sum(told.map((each) => each.notional));
  if (notional === 0) return undefined;
  return sum(told.map((each) => each.notional * each.leverage)) / notional;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
