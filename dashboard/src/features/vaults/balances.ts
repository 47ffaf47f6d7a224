import type { BalanceChangeWire, HoldingWire } from '@windlass/contract';
import { formatEveryDigit, parsePlain, subtractExact } from '@windlass/contract/exact';
import type { TimePoint } from '../../shared/charts/TimeChart.tsx';
import { formatAgo, parseTime } from '../../shared/format.ts';

/** Age from which a balance is shown as old: a new read takes one click, and ledgers move on. */
export const oldAfterMs = 60 * 60_000;

export function isOld(lastUpdated: string, nowMs: number): boolean {
  const atMs = parseTime(lastUpdated);
  return atMs === undefined || nowMs - atMs >= oldAfterMs;
}

/** Seconds are irrelevant for a balance that somebody has just requested. */
const justNowMs = 10_000;

export function readAgo(lastUpdated: string, nowMs: number): string {
  const atMs = parseTime(lastUpdated);
  return atMs !== undefined && nowMs - atMs < justNowMs
    ? 'just now'
    : formatAgo(lastUpdated, nowMs);
}

/** Returns the time of the oldest read; undefined without balances. */
export function oldestRead(holdings: readonly HoldingWire[]): string | undefined {
  return holdings.map(({ lastUpdated }) => lastUpdated).sort()[0];
}

/** Returns `after` less `before`, exactly, with its sign. A float could not hold it. */
export function exactDifference(before: string, after: string): string | undefined {
  const [from, to] = [parsePlain(before), parsePlain(after)];
  if (from === undefined || to === undefined) return undefined;
  const difference = subtractExact(to, from);
  return `${difference.digits > 0n ? '+' : ''}${formatEveryDigit(difference)}`;
}

/**
 * Returns a token's balance over time for a chart: a step at each change, and the last read, which
 * found the balance unchanged.
 */
export function toSteps(
  changes: readonly BalanceChangeWire[],
  holding: HoldingWire | undefined,
): readonly TimePoint[] {
  const steps = changes.flatMap(({ timestamp, balance }) => pointOf(timestamp, balance));
  const last = holding ? pointOf(holding.lastUpdated, holding.balance) : [];
  return [...steps, ...last].sort((left, right) => left.atMs - right.atMs);
}

/** Returns the number of decimals that tell the points of a chart apart. */
export function digitsApart(points: readonly TimePoint[]): number {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const range = values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
  if (range === 0) return 2;
  return Math.min(7, Math.max(0, Math.ceil(-Math.log10(range)) + 1));
}

function pointOf(time: string, balance: string): readonly TimePoint[] {
  const atMs = parseTime(time);
  return atMs === undefined ? [] : [{ atMs, value: Number(balance) }];
}
