import type { Account } from '../model/account.ts';
import { placeKey } from '../model/venuePlace.ts';
import type { AccountCheck } from '../venues/accountPort.ts';
import {
  type ComparisonBudget,
  comparedEveryMs,
  comparisonBudgets,
  dialectsOf,
} from '../venues/liveVenues.ts';

export type CountedAccount = Pick<
  Account,
  'venue' | 'environment' | 'region' | 'portfolioMargin' | 'mode'
>;

/** The live accounts that share one limit per address at their exchange. */
interface ComparisonCrowd extends ComparisonBudget {
  /** The class of ccxt, the place and the group of hosts, which the limit counts together. */
  readonly pool: string;
  /** Name of the exchange for people, with its place and hosts where it has several. */
  readonly name: string;
  readonly accounts: number;
}

/** Returns a sentence for each limit per address that is too small for all its accounts. */
export async function crowdWarnings(all: readonly CountedAccount[]): Promise<readonly string[]> {
  return (await crowdsIn(all)).filter(isTooMany).map(warningOf);
}

/** Returns the warnings that concern one of the accounts; none for an account on paper. */
export async function comparisonWarnings(
  account: CountedAccount,
  all: readonly CountedAccount[],
): Promise<readonly string[]> {
  return (await crowdsOf(account, all)).filter(isTooMany).map(warningOf);
}

/** Returns the verification checks of the time between comparisons; none for a paper account. */
export async function comparisonChecks(
  account: CountedAccount,
  all: readonly CountedAccount[],
): Promise<readonly AccountCheck[]> {
  if (account.mode !== 'live') return [];
  const marketTypes = [...new Set((await dialectsOf(account)).flatMap((each) => each.marketTypes))];
  const crowds = await crowdsOf(account, all);
  const warnings = await comparisonWarnings(account, all);
  const status = warnings.length > 0 ? 'warning' : 'ok';
  const words = warnings.length > 0 ? warnings : crowds.map(roomText);
  const message =
    words.length > 0
      ? words.join(' ')
      : 'The exchange counts comparisons by key: other accounts take nothing from this one.';
  return [{ check: 'comparisons', marketTypes, status, message }];
}

async function crowdsOf(
  account: CountedAccount,
  all: readonly CountedAccount[],
): Promise<readonly ComparisonCrowd[]> {
  const own = new Set((await budgetsOf(account)).map(({ pool }) => pool));
  return (await crowdsIn(all)).filter(({ pool }) => own.has(pool));
}

async function crowdsIn(all: readonly CountedAccount[]): Promise<readonly ComparisonCrowd[]> {
  const crowds = new Map<string, ComparisonCrowd>();
  const rooms = await Promise.all(all.map(budgetsOf));
  for (const room of rooms.flat()) {
    const accounts = (crowds.get(room.pool)?.accounts ?? 0) + 1;
    crowds.set(room.pool, { ...room, accounts });
  }
  return [...crowds.values()];
}

/** True when there are more accounts than can be compared every minute while all of them trade. */
function isTooMany({ accounts, accountsMax }: ComparisonCrowd): boolean {
  return accounts > accountsMax.trading;
}

function warningOf(crowd: ComparisonCrowd): string {
  const { name, accounts, accountsMax, cost, perMinute } = crowd;
  const everyMs = comparedEveryMs(crowd, accounts);
  return (
    `${accounts} live accounts at ${name} share what the exchange allows one address: ` +
    `comparisons may spend ${Math.floor(perMinute)} a minute, and one costs ${cost.quiet} ` +
    `at rest and ${cost.trading} or more after fills. That is enough for ` +
    `${accountsMax.quiet} accounts at rest, or ${accountsMax.trading} that trade, every minute. ` +
    'Each is compared once in ' +
    `${seconds(everyMs.quiet)} s at best while all rest, and once in ` +
    `${seconds(everyMs.trading)} s at best while all trade. ` +
    'Accounts on a machine with another address are counted apart.'
  );
}

function roomText({ name, accounts, accountsMax }: ComparisonCrowd): string {
  const count = accounts === 1 ? 'is 1 live account' : `are ${accounts} live accounts`;
  return (
    `At ${name} there ${count} behind this address; its limits are enough to compare ` +
    `${accountsMax.quiet} at rest, or ${accountsMax.trading} that trade, every minute.`
  );
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1_000);
}

async function budgetsOf(account: CountedAccount) {
  if (account.mode !== 'live') return [];
  const { venue, environment, region } = account;
  return (await dialectsOf(account)).flatMap(({ ccxtClass, limits, comparisonCosts = {} }) =>
    comparisonBudgets(limits, comparisonCosts).map((budget) => {
      const hosts = budget.group === 'all' ? '' : ` (${budget.group})`;
      const where = [
        environment === 'production' ? '' : ` ${environment}`,
        region === 'global' ? '' : ` ${region}`,
      ];
      return {
        ...budget,
        pool: `${ccxtClass} ${placeKey(account)} ${budget.group}`,
        name: `${venue}${where.join('')}${hosts}`,
      };
    }),
  );
}
