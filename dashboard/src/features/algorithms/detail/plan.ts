import {
  type AlgorithmDetailsWire,
  type AlgorithmEventWire,
  type AlgorithmWire,
  algorithmParams,
  type ParsedAlgorithmParams,
  parseAlgorithmParams,
} from '@windlass/contract';
import { parseTime } from '../../../shared/format.ts';
import { isEnded } from '../words.ts';

/** The quantity that an algorithm plans to fill over time, evenly over its own clock. */
export interface Plan {
  readonly startMs: number;
  readonly total: number;
  /** Milliseconds that it takes while its clock runs. */
  readonly lengthMs: number;
  /** Times during which its clock stood still, in order. One that lasts ends now. */
  readonly stops: readonly Stop[];
}

interface Stop {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the parameters by their type; undefined for those of a newer service. */
function paramsOf({
  algorithm_type: type,
  params,
}: Pick<AlgorithmWire, 'algorithm_type' | 'params'>): ParsedAlgorithmParams | undefined {
  if (!algorithmParams[type].safeParse(params).success) return undefined;
  return parseAlgorithmParams(type, params);
}

/** Returns the plan. Undefined for algorithms that follow the market, not the clock. */
export function planOf(details: AlgorithmDetailsWire, nowMs: number): Plan | undefined {
  const parsed = paramsOf(details);
  const startMs = parseTime(details.created_at);
  const { total_quantity: total } = details;
  if (!parsed || startMs === undefined) return undefined;
  const plan = { startMs, total, stops: stopsOf(details, nowMs) };
  if (parsed.type === 'twap') {
    return { ...plan, lengthMs: parsed.params.duration_seconds * 1_000 };
  }
  if (parsed.type !== 'timepace') return undefined;
  const { quantity_per_interval: each, interval_seconds: interval } = parsed.params;
  return { ...plan, lengthMs: (total / each) * interval * 1_000 };
}

/**
 * Returns pauses and outages of the service. Nobody recorded the start of an outage, so the last
 * entry before it is used.
 */
function stopsOf({ events, status }: AlgorithmDetailsWire, nowMs: number): readonly Stop[] {
  const stops: Stop[] = [];
  let pausedMs: number | undefined;
  let beforeMs: number | undefined;
  for (const event of events) {
    const atMs = timeOf(event);
    if (event.kind === 'paused') pausedMs ??= atMs;
    const endsPause = event.kind === 'resumed' || event.kind === 'cancelling';
    if (endsPause && pausedMs !== undefined) {
      stops.push({ fromMs: pausedMs, toMs: atMs });
      pausedMs = undefined;
    } else if (event.kind === 'recovered' && pausedMs === undefined && beforeMs !== undefined) {
      stops.push({ fromMs: beforeMs, toMs: atMs });
    }
    beforeMs = atMs;
  }
  if (pausedMs !== undefined && !isEnded(status)) stops.push({ fromMs: pausedMs, toMs: nowMs });
  return stops;
}

function timeOf({ timestamp }: AlgorithmEventWire): number {
  return parseTime(timestamp) ?? 0;
}

/** Returns the planned quantity at a time: nothing before the start, all after the end. */
export function plannedAt({ startMs, total, lengthMs, stops }: Plan, atMs: number): number {
  const stoodMs = stops.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, atMs) - fromMs),
    0,
  );
  const goneMs = atMs - startMs - stoodMs;
  return total * Math.min(1, Math.max(0, goneMs / lengthMs));
}

/** Returns the time at which all should be filled, as if a stopped clock continued now. */
export function plannedEndMs({ startMs, lengthMs, stops }: Plan): number {
  return stops.reduce((endMs, { fromMs, toMs }) => endMs + toMs - fromMs, startMs + lengthMs);
}
