import type { AlgorithmChildWire, AlgorithmDetailsWire, Side } from '@windlass/contract';
import type { TimePoint, TimeSeries } from '../../../shared/charts/TimeChart.tsx';
import { parseTime } from '../../../shared/format.ts';
import { partsOf } from '../../../shared/symbol.ts';
import { isEnded, isPair } from '../words.ts';
import { plannedAt, plannedEndMs, planOf } from './plan.ts';

type Leg = AlgorithmChildWire['leg'];

/** A change of a leg's quantity at a time. Closing trades are below zero. */
interface Fill {
  readonly atMs: number;
  readonly quantity: number;
}

/** Returns the side on which a leg opens. */
export function legSide({ side }: Pick<AlgorithmDetailsWire, 'side'>, leg: Leg): Side {
  if (leg === 0) return side;
  return side === 'buy' ? 'sell' : 'buy';
}

/** Returns the fills of a leg in order of time. A child's fills have the time of its last one. */
export function fillsOf(details: AlgorithmDetailsWire, leg: Leg): readonly Fill[] {
  const opening = legSide(details, leg);
  return details.child_orders
    .filter((child) => child.leg === leg && child.filled_quantity > 0)
    .map(({ side, filled_quantity: filled, updated_at: at }) => ({
      atMs: parseTime(at) ?? 0,
      quantity: side === opening ? filled : -filled,
    }))
    .sort((one, other) => one.atMs - other.atMs);
}

/** Returns the quantity that opened a leg less the quantity that closed it. */
export function filledOf(details: AlgorithmDetailsWire, leg: Leg): number {
  return fillsOf(details, leg).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns the quantity that a leg holds: fees paid in the bought asset are deducted. */
export function heldOf(details: AlgorithmDetailsWire, leg: Leg): number {
  const { base } = partsOf(details.symbol);
  const fees = details.child_orders
    .filter((child) => child.leg === leg && child.fee_currency === base)
    .reduce((sum, { fee }) => sum + fee, 0);
  return filledOf(details, leg) - fees;
}

/** Enough for a smooth line across the page, with fills at their correct times. */
const points = 240;

/** Returns the planned and the filled quantity over time, cumulative, in base units. */
export function progressSeries(
  details: AlgorithmDetailsWire,
  nowMs: number,
): readonly TimeSeries[] {
  const plan = planOf(details, nowMs);
  const startMs = parseTime(details.created_at) ?? nowMs;
  const heardMs = parseTime(details.ended_at) ?? nowMs;
  const isOver = isEnded(details.status);
  const planEndMs = plan ? plannedEndMs(plan) : heardMs;
  const endMs = Math.max(startMs + 1_000, heardMs, planEndMs);
  // The chart gives each point the same width, so only even times make an even axis.
  const times = Array.from({ length: points + 1 }, (_, index) =>
    Math.round(startMs + ((endMs - startMs) * index) / points),
  );
  const stepMs = (endMs - startMs) / points;
  const lastMs = isOver ? endMs : heardMs + stepMs;
  const legs: readonly Leg[] = isPair(details.algorithm_type) ? [0, 1] : [0];
  const filled = legs.map((leg) => ({
    name: legs.length === 1 ? 'Filled' : legName(details, leg),
    kind: 'step' as const,
    color: colorOf(details, legs.length === 1 ? undefined : leg),
    points: cumulative(fillsOf(details, leg), { times, lastMs }),
  }));
  if (!plan) return filled;
  const planned = times.map((atMs) => ({ atMs, value: plannedAt(plan, atMs) }));
  return [{ name: 'Planned', color: '--muted', points: planned }, ...filled];
}

/** Returns the colour of a line. The legs of a pair have the colours of their sides. */
function colorOf(details: AlgorithmDetailsWire, leg: Leg | undefined): TimeSeries['color'] {
  if (leg === undefined) return '--accent';
  return legSide(details, leg) === 'buy' ? '--buy' : '--sell';
}

/** Returns a leg's name, for example "Spot, bought". */
export function legName(
  details: Pick<AlgorithmDetailsWire, 'algorithm_type' | 'side'>,
  leg: Leg,
): string {
  const isSpread = details.algorithm_type === 'spread';
  const names = isSpread ? (['Anchor', 'Contra'] as const) : (['Spot', 'Perpetual'] as const);
  return `${names[leg]}, ${legSide(details, leg) === 'buy' ? 'bought' : 'sold'}`;
}

function cumulative(
  fills: readonly Fill[],
  { times, lastMs }: { readonly times: readonly number[]; readonly lastMs: number },
): readonly TimePoint[] {
  let sum = 0;
  let next = 0;
  return times.map((atMs) => {
    for (let fill = fills[next]; fill && fill.atMs <= atMs; fill = fills[next]) {
      sum += fill.quantity;
      next += 1;
    }
    return { atMs, value: atMs > lastMs ? null : sum };
  });
}
