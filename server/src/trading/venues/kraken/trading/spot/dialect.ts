import type { MarketType } from '../../../../model/order.ts';
import type { Dialect } from '../../../shared/live/dialect.ts';
import { encodeRequest } from '../../../shared/live/encodeRequest.ts';
import type { NoFields } from '../../../shared/live/endpoint.ts';
import { balancesOf } from '../../../shared/live/shapes.ts';
import { krakenSpotListing } from '../../marketData/spot/listing.ts';
import { spotKeyFacts, spotTime } from './account.ts';
import { krakenSpotSwitch } from './deadMansSwitch.ts';
import { krakenSpotErrors } from './errors.ts';
import { krakenAccountFees } from './fees.ts';
import { spotFills } from './fills.ts';
import { signAsJson } from './jsonRequests.ts';
import { krakenSpotLimits } from './limits.ts';
import { createSpotMany, lookUp } from './lookup.ts';
import { readOpenOrders } from './openOrders.ts';
import { cancelOrder, spotDeadlineMs, stampSpotOrder, submitOrder } from './sending.ts';
import { spotTransfers } from './transfers.ts';
import { krakenSpotStreams } from './userStreams.ts';

const marketTypes: readonly MarketType[] = ['spot'];

/**
 * The lowest tier has fifteen calls in 45 seconds. Polls take six of them: a poll is one call as
 * long as nothing fills.
 */
const pollGapMs = 7_500;

/** Longer than between two comparisons, which cost one call for all orders. */
const auditMs = 90_000;

/** Spot, with a separate class and credential. */
export const krakenSpotDialect: Dialect = {
  ccxtClass: 'kraken',
  marketTypes,
  credential: 'main',
  listing: krakenSpotListing,
  isOrdered: true,
  signOtherwise: signAsJson,
  stamp: stampSpotOrder,
  limits: krakenSpotLimits,
  options: {},
  userStreams: krakenSpotStreams,
  pollGapMs,
  auditMs,
  errorMeanings: krakenSpotErrors,
  takenWithinMs: () => spotDeadlineMs,
  submit: submitOrder,
  cancel: cancelOrder,
  lookup: lookUp,
  lookupMany: createSpotMany(),
  // A page of fifty costs two of the twenty calls of a minute.
  fillsAtOnce: 100,
  openOrders: readOpenOrders,
  async balances({ client }) {
    return balancesOf(await client.fetchBalance(encodeRequest<NoFields>({})));
  },
  time: spotTime,
  deadMansSwitch: krakenSpotSwitch,
  fees: krakenAccountFees,
  transfers: spotTransfers,
  keyFacts: spotKeyFacts,
  listsAllFills: true,
  fills: spotFills,
};
