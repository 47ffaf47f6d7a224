import type { RateWindow } from './governorRules.ts';
import { openTo } from './reserves.ts';
import type { VenueLimits } from './venueLimits.ts';

/** A figure of accounts at rest, and of accounts that trade. */
export interface ByActivity {
  /** For an account without a fill in the last minutes. */
  readonly quiet: number;
  /** In the minutes after a fill in one market, whose trades and funding are read as well. */
  readonly trading: number;
}

/** The accounts behind one address that can be compared, for one group of hosts. */
export interface ComparisonBudget {
  readonly group: string;
  /** The cost of one comparison. */
  readonly cost: ByActivity;
  /** The weight that comparisons may spend per minute while all others use their part as well. */
  readonly perMinute: number;
  /** Maximum number of accounts that can be compared every minute. */
  readonly accountsMax: ByActivity;
}

/** The time within which each account is to be compared once. */
const periodMs = 60_000;

/**
 * Returns the room of each group of hosts; a group that counts only keys does not limit the number
 * of accounts.
 */
export function comparisonBudgets(
  { groups }: Pick<VenueLimits, 'groups'>,
  costs: Readonly<Record<string, ByActivity>>,
): readonly ComparisonBudget[] {
  return Object.entries(costs).flatMap(([group, cost]) => {
    const rates = (groups[group]?.windows ?? []).flatMap((window) => rateOf(window) ?? []);
    if (rates.length === 0) return [];
    const perMinute = Math.min(...rates);
    const accountsMax = eachOf(cost, (one) => Math.floor(perMinute / one));
    return [{ group, cost, perMinute, accountsMax }];
  });
}

/** Returns the time until each of the accounts has been compared once: at least a minute. */
export function comparedEveryMs(
  { cost, perMinute }: ComparisonBudget,
  accounts: number,
): ByActivity {
  return eachOf(cost, (one) =>
    Math.max(periodMs, Math.ceil((accounts * one * periodMs) / perMinute)),
  );
}

function eachOf({ quiet, trading }: ByActivity, figure: (value: number) => number): ByActivity {
  return {
    quiet: figure(quiet),
    trading: figure(trading),
  };
}

/** Returns undefined for a window that counts keys, or no signed reads. */
function rateOf(window: RateWindow): number | undefined {
  const { scope, cost, lengthMs } = window;
  if (scope !== 'address' || cost({ kind: 'read', credential: 'any' }) === 0) return undefined;
  return (openTo('comparison', window) * periodMs) / lengthMs;
}
