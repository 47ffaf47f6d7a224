import type { MarketType } from '../../../../model/order.ts';
import type { Dialect } from '../../../shared/live/dialect.ts';
import { encodeRequest } from '../../../shared/live/encodeRequest.ts';
import { balancesOf } from '../../../shared/live/shapes.ts';
import { krakenFuturesListing } from '../../marketData/futures/listing.ts';
import { futuresAddresses, keyFacts, signedPaths, venueTime } from './account.ts';
import { krakenFuturesSwitch } from './deadMansSwitch.ts';
import type { WalletBalance } from './endpoints.ts';
import { krakenFuturesErrors } from './errors.ts';
import { futuresFills } from './fills.ts';
import { krakenFuturesLimits } from './limits.ts';
import { futuresMany, lookUpOne } from './lookup.ts';
import { readOpenOrders } from './openOrders.ts';
import { futuresPerps } from './perps.ts';
import { cancelOrder, futuresDeadlineMs, stampFuturesOrder, submitOrder } from './sending.ts';
import { futuresTransfers } from './transfers.ts';
import { krakenFuturesStreams } from './userStreams.ts';

const marketTypes: readonly MarketType[] = ['swap', 'future'];

/** Perpetuals and dated futures in US dollars, with a separate class and credential. */
export const krakenFuturesDialect: Dialect = {
  ccxtClass: 'krakenfutures',
  marketTypes,
  credential: 'futures',
  listing: krakenFuturesListing,
  limits: krakenFuturesLimits,
  options: { access: signedPaths },
  stamp: stampFuturesOrder,
  addresses: futuresAddresses,
  userStreams: krakenFuturesStreams,
  // Looking up an order with more than a page of fills costs 29 of the 500 of ten seconds.
  pollGapMs: 1_000,
  estimatesFees: true,
  errorMeanings: krakenFuturesErrors,
  takenWithinMs: () => futuresDeadlineMs,
  submit: submitOrder,
  cancel: cancelOrder,
  lookup: lookUpOne,
  lookupMany: futuresMany,
  openOrders: readOpenOrders,
  async balances({ client }) {
    return balancesOf(await client.fetchBalance(encodeRequest<WalletBalance>({ type: 'flex' })));
  },
  deadMansSwitch: krakenFuturesSwitch,
  perps: futuresPerps,
  transfers: futuresTransfers,
  time: venueTime,
  keyFacts,
  listsAllFills: true,
  provesEnds: true,
  fills: futuresFills,
};
