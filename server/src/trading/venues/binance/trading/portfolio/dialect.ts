import type { Dialect, DialectCall } from '../../../shared/live/dialect.ts';
import { textOf } from '../../../shared/live/shapes.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import type { PositionMode, VenueBalances } from '../../../venuePort.ts';
import { venueTime } from '../account.ts';
import { binanceDialect } from '../dialect.ts';
import { apiRestrictions } from '../endpoints.ts';
import { feesAt } from '../fees.ts';
import { binancePortfolioStreams } from '../userStreams.ts';
import { commissionRate, positionSideDual } from './endpoints.ts';
import { binancePortfolioErrors } from './errors.ts';
import { binancePortfolioPerps } from './perps.ts';
import { binancePortfolioMargin, readBalances } from './portfolioMargin.ts';
import { binancePortfolioOrders } from './sending.ts';

const { ccxtClass, marketTypes, credential, listing, limits, options } = binanceDialect;

/** Accounts of portfolio margin have endpoints of their own, and the usual ones refuse them. */
export const binancePortfolioDialect: Dialect = {
  ccxtClass,
  marketTypes,
  credential,
  listing,
  limits,
  options,
  comparisonCosts: { papi: { quiet: 191, trading: 321 } },
  /** A spot order would be a margin order, which may borrow: none is ever sent. */
  readOnly: ['spot'],
  errorMeanings: binancePortfolioErrors,
  ...binancePortfolioOrders,
  takenWithinMs: binanceDialect.takenWithinMs,
  userStreams: binancePortfolioStreams,
  /** One wallet serves all markets. */
  async balances(call) {
    const assets = await readBalances(call);
    return Object.fromEntries(
      assets.map(({ asset, crossMarginFree, crossMarginLocked, totalWalletBalance }) => [
        asset,
        {
          free: textOf(crossMarginFree),
          used: textOf(crossMarginLocked),
          total: textOf(totalWalletBalance),
        },
      ]),
    ) satisfies VenueBalances;
  },
  time: venueTime,
  async keyFacts(call) {
    const { client } = call;
    const rights = await apiRestrictions(client, {});
    const may = (name: string): boolean => valueAt(rights, name) === true;
    const isTrading = may('enablePortfolioMarginTrading');
    const key = {
      canWithdraw: may('enableWithdrawals'),
      isBoundToAddresses: may('ipRestrict'),
    };
    // A key without the right may not ask for the position mode.
    if (!isTrading) return { ...key, tradable: [] };
    const isHedged = (await positionMode(call)) === 'hedge';
    return { ...key, tradable: ['swap', 'future'], isHedged };
  },
  positionMode,
  perps: binancePortfolioPerps,
  fees: feesAt(commissionRate),
  portfolioMargin: binancePortfolioMargin,
};

/** One mode applies to the contracts of both kinds. */
async function positionMode({ client }: DialectCall): Promise<PositionMode> {
  const mode = await positionSideDual(client, {});
  return valueAt(mode, 'dualSidePosition') === true ? 'hedge' : 'one_way';
}
