import {
  addExact,
  type Exact,
  exactly,
  formatExact,
  subtractExact,
} from '../../../../kit/exact.ts';
import type { VenueFill } from '../../venuePort.ts';

/** A fill with the position before it; undefined when that was not reported. */
export interface Execution {
  readonly fill: VenueFill;
  readonly before: Exact | undefined;
}

/**
 * Sorts fills of one symbol, oldest first. The venue's ids are not ordered; but each fill names the
 * position before it, which is the one that the previous fill left. Fills of one millisecond whose
 * order stays ambiguous have no sequence number.
 */
export function sortedByPosition(executions: readonly Execution[]): readonly VenueFill[] {
  const ordered: VenueFill[] = [];
  let left: string | undefined;
  for (const moment of momentsOf(executions)) {
    const chain = chainOf(moment, left);
    const last = chain?.at(-1);
    left = last && leftBy(last);
    if (chain) ordered.push(...chain.map(({ fill }, at) => ({ ...fill, sequence: String(at) })));
    else ordered.push(...moment.map(({ fill }) => fill));
  }
  return ordered;
}

/** Returns the fills of each millisecond, oldest first. */
function momentsOf(executions: readonly Execution[]): readonly (readonly Execution[])[] {
  const moments = Map.groupBy(executions, ({ fill }) => fill.atMs);
  return [...moments].sort(([a], [b]) => a - b).map(([, moment]) => moment);
}

/** Returns undefined when they are not one chain, or may be more than one. */
function chainOf(
  moment: readonly Execution[],
  left: string | undefined,
): readonly Execution[] | undefined {
  const meeting = new Map<string, Execution>();
  for (const each of moment) if (each.before) meeting.set(formatExact(each.before), each);
  // When two fills had the same position before them, nothing tells which was the first.
  if (meeting.size < moment.length) return undefined;
  const chain: Execution[] = [];
  let at = beginningOf(meeting, left);
  while (at !== undefined && chain.length < moment.length) {
    const next = meeting.get(at);
    if (next) chain.push(next);
    at = next && leftBy(next);
  }
  return chain.length === moment.length ? chain : undefined;
}

/**
 * Returns the position that the earlier fills left, or else the only one that none of these leaves.
 */
function beginningOf(
  meeting: ReadonlyMap<string, Execution>,
  left: string | undefined,
): string | undefined {
  if (left !== undefined && meeting.has(left)) return left;
  const ends = new Set([...meeting.values()].map(leftBy));
  const [first, ...others] = [...meeting.keys()].filter((position) => !ends.has(position));
  return others.length === 0 ? first : undefined;
}

function leftBy({ fill, before }: Execution): string | undefined {
  const change = fill.side === 'buy' ? addExact : subtractExact;
  return before && formatExact(change(before, exactly(fill.quantity)));
}
