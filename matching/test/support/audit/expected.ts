import type { InstrumentRules } from '../../../src/rules.ts';

/** The formulas of the audits: written from the rules alone, so that no code judges itself. */
export const unit = 10n ** 18n;
const million = 1_000_000n;

export function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

export function settleOf(rules: ReadonlyMap<string, InstrumentRules>, symbol: string): string {
  const each = rules.get(symbol);
  return each?.settle ?? each?.quote ?? '';
}

export function expectedValue(rules: InstrumentRules, ticks: number, count: number): bigint {
  const size = (units(rules.lotSize) * units(rules.contractSize ?? '1')) / unit;
  const price = BigInt(ticks) * units(rules.tickSize);
  return rules.isInverse === true
    ? (BigInt(count) * size * unit) / price
    : (BigInt(count) * size * price) / unit;
}

/** A position as the audits calculate it. */
export interface Lots {
  readonly lots: number;
  readonly cost: bigint;
}

/** Returns the notional in the quote; at cost without a mark. */
export function expectedNotional(
  rules: InstrumentRules,
  { lots, cost }: Lots,
  mark: number | undefined,
): bigint {
  const count = Math.abs(lots);
  const size = (units(rules.lotSize) * units(rules.contractSize ?? '1')) / unit;
  if (rules.isInverse === true) return BigInt(count) * size;
  return mark === undefined ? magnitude(cost) : expectedValue(rules, mark, count);
}

/** Linear: lots × price − cost. Inverse: what was owed in the base less what is owed now. */
export function expectedProfit(
  rules: InstrumentRules,
  { lots, cost }: Lots,
  mark?: number,
): bigint {
  if (mark === undefined || lots === 0) return 0n;
  const value = expectedValue(rules, mark, Math.abs(lots));
  const isLong = lots > 0;
  if (rules.isInverse === true) return isLong ? -cost - value : value - cost;
  return isLong ? value - cost : -cost - value;
}

/** Applies each tier's rate to its slice of the notional, which equals rate and deduction. */
export function expectedMaintenance(
  rules: InstrumentRules,
  holding: Lots,
  mark: number | undefined,
): bigint {
  const notional = expectedNotional(rules, holding, mark);
  let [from, parts] = [0n, 0n];
  for (const { notionalMax, ratePpm } of rules.maintenanceTiers ?? []) {
    const most = notionalMax === undefined ? notional : units(notionalMax);
    const to = most < notional ? most : notional;
    if (to > from) parts += (to - from) * BigInt(ratePpm);
    from = most;
  }
  if (parts === 0n) return 0n;
  if (rules.isInverse !== true) return ceiling(parts, million);
  if (mark === undefined) return ceiling(parts * magnitude(holding.cost), million * notional);
  return ceiling(parts * unit, million * BigInt(mark) * units(rules.tickSize));
}

/** Rounds paid amounts away from zero and received ones towards it. */
export function expectedFunding(value: bigint, rate: bigint, lots: number): bigint {
  const isPaying = rate > 0n === lots > 0;
  const exact = value * magnitude(rate);
  return isPaying ? -ceiling(exact, unit) : exact / unit;
}

export function ceiling(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

export function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
