import type { Dialect } from '../../shared/live/dialect.ts';
import { binanceListing } from '../marketData/listing.ts';
import { checkKey, keyFacts, positionMode, venueTime } from './account.ts';
import { walletBalances } from './balances.ts';
import { binanceDeadMansSwitch } from './deadMansSwitch.ts';
import { binanceErrors } from './errors.ts';
import { binanceAccountFees } from './fees.ts';
import { binanceFills } from './fills.ts';
import { binanceLimits } from './limits.ts';
import { lookUp } from './lookup.ts';
import { readOpenOrders } from './openOrders.ts';
import { binancePerps } from './perps.ts';
import { cancelOrder, submitOrder } from './sending.ts';
import { binanceTransfers } from './transfers.ts';
import { binanceUserStreams } from './userStreams.ts';

/** The venue drops older requests: an order not reported by then was not accepted. */
const deadlineMs = 5_000;

/** Spot and USD-margined contracts, one class of ccxt for both. */
export const binanceDialect: Dialect = {
  ccxtClass: 'binance',
  marketTypes: ['spot', 'swap', 'future'],
  credential: 'main',
  listing: binanceListing,
  limits: binanceLimits,
  comparisonCosts: {
    spot: { quiet: 100, trading: 140 },
    contracts: { quiet: 180, trading: 310 },
  },
  options: {
    recvWindow: deadlineMs,
    fetchOpenOrders: { warnWithoutSymbol: false },
    broker: { spot: '', margin: '', swap: '', future: '', inverse: '' },
  },
  userStreams: binanceUserStreams,
  errorMeanings: binanceErrors,
  takenWithinMs: () => deadlineMs,
  submit: submitOrder,
  cancel: cancelOrder,
  lookup: lookUp,
  openOrders: readOpenOrders,
  balances: walletBalances,
  time: venueTime,
  checkKey,
  deadMansSwitch: binanceDeadMansSwitch,
  perps: binancePerps,
  fees: binanceAccountFees,
  transfers: binanceTransfers,
  keyFacts,
  positionMode,
  fills: binanceFills,
};
