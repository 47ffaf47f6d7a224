import { z } from 'zod';
import { symbolLengthMax } from '../accounts/fields.ts';
import { accountsPerRouteMax } from '../pretrade/fields.ts';
import { secondsOr } from './fields.ts';
import type { AlgorithmOrder, Contradiction } from './terms.ts';

/** An hour: whoever accepts a single leg for longer does not hedge. */
const unhedgedMaxS = 3_600;

/** Returns the schema of a leg's symbol. */
export const legSymbol = (name: string) =>
  z
    .string({ error: `${name} is required and must be a string` })
    .min(1, `${name} is required`)
    .max(symbolLengthMax, `${name} must be at most ${symbolLengthMax} characters`);

export const maxUnhedged = secondsOr('max_unhedged_seconds', unhedgedMaxS);
export const levelWithin =
  'the legs are level again within it: hedged, or else what leads is given back';

/** Problem of a parameter, as a text that follows its name; false when there is none. */
export type Fault = string | false;

/** Returns the faults as contradictions of their parameters. */
export function toContradictions(
  faults: Readonly<Record<string, Fault>>,
): readonly Contradiction[] {
  return Object.entries(faults).flatMap(([name, fault]) =>
    fault === false ? [] : [{ path: ['params', name], message: `${name} ${fault}` }],
  );
}

export function assetOf(symbol: string): string | undefined {
  return symbol.split('/')[0];
}

/** Returns the fault of too many accounts: those of the legs count like those of the order. */
export function crowdFault(order: AlgorithmOrder, ids: readonly string[]): Fault {
  const all = new Set([...order.exchange_account_ids, ...ids]);
  return (
    all.size > accountsPerRouteMax &&
    `makes more than ${accountsPerRouteMax} accounts with those of the order and the other leg`
  );
}
