/** Trading §4.5: k and the volatility factor of the impact formula. */
const impactFactor = 5;
const volatilityFactor = 1;

/**
 * Coefficient of the square-root law. Measurements find it of order one, with differences between
 * markets; exactly 1 is a convention.
 */
const squareRootCoefficient = 1;

/** Returns the price impact of an order's size (Trading §4.5): 1 % of ADV is 5 bps, 4 % is 10. */
export function impactBps(pctOfAdv: number): number {
  return impactFactor * Math.sqrt(pctOfAdv) * volatilityFactor;
}

/**
 * The same by the square-root law with the market's own volatility: Y × σ × √(Q / ADV).
 *
 * Almgren, Thum, Hauptmann, Li (2005), "Direct estimation of equity market impact"; Tóth et al.
 * (2011), "Anomalous price impact and the critical nature of liquidity in financial markets". Both
 * found it in equities and futures; that it holds for crypto markets is an assumption here.
 */
export function calibratedImpactBps(
  valueUsd: number,
  advUsd: number,
  dailyVolatilityBps: number,
): number {
  return squareRootCoefficient * dailyVolatilityBps * Math.sqrt(valueUsd / advUsd);
}
