import type { Dialect } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import type { NoFields } from '../../shared/live/endpoint.ts';
import { balancesOf } from '../../shared/live/shapes.ts';
import { bybitListing } from '../marketData/listing.ts';
import { keyFacts, positionMode, venueTime } from './account.ts';
import { bybitErrors } from './errors.ts';
import { bybitAccountFees } from './fees.ts';
import { fillsSince } from './fills.ts';
import { bybitLimits } from './limits.ts';
import { lookUp } from './lookup.ts';
import { bybitMany } from './manyOrders.ts';
import { readOpenOrders } from './openOrders.ts';
import { bybitPerps } from './perps.ts';
import { cancelOrder, submitOrder } from './sending.ts';
import { bybitUserStreams } from './userStreams.ts';

/** A poll makes up to three reads, and six of a key's ten a second are open to reads. */
const pollGapMs = 1_000;

/** The venue drops older requests: an order not reported by then was not accepted. */
const deadlineMs = 5_000;

/** Spot and linear contracts of a unified account, one wallet for all. */
export const bybitDialect: Dialect = {
  ccxtClass: 'bybit',
  marketTypes: ['spot', 'swap', 'future'],
  credential: 'main',
  listing: bybitListing,
  limits: bybitLimits,
  comparisonCosts: { all: { quiet: 9, trading: 15 } },
  options: {
    recvWindow: deadlineMs,
    // ccxt takes an empty text for none and sends its own tag; on the wire a space is an empty one.
    brokerId: ' ',
    // All accounts are unified by now; ccxt would ask twice before the first call.
    enableUnifiedMargin: false,
    enableUnifiedAccount: true,
    unifiedMarginStatus: 6,
  },
  userStreams: bybitUserStreams,
  pollGapMs,
  errorMeanings: bybitErrors,
  takenWithinMs: () => deadlineMs,
  submit: submitOrder,
  cancel: cancelOrder,
  lookup: lookUp,
  lookupMany: bybitMany,
  openOrders: readOpenOrders,
  async balances({ client }) {
    return balancesOf(await client.fetchBalance(encodeRequest<NoFields>({})));
  },
  perps: bybitPerps,
  fees: bybitAccountFees,
  time: venueTime,
  keyFacts,
  positionMode,
  fills(call, { symbol, marketType, sinceMs, limit }) {
    return fillsSince(call, { symbol, marketType }, { sinceMs, count: limit });
  },
};
