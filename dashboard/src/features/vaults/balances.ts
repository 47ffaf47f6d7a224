import type { BalanceChangeWire, HoldingWire } from '@windlass/contract';
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
  const places = Math.max(placesOf(before), placesOf(after));
  const [from, to] = [toUnits(before, places), toUnits(after, places)];
  if (from === undefined || to === undefined) return undefined;
  const difference = to - from;
  const digits = String(difference < 0n ? -difference : difference).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = places === 0 ? '' : `.${digits.slice(-places)}`;
  const sign = difference === 0n ? '' : difference < 0n ? '-' : '+';
  return `${sign}${whole}${fraction}`;
}

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

function toUnits(text: string, places: number): bigint | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(places, '0')}`);
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
