import type { CallKind, CountedCall, RateWindow } from './governorRules.ts';

type Cost = RateWindow['cost'];

/**
 * Returns a cost by kind of call. A call that names its own weight costs that, where its kind is
 * counted at all.
 */
export function weighted(costs: Readonly<Record<CallKind, number>>): Cost {
  return ({ kind, weight }) => (costs[kind] === 0 ? 0 : (weight ?? costs[kind]));
}

/** Returns a cost of one for each call of these kinds, whatever its weight. */
export function counted(...kinds: readonly CallKind[]): Cost {
  return ({ kind }) => (kinds.includes(kind) ? 1 : 0);
}

/** Returns a cost of one for each read without a signature. */
export function unsigned({ credential, kind }: CountedCall): number {
  return credential === undefined && (kind === 'read' || kind === 'list') ? 1 : 0;
}
