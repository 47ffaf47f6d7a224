import { isTriggered } from '../../../model/order.ts';
import type { Dialect } from '../../shared/live/dialect.ts';
import type { TradeRequest } from '../../shared/live/tradeHttp.ts';
import { gateioListing } from '../marketData/listing.ts';
import { keyFacts, venueTime } from './account.ts';
import { walletBalances } from './balances.ts';
import { gateioDeadMansSwitch } from './deadMansSwitch.ts';
import { gateioErrors } from './errors.ts';
import { gateioAccountFees } from './fees.ts';
import { fillsSince } from './fills.ts';
import { gateioLimits } from './limits.ts';
import { lookUp } from './lookup.ts';
import { readOpenOrders } from './openOrders.ts';
import { gateioPerps } from './perps.ts';
import { cancelOrder, submitOrder } from './sending.ts';
import { gateioTransfers } from './transfers.ts';
import { inMode, inModeOfNow, readUnifiedMode } from './unifiedMode.ts';
import { gateioUserStreams } from './userStreams.ts';

/** Spot, perpetuals and dated contracts in USDT, one class of ccxt for all. */
export const gateioDialect: Dialect = {
  ccxtClass: 'gate',
  marketTypes: ['spot', 'swap', 'future'],
  credential: 'main',
  listing: gateioListing,
  limits: gateioLimits,
  options: {
    // Otherwise each client would ask before its first call, and take a failure for a no. The
    // requests that differ for unified accounts are made by path, as all others are.
    unifiedAccount: false,
  },
  userStreams: gateioUserStreams,
  errorMeanings: gateioErrors,
  headers: deadlineOf,
  takenWithinMs: (type) => (isTriggered(type) ? signatureMs : sendingMsMax),
  async submit(call, order) {
    return submitOrder(await inMode(call), order);
  },
  cancel: (call, ref) => inModeOfNow(call, (known) => cancelOrder(known, ref)),
  lookup: (call, ref) => inModeOfNow(call, (known) => lookUp(known, ref)),
  openOrders: (call, marketType, symbol) =>
    inModeOfNow(call, (known) => readOpenOrders(known, marketType, symbol)),
  async balances(call, marketType) {
    return walletBalances(await inMode(call), marketType);
  },
  unifiedMode: readUnifiedMode,
  time: venueTime,
  keyFacts,
  deadMansSwitch: gateioDeadMansSwitch,
  perps: gateioPerps,
  fees: gateioAccountFees,
  transfers: gateioTransfers,
  fills: (call, { marketType, symbol, sinceMs, limit }) =>
    inModeOfNow(call, (known) => fillsSince(known, { symbol, marketType }, { sinceMs, limit })),
};

/**
 * The venue accepts a signed request for a minute. It drops an order that is older than this: one
 * not reported by then was not accepted.
 */
const sendingMsMax = 5_000;
/** No document says that this header drops orders with a trigger: only their signature expires. */
const signatureMs = 60_000;

function deadlineOf({ method }: TradeRequest, nowMs: number): Readonly<Record<string, string>> {
  return method === 'POST' ? { 'x-gate-exptime': String(nowMs + sendingMsMax) } : {};
}
