import { isTriggered } from '../../../model/order.ts';
import type { Dialect } from '../../shared/live/dialect.ts';
import { okxListing } from '../marketData/listing.ts';
import { keyFacts, positionMode, venueTime } from './account.ts';
import { walletBalances } from './balances.ts';
import { okxDeadMansSwitch } from './deadMansSwitch.ts';
import { okxErrors } from './errors.ts';
import { okxAccountFees } from './fees.ts';
import { readFills } from './fills.ts';
import { okxLimits } from './limits.ts';
import { lookUp } from './lookup.ts';
import { readOpenOrders } from './openOrders.ts';
import { okxPerps } from './perps.ts';
import { cancelOrder, submitOrder } from './sending.ts';
import { okxTransfers } from './transfers.ts';
import { okxUserStreams } from './userStreams.ts';

/**
 * The venue does not place an order later than this: one not reported by then was not accepted. It
 * applies this to orders on the book; algo orders are accepted for the 30 s of their signature.
 */
const deadlineMs = 5_000;
/** The time for which the venue accepts a signed request, when it applies no other deadline. */
const signatureMs = 30_000;

/** Spot, swaps and futures of one unified account. */
export const okxDialect: Dialect = {
  ccxtClass: 'okx',
  findsRegion: true,
  marketTypes: ['spot', 'swap', 'future'],
  credential: 'main',
  listing: okxListing,
  // ccxt reads a blank tag as none and replaces it with its own, but only in orders without a
  // client id: ours all have one.
  limits: okxLimits,
  options: { brokerId: '' },
  userStreams: okxUserStreams,
  errorMeanings: okxErrors,
  headers: ({ method, url }, nowMs) =>
    method === 'POST' && url.endsWith('/trade/order')
      ? { expTime: String(nowMs + deadlineMs) }
      : {},
  takenWithinMs: (type) => (isTriggered(type) ? signatureMs : deadlineMs),
  submit: submitOrder,
  cancel: cancelOrder,
  lookup: lookUp,
  openOrders: readOpenOrders,
  balances: walletBalances,
  time: venueTime,
  deadMansSwitch: okxDeadMansSwitch,
  perps: okxPerps,
  fees: okxAccountFees,
  transfers: okxTransfers,
  keyFacts,
  positionMode,
  fills: readFills,
};
