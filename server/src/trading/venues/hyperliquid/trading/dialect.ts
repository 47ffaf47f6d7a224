import type { Dialect } from '../../shared/live/dialect.ts';
import { hyperliquidListing } from '../marketData/listing.ts';
import { checkKey, keyFacts, signerOf, venueTime } from './account.ts';
import { marginBalances } from './balances.ts';
import { hyperliquidErrors } from './errors.ts';
import { hyperliquidAccountFees } from './fees.ts';
import { readFills } from './fills.ts';
import { hyperliquidLimits } from './limits.ts';
import { hyperliquidMany, lookUp } from './lookup.ts';
import { readOpenOrders } from './openOrders.ts';
import { hyperliquidPerps } from './perps.ts';
import { expiresMs, sendCancel, sendOrder, signOrder } from './sending.ts';
import { hyperliquidUserStreams } from './userStreams.ts';

/** Perpetuals. There are no dated futures, so none of those is ever open. */
export const hyperliquidDialect: Dialect = {
  ccxtClass: 'hyperliquid',
  marketTypes: ['swap', 'future'],
  credential: 'main',
  listing: hyperliquidListing,
  limits: hyperliquidLimits,
  comparisonCosts: { all: { quiet: 24, trading: 108 } },
  stamp: signOrder,
  signerOf,
  options: {
    // No fee for ccxt on any order, no approval of one, and no referral.
    builderFee: false,
    approvedBuilderFee: false,
    refSet: true,
  },
  userStreams: hyperliquidUserStreams,
  // Without a stream a look-up weighs 23 of what reads may take in a minute, with one it weighs 2.
  pollGapMs: 5_000,
  // Comparisons report all open orders each minute.
  auditMs: 90_000,
  errorMeanings: hyperliquidErrors,
  takenWithinMs: () => expiresMs,
  submit: sendOrder,
  cancel: sendCancel,
  lookup: lookUp,
  lookupMany: hyperliquidMany,
  openOrders: readOpenOrders,
  balances: marginBalances,
  perps: hyperliquidPerps,
  fees: hyperliquidAccountFees,
  time: venueTime,
  checkKey,
  keyFacts,
  listsAllFills: true,
  tellsFillsLater: true,
  provesEnds: true,
  fills: readFills,
};
