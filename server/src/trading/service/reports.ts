import { AppError } from '../../kit/errors.ts';
import { type Analytics, type AnalyticsDeps, createAnalytics } from '../analytics/analytics.ts';
import type { ExecutionService } from '../execution/execution.ts';
import type { Quotes } from '../execution/index.ts';
import type { Fees } from '../fees/types.ts';
import { VenueUnavailableError } from '../model/venueUnavailableError.ts';
import type { Perps } from '../perps/types.ts';
import type { Valuation } from '../valuation/types.ts';
import { dialectsOf, estimatesFees } from '../venues/liveVenues.ts';

export interface ReportsParts extends Pick<AnalyticsDeps, 'store'> {
  readonly execution: Pick<ExecutionService, 'balances' | 'walletBalances'>;
  readonly perps: Perps;
  readonly fees: Fees;
  readonly quotes: Pick<Quotes, 'usd'>;
  readonly valuation: Pick<Valuation, 'latest'>;
}

/** Builds the reports of trades, earnings and costs from the gathered data. */
export function buildReports(parts: ReportsParts): Analytics {
  const { execution, quotes, valuation } = parts;
  return createAnalytics({
    ...parts,
    balances: (accountId, marketType) => execution.balances(accountId, marketType),
    async walletBalances(accountId, wallet) {
      try {
        return (await execution.walletBalances(accountId, wallet)).balances;
      } catch (error) {
        // A key may have no right to read a wallet that trading does not use.
        if (isRefusedForGood(error)) return undefined;
        throw error;
      }
    },
    usd: (asset) => quotes.usd(asset),
    usdNow: (asset) => valuation.latest(asset)?.usd,
    estimatesFees: async (account, marketType) =>
      account.mode === 'live' && estimatesFees(await dialectsOf(account), marketType),
  });
}

/**
 * True when the wallet can never be read. After a passing failure the worth of everything stays
 * unknown.
 */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { code, cause } = error;
  return code === 'NOT_SUPPORTED' || (cause instanceof VenueUnavailableError && cause.isRefused);
}
