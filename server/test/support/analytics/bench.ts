import type { Endpoint } from '@windlass/contract';
import type { Context } from '../../../src/http/bind.ts';
import type { Caller } from '../../../src/http/scope.ts';
import { AppError } from '../../../src/kit/errors.ts';
import {
  type Analytics,
  type AnalyticsDeps,
  createAnalytics,
} from '../../../src/trading/analytics/analytics.ts';
import type { OwnerDeps } from '../../../src/trading/analytics/owners.ts';
import { analyticsRoutes } from '../../../src/trading/analytics/routes/routes.ts';
import type { TcaTerms } from '../../../src/trading/analytics/tca/types.ts';
import type { Account } from '../../../src/trading/model/account.ts';
import { venueOf } from '../accounts/fixture.ts';
import { createManualClock } from '../manualClock.ts';
import { accountOf } from '../paper/fixture.ts';
import { createListedReports, type ReportRecords } from './reportStore.ts';

export const nowMs = 1_702_600_000_000;

/** Two accounts of the portfolio `book`, and one without a portfolio. */
export const okx: Account = { ...accountOf(venueOf('okx')), portfolioId: 'book' };
export const bybit: Account = { ...accountOf(venueOf('bybit')), portfolioId: 'book' };
export const kraken: Account = accountOf(venueOf('kraken'));

const trader: Caller = {
  id: 'the key',
  name: 'desk',
  roles: ['trader'],
  paths: ['/**'],
  exchangeAccountIds: undefined,
  owner: 'main',
  expiresAtMs: undefined,
};

type Changes = Partial<Pick<AnalyticsDeps, 'perps' | 'balances' | 'usd'>>;

/** Creates the routes of analytics on lists, with the terms of the reports that were made. */
export function createAnalyticsBench(records: ReportRecords = {}, changes: Changes = {}) {
  const told: { readonly terms: TcaTerms[] } = { terms: [] };
  const whole = createAnalytics({ ...depsOf(records), ...changes });
  const analytics: Analytics = {
    ...whole,
    async costs(...asked) {
      const made = await whole.costs(...asked);
      told.terms.push(made.terms);
      return made;
    },
  };
  const clock = createManualClock(nowMs);
  const bindings = analyticsRoutes({ analytics, clock, ...ownersOf([okx, bybit, kraken]) });
  /** Calls as over the wire: every value of a query is text. */
  const ask = async (
    endpoint: Endpoint,
    query: Readonly<Record<string, string>>,
    caller: Partial<Caller> | null = {},
  ) => {
    const binding = bindings.find((each) => each.endpoint === endpoint);
    if (!binding) throw new Error(`${endpoint.path} has no route`);
    const context: Context = {
      caller: caller === null ? undefined : { ...trader, ...caller },
      requestId: 'r',
      signal: new AbortController().signal,
    };
    return binding.handle({ params: undefined, query, body: undefined }, context);
  };
  /** Returns the data of an answer, checked against its contract. */
  const data = async (...asked: Parameters<typeof ask>) => {
    const { body } = await ask(...asked);
    return asked[0].data.parse('data' in body ? body.data : undefined);
  };
  const refusal = async (...asked: Parameters<typeof ask>) => {
    const error: unknown = await ask(...asked).catch((thrown: unknown) => thrown);
    if (error instanceof AppError) return error;
    throw new Error(`It was answered: ${JSON.stringify(error)}`);
  };
  return { ask, data, refusal, told };
}

function depsOf(records: ReportRecords): AnalyticsDeps {
  return {
    store: createListedReports(records),
    perps: { positions: async () => ({ account: okx, positions: [] }) },
    balances: async () => ({ balances: {} }),
    walletBalances: async () => undefined,
    usd: async () => 1,
    usdNow: () => undefined,
    fees: {
      of: async ({ venue, id: accountId }, symbol) => ({
        venue,
        accountId,
        symbol,
        makerBps: symbol === undefined ? 9 : 2,
        takerBps: 5,
        source: 'config',
        tier: 'base',
        isTierBased: false,
        updatedAtMs: 0,
      }),
    },
    estimatesFees: async () => false,
  };
}

/** Beside `book` there is a portfolio without accounts. */
function ownersOf(accounts: readonly Account[]): OwnerDeps {
  return {
    accounts: {
      list: async () => accounts,
      async find(id) {
        const found = accounts.find((account) => account.id === id);
        if (!found) throw new AppError('ACCOUNT_NOT_FOUND');
        return found;
      },
    },
    portfolios: {
      async find(id) {
        if (id !== 'book' && id !== 'empty') throw new AppError('PORTFOLIO_NOT_FOUND');
        return { id, name: id, createdAtMs: 0, updatedAtMs: 0 };
      },
    },
  };
}
