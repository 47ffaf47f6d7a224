import type { Dialect, DialectCall } from '../../shared/live/dialect.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { beforehand, refusePassed } from '../../shared/live/passedStop.ts';
import { balancesOf, told } from '../../shared/live/shapes.ts';
import { noteTaken } from '../../shared/live/taken.ts';
import { readPositive, valueAt } from '../../shared/wireFields.ts';
import type { OrderRef, VenueOrderState } from '../../venuePort.ts';
import { bybitListing } from '../marketData/listing.ts';
import { keyFacts, positionMode, venueTime } from './account.ts';
import { bybitErrors } from './errors.ts';
import { bybitAccountFees } from './fees.ts';
import { fillsSince } from './fills.ts';
import { bybitLimits } from './limits.ts';
import { openRecords, recordByClientId, recordById } from './lookup.ts';
import { bybitPerps } from './perps.ts';
import { kindOf, type Listed, listedOf, rowsOf } from './rows.ts';
import { isConditional, refuseImpossible, toRequest } from './sending.ts';
import { stateOf } from './states.ts';
import {
  cancelTrailing,
  isSleepingTrailing,
  namedState,
  sizedState,
  submitTrailing,
} from './trailing.ts';
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
  words: bybitErrors,
  takenWithinMs: () => deadlineMs,
  async submit(call, order) {
    refuseImpossible(order);
    if (order.type === 'trailing_stop') return submitTrailing(call, order);
    const market = listedOf(call, order.symbol);
    if (order.marketType === 'spot' && isConditional(order)) {
      // Spot orders name no direction: one whose price is already passed would wait for the price
      // to return.
      refusePassed(order, await beforehand(bybitErrors, lastPrice(call, market)));
    }
    const request = toRequest(order, market);
    const answer = await call.client.request('v5/order/create', 'private', 'POST', request);
    noteTaken(call, order, valueAt(answer, 'result', 'orderId'));
    // The answer is only an id: the state of the order is reported separately.
    return undefined;
  },
  async cancel(call, ref) {
    const market = listedOf(call, ref.symbol);
    const isSpot = market.category === 'spot';
    // On spot, plain and conditional orders are cancelled separately.
    const plain = isSpot && { orderFilter: 'Order' };
    const named = { ...market, orderLinkId: ref.clientId };
    try {
      await cancelNamed(call, { ...named, ...plain });
    } catch (error) {
      if (failureOf(error, bybitErrors).kind !== 'notFound') throw error;
      if (isSpot) await cancelNamed(call, { ...named, orderFilter: 'StopOrder' });
      else await cancelUnnamed(call, ref, error);
    }
  },
  async lookup(call, ref) {
    const { symbol, marketType, clientId, venueOrderId } = ref;
    const market = { symbol, marketType };
    const record = await recordByClientId(call, ref);
    if (record) return stateOf(call, record, market);
    if (marketType === 'spot' || venueOrderId === undefined) return undefined;
    // A trailing stop bears no client id.
    const unnamed = await recordById(call, symbol, venueOrderId);
    return unnamed && namedState(call, unnamed, { ...market, clientId });
  },
  async openOrders(call, marketType, symbol) {
    const states: VenueOrderState[] = [];
    for (const { symbol: own, record } of await openRecords(call, marketType, symbol)) {
      if (own === undefined || kindOf(own) !== marketType) continue;
      states.push(await sizedState(call, record, { symbol: own, marketType }));
    }
    return states.sort((a, b) => a.createdAtMs - b.createdAtMs);
  },
  async balances({ client }) {
    return balancesOf(await client.fetchBalance({}));
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

async function lastPrice(call: DialectCall, market: Listed): Promise<number> {
  const asked = call.client.request('v5/market/tickers', 'public', 'GET', { ...market });
  const [ticker] = rowsOf(await asked);
  return told(readPositive(ticker?.lastPrice), 'last price of a market');
}

async function cancelNamed({ client }: DialectCall, named: object): Promise<void> {
  await client.request('v5/order/cancel', 'private', 'POST', { ...named });
}

/** Cancels a trailing stop, or another program's order, by the venue's id: our id names neither. */
async function cancelUnnamed(call: DialectCall, ref: OrderRef, failure: unknown): Promise<void> {
  const { symbol, venueOrderId } = ref;
  if (venueOrderId === undefined) throw failure;
  const record = await recordById(call, symbol, venueOrderId);
  if (!record) throw failure;
  if (isSleepingTrailing(record)) await cancelTrailing(call, record, ref);
  else await cancelNamed(call, { ...listedOf(call, symbol), orderId: venueOrderId });
}
