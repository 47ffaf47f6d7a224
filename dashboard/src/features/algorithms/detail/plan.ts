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

/** How much an algorithm means to have filled by when, evenly over its own clock. */
export interface Plan {
  readonly startMs: number;
  readonly total: number;
  /** How long it takes while its clock goes. */
  readonly lengthMs: number;
  /** When its clock stood still, in order; one that lasts is reckoned until now. */
  readonly stops: readonly Stop[];
}

interface Stop {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The parameters by their type; undefined for those of a newer service. */
export function paramsOf({
  algorithm_type: type,
  params,
}: Pick<AlgorithmWire, 'algorithm_type' | 'params'>): ParsedAlgorithmParams | undefined {
  if (!algorithmParams[type].safeParse(params).success) return undefined;
  return parseAlgorithmParams(type, params);
}

/** Undefined for algorithms that follow the market, not the clock. */
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
 * Pauses, and what went by before the service came back: the last line before stands for the time
 * it went down, which nobody wrote.
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

/** What is meant to be filled at a time; nothing before the start, everything after the end. */
export function plannedAt({ startMs, total, lengthMs, stops }: Plan, atMs: number): number {
  const stoodMs = stops.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, atMs) - fromMs),
    0,
  );
  const goneMs = atMs - startMs - stoodMs;
  return total * Math.min(1, Math.max(0, goneMs / lengthMs));
}

/** When all of it is meant to be filled; as if what stands still went on now. */
export function plannedEndMs({ startMs, lengthMs, stops }: Plan): number {
  return stops.reduce((endMs, { fromMs, toMs }) => endMs + toMs - fromMs, startMs + lengthMs);
}
