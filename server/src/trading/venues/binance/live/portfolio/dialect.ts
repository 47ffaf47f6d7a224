import type { Dialect } from '../../../shared/live/dialect.ts';
import { DialectRefusal } from '../../../shared/live/failures.ts';
import { textOf } from '../../../shared/live/shapes.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import type { VenueBalances } from '../../../venuePort.ts';
import { venueTime } from '../account.ts';
import { binanceDialect } from '../dialect.ts';
import { feesAt } from '../fees.ts';
import { binancePortfolioMargin, readBalances } from './margin.ts';
import { binancePortfolioPerps } from './perps.ts';
import { binancePortfolioWords } from './words.ts';

const { ccxtClass, marketTypes, credential, listing, limits, options } = binanceDialect;

/** Accounts of portfolio margin have endpoints of their own, and the usual ones refuse them. */
export const binancePortfolioDialect: Dialect = {
  ...{ ccxtClass, marketTypes, credential, listing, limits, options },
  words: binancePortfolioWords,
  submit: refuse,
  cancel: refuse,
  lookup: refuse,
  openOrders: refuse,
  fills: refuse,
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
  async keyFacts({ client }) {
    const rights = await client.request('account/apiRestrictions', 'sapi', 'GET', {});
    const may = (name: string): boolean => valueAt(rights, name) === true;
    const isTrading = may('enablePortfolioMarginTrading');
    const mode = isTrading && (await client.request('um/positionSide/dual', 'papi', 'GET', {}));
    return {
      tradable: isTrading ? marketTypes : [],
      canWithdraw: may('enableWithdrawals'),
      isBoundToAddresses: may('ipRestrict'),
      ...(isTrading && { isHedged: valueAt(mode, 'dualSidePosition') === true }),
    };
  },
  perps: binancePortfolioPerps,
  fees: feesAt({
    usdm: { path: 'um/commissionRate', api: 'papi' },
    coinm: { path: 'cm/commissionRate', api: 'papi' },
  }),
  portfolioMargin: binancePortfolioMargin,
};

async function refuse(): Promise<never> {
  throw new DialectRefusal('Orders of portfolio-margin accounts are not supported.');
}
